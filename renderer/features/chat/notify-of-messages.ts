import type { ChatMessage } from '#shared/contract/chat-entities.ts'
import type { AudioSetting } from '#shared/contract/settings-entities.ts'
import { isMentioned, notifies, sounds, type Told } from '#shared/domain/chat-notifying.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import type { BrowserNotifications } from '../../services/notices/browser-notifications.ts'
import type { Sounds } from '../../services/notices/sounds.ts'
import type { ChatStore } from './store/chat-store.ts'
import type { ThreadKey } from './store/state.ts'

/** However many messages come, one of them sounds in so many milliseconds. Ours. */
const SOUND_GAP_MS = 1000

interface Notifying {
  readonly notifications: Pick<BrowserNotifications, 'show' | 'setMuted' | 'store'>
  readonly sounds: Pick<Sounds, 'play' | 'setMuted'>
  /** The person's setting as it now stands. */
  readonly setting: () => AudioSetting
  /** The setting changed on the server, maybe elsewhere. */
  readonly onSettingsChanged: () => void
  readonly now: () => number
  /** Goes to a conversation that was clicked in a notification. */
  readonly onOpen: (key: ThreadKey) => void
}

type ToldOf = Pick<ChatStore, 'store' | 'onIncoming' | 'isSnoozed' | 'isQuietNow' | 'onSettingsChanged'>

/**
 * Tells of others' messages by sound and by notifications of the system, as the person wants it
 * (spec 2 §2, §4). In their quiet hours nothing sounds but the siren, and no notification shows.
 * Returns what ends that.
 */
export function notifyOfMessages(chat: ToldOf, { notifications, sounds: player, ...ways }: Notifying) {
  let soundedAt = Number.NEGATIVE_INFINITY
  const toldOf = (key: ThreadKey, message: ChatMessage): Told => ({
    isMentioned: isMentioned(message.message, chat.store.getState().me.id),
    isSnoozed: chat.isSnoozed(key),
    isQuiet: chat.isQuietNow(),
  })
  const show = (key: ThreadKey, message: ChatMessage, onlyWhileHidden: boolean) =>
    notifications.show({
      title: message.userName,
      text: listPreview(message),
      tag: `chat/${key}/${message.id}`,
      unlessInFront: !onlyWhileHidden,
      onOpen: () => ways.onOpen(key),
    })
  player.setMuted((name) => name !== 'siren' && chat.isQuietNow())
  notifications.setMuted(chat.isQuietNow)
  const offs = [
    chat.onSettingsChanged(ways.onSettingsChanged),
    chat.onIncoming((key, message) => {
      const { newMessageSound, browserNotificationSetting } = ways.setting()
      // Whether they are on is this browser's: it needs the browser's permission.
      const channel = { ...browserNotificationSetting, isEnabled: notifications.store.getState() }
      const told = toldOf(key, message)
      if (sounds(newMessageSound, told) && ways.now() - soundedAt >= SOUND_GAP_MS) {
        soundedAt = ways.now()
        player.play('newMessage')
      }
      if (notifies(channel, told)) show(key, message, channel.notifyWhenOfflineOnly)
    }),
  ]
  return () => {
    for (const off of offs) off()
    player.setMuted(() => false)
    notifications.setMuted(() => false)
  }
}
