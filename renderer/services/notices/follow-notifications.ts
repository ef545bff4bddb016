import { shownSubject } from '#shared/domain/notifications.ts'
import type { LivePanel } from '../hubs/live-panel.ts'
import type { BrowserNotifications } from './browser-notifications.ts'
import type { Dialogs } from './dialogs.ts'
import type { NotificationCentre } from './notification-centre.ts'

const NEW_NOTIFICATION_TITLE = 'Fieldwork'

interface Parts {
  readonly livePanel: Pick<LivePanel, 'hub'>
  readonly centre: Pick<NotificationCentre, 'arrived' | 'load' | 'wereRead'>
  readonly notifications: BrowserNotifications
  readonly dialogs: Dialogs
}

/**
 * Puts each new notification into the centre, and shows it by the system while the window isn't in front; a
 * click there opens it. With each connection, the first too, the centre is read again: what came before it was
 * told to nobody. Returns what ends that.
 */
export function followNotifications({ livePanel, centre, notifications, dialogs }: Parts): () => void {
  const offs = [
    livePanel.hub.on('newNotification', (row) => {
      // Another one of the same burst took its place.
      if (row.isRead) return centre.wereRead([row.id])
      centre.arrived(row)
      notifications.show({
        title: NEW_NOTIFICATION_TITLE,
        text: shownSubject(row.subject),
        tag: `notification/${row.id}`,
        unlessInFront: true,
        onOpen: () => dialogs.open('notification', { id: row.id }),
      })
    }),
    livePanel.hub.onConnected(() => void centre.load()),
  ]
  return () => {
    for (const off of offs) off()
  }
}
