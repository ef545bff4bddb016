import { useEffect, useState } from 'react'
import { useServices } from '../services/context.tsx'
import { loadPermissionTable } from '../services/permission-table.ts'
import { Waiting } from './Fetched.tsx'
import { SignedIn as Whole } from './SignedIn.tsx'

/** The signed-in application, once it is known what the numbers in tokens mean here (spec 1 §6). */
export function SignedIn() {
  const services = useServices()
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    let isWanted = true
    void loadPermissionTable(services).then(() => isWanted && setKnown(true))
    return () => {
      isWanted = false
    }
  }, [services])
  return isKnown ? <Whole /> : <Waiting />
}
