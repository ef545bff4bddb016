import { useEffect, useState } from 'react'
import { useServices } from '../services/context.tsx'
import { Waiting } from './Fetched.tsx'
import { SignedIn as Whole } from './SignedIn.tsx'

/** The signed-in application, once it is known what the numbers in tokens mean here (spec 1 §6). */
export function SignedIn() {
  const { permissionTable } = useServices()
  const [isKnown, setKnown] = useState(permissionTable.isKnown)
  useEffect(() => {
    let isWanted = true
    void permissionTable.load().then(() => isWanted && setKnown(true))
    return () => {
      isWanted = false
    }
  }, [permissionTable])
  return isKnown ? <Whole /> : <Waiting />
}
