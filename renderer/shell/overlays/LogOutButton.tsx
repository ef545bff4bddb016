import { Button } from '@mantine/core'
import { useServices } from '../../services/context.tsx'
import { OVERLAY_TEXT } from './text.ts'

/** The way out that every screen leaves which keeps a person from working. */
export function LogOutButton() {
  const { life } = useServices()
  return (
    <Button variant="default" onClick={() => void life.logout()}>
      {OVERLAY_TEXT.logOut}
    </Button>
  )
}
