import { Button } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useServices, useSession } from '../services/context.tsx'
import { EXIT_PATH, isConfirmedExit } from '../services/session/session-life.ts'
import { FullScreen } from '../shell/overlays/FullScreen.tsx'

/**
 * /exit-app for who is signed in (spec 1 §2.1): says what a logout does, and does it. Who confirmed
 * the logout on the way here isn't asked again.
 */
export function ExitScreen() {
  const { life } = useServices()
  const navigate = useNavigate()
  const { state } = useLocation()
  const name = useSession(({ user }) => user?.displayName ?? '')
  useEffect(() => {
    if (!isConfirmedExit(state)) return
    // Coming back here by the browser's history is no second confirmation.
    void navigate(EXIT_PATH, { replace: true })
    void life.logout()
  }, [state, navigate, life])
  return (
    <main>
      <FullScreen
        role="dialog"
        title="Log out?"
        icon={<IconDoorExit size={32} stroke={1.6} />}
        actions={
          <>
            <Button autoFocus onClick={() => void life.logout()}>
              Log out
            </Button>
            <Button variant="default" onClick={() => navigate('/dashboard')}>
              Stay logged in
            </Button>
          </>
        }
      >
        {name} will be logged out in every window of this browser. What you have not sent is kept on this
        device.
      </FullScreen>
    </main>
  )
}
