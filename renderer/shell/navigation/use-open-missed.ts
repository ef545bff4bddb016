import { useCallback } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'

/**
 * What the missed-notifications bell opens: mentions and reactions, and from there the notifications (spec 2 §2);
 * the notifications at once for who has no chat.
 */
export function useOpenMissed(): () => void {
  const { dialogs } = useServices()
  const { centre } = useSignedIn()
  const mayChat = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  return useCallback(
    () => (mayChat ? dialogs.open('recent-activities') : centre.setOpened(true)),
    [mayChat, dialogs, centre],
  )
}
