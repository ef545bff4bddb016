import type { ScreenCapture } from '../services/capture/screen-capture.ts'
import type { ScreenShare } from '../services/capture/screen-share.ts'
import type { Place } from '../services/surroundings/geolocation.ts'
import type { Speech } from '../services/surroundings/speech.ts'
import type { WifiService } from '../services/surroundings/wifi.ts'
import type { TaskbarEntry, UnreadBadge } from '../services/unread/unread-badge.ts'
import type { CommandHandlers } from './handlers.ts'

interface SurroundingsParts {
  readonly wifi: WifiService
  readonly onBattery: () => boolean
  readonly locate: () => Promise<Place>
  readonly speech: Speech
  readonly unread: UnreadBadge
  /** Null where the window has closed. */
  readonly taskbarEntryOf: (windowId: number) => TaskbarEntry | null
  readonly capture: ScreenCapture
  readonly share: Pick<ScreenShare, 'ended'>
}

type SurroundingsCommand =
  | 'wifi'
  | 'battery'
  | 'geolocation'
  | 'playText'
  | 'unreadMessages'
  | 'screenCapture'
  | 'screenShareEnded'

/** What the host knows about the machine's surroundings, and what it shows and reads out (spec 1 §3). */
export function surroundingsCommands(parts: SurroundingsParts): Pick<CommandHandlers, SurroundingsCommand> {
  const { wifi, onBattery, locate, speech, unread, taskbarEntryOf, capture, share } = parts
  return {
    wifi: async () => ({ signal: await wifi.signal() }),
    battery: () => ({ onBattery: onBattery() }),
    geolocation: () => locate(),
    playText: async ({ text }, caller) => {
      if (text === null || text.trim() === '') speech.stop()
      else {
        caller.onPageGone(() => speech.stop())
        await speech.play(text)
      }
      return null
    },
    unreadMessages: ({ count }, { windowId }) => {
      const entry = taskbarEntryOf(windowId)
      if (entry) unread.show(count, entry)
      return null
    },
    screenCapture: (_request, { windowId }) => capture.capture(windowId),
    screenShareEnded: (_request, { windowId }) => {
      share.ended(windowId)
      return null
    },
  }
}
