import { Button } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { PANEL_TEXT as TEXT } from './text.ts'

/** Message, call and profile, each for who may, as on the hover card (spec 4 §4.4.1). */
export function ContactActions({ id, name }: { readonly id: number; readonly name: string }) {
  const { dialogs } = useServices()
  const { calls } = useLive()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const permissions = useSession((session) => session.permissions)
  return (
    <>
      {permissions.can('CAN_SEND_MESSAGE') ? (
        <Button size="xs" variant="default" onClick={() => void conversations.open(id, pathname)}>
          {TEXT.message}
        </Button>
      ) : null}
      {permissions.canAny(['CAN_MAKE_CALL', 'CAN_CREATE_ONE_TO_ONE_MEETINGS']) ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => void calls.start([{ id, name }], { screenShare: false })}
        >
          {TEXT.call}
        </Button>
      ) : null}
      {permissions.can('CAN_VIEW_USER_PROFILE') ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => dialogs.open('user-profile', { userID: id, name })}
        >
          {TEXT.profile}
        </Button>
      ) : null}
    </>
  )
}
