import { useCallback, useEffect, useState } from 'react'
import { useServices, useSession } from '../services/context.tsx'
import { lazyCode } from '../ui/fetch-code.ts'
import { Fetched, Waiting } from './Fetched.tsx'
import { SignedIn as Whole } from './SignedIn.tsx'

const EnrolScreen = lazyCode(async () => (await import('../features/two-factor/index.ts')).EnrolScreen)

/** The signed-in application, or what has to be set up before it is open (spec 5 §3.6). */
export function SignedIn() {
  const hasTo = useSession(({ user }) => user?.claims.mustEnrol === true)
  const [isEnrolling, setEnrolling] = useState(hasTo)
  const done = useCallback(() => setEnrolling(false), [])
  if (hasTo && !isEnrolling) setEnrolling(true)
  if (!isEnrolling) return <WithPermissions />
  return (
    <Fetched>
      <EnrolScreen onDone={done} />
    </Fetched>
  )
}

/** The application, once it is known what the numbers in tokens mean here (spec 1 §6). */
function WithPermissions() {
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
