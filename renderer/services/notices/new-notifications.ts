import { shownSubject } from '#shared/domain/notifications.ts'
import type { LivePanel } from '../hubs/live-panel.ts'
import type { BrowserNotifications } from './browser-notifications.ts'
import type { Dialogs } from './dialogs.ts'
import type { NoticeCentre } from './notice-centre.ts'

const NEW_NOTIFICATION_TITLE = 'Fieldwork'

interface Parts {
  readonly livePanel: Pick<LivePanel, 'hub'>
  readonly centre: Pick<NoticeCentre, 'arrived' | 'load'>
  readonly notifications: BrowserNotifications
  readonly dialogs: Dialogs
}

/**
 * Takes what the person is told into the centre, and to the system's notifications while the window
 * isn't in front, whose click opens it; returns what ends that. With each connection, the first
 * too, the centre is read anew: nobody was told of what came before it.
 */
export function followNotifications({ livePanel, centre, notifications, dialogs }: Parts): () => void {
  const offs = [
    livePanel.hub.on('newNotification', (row) => {
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
