import { useCounters, useSignedIn } from '../../../services/signed-in.tsx'
import { ActivitiesPanel } from './ActivitiesPanel.tsx'

/** The panel as the shell opens it, with what else its bell counts. */
export function RecentActivitiesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { centre } = useSignedIn()
  const missed = useCounters(({ unreadNotificationCount }) => unreadNotificationCount)
  const toNotifications = () => {
    onClose()
    centre.setOpened(true)
  }
  return <ActivitiesPanel opened={opened} onClose={onClose} missed={missed} onMissed={toNotifications} />
}
