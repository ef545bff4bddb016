import { listPreview } from '#shared/domain/chat.ts'
import type { BrowserNotifications } from '../../services/browser-notifications.ts'
import type { IncomingMessages } from './store/chat-store.ts'

/** Shows others' messages as notifications of the system, sender and text; returns what ends that. */
export function notifyOfMessages(chat: IncomingMessages, notifications: BrowserNotifications): () => void {
  return chat.onIncoming((key, message) =>
    notifications.show({
      title: message.userName,
      text: listPreview(message),
      tag: `chat/${key}/${message.id}`,
    }),
  )
}
