import { Loader } from '@mantine/core'
import { useEffect } from 'react'
import { useServices } from '../services/context.tsx'
import styles from './AppRoutes.module.css'
import { signOut } from './sign-out.ts'

/** /exit-app (spec 1 §2.1): ends the session; the router then shows the sign-in screen. */
export function ExitScreen() {
  const services = useServices()
  useEffect(() => {
    void signOut(services)
  }, [services])
  return (
    <main className={styles.waiting} role="status">
      <div>
        <Loader size="sm" /> Signing you out…
      </div>
    </main>
  )
}
