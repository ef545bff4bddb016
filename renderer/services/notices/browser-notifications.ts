import { createStore, type StoreApi } from 'zustand/vanilla'
import { cut, NOTIFICATION_PREVIEW_LENGTH } from '#shared/domain/cut-text.ts'
import type { AppStorage } from '../storage/storage.ts'
import type { Notices } from './notices.ts'

export const NOTIFICATION_TEXT = {
  denied: 'Notification permission denied by the browser.',
  dismissed: 'Notification permission dismissed.',
  unsupported: 'This browser does not support notifications.',
  /** The same refusal in the words of spec 3 §8, where the person turns on more than messages. */
  deniedShort: 'Notification permission denied.',
} as const

/** What a notification of the system says. */
export interface Notified {
  readonly title: string
  readonly text: string
  /** Of several with one tag the system shows one, also from several windows. */
  readonly tag: string
  /** Shows it also while the window is to be seen but not in front. */
  readonly unlessInFront?: boolean
  /** Runs when the person clicks it; the window is in front then. */
  readonly onOpen?: () => void
}

/** Notifications of the system, which reach a person whose window is hidden (spec 1 §8, 2 §5). */
export interface BrowserNotifications {
  /** Whether they are on: the person's setting, and the browser's permission. */
  readonly store: StoreApi<boolean>
  /**
   * Turns them on or off. To turn them on may ask the person for the permission; a refusal is told,
   * in the words of the chat unless others are given.
   */
  set(on: boolean, denied?: string): Promise<void>
  /** Shows one, its text cut at 150 characters, if they are on and the window is hidden. */
  show(notified: Notified): void
  /** None show while this says so: the person isn't to be disturbed. */
  setMuted(isMuted: () => boolean): void
}

interface Services {
  readonly page: Pick<Window, 'focus'> & {
    readonly document: Pick<Document, 'visibilityState'> & Partial<Pick<Document, 'hasFocus'>>
    readonly Notification?: typeof Notification
  }
  readonly storage: AppStorage
  readonly notices: Notices
}

export function createBrowserNotifications({ page, storage, notices }: Services): BrowserNotifications {
  const isOn = () =>
    storage.get('browserNotifications') === 'on' && page.Notification?.permission === 'granted'
  const store = createStore(isOn)
  let isMuted = () => false
  const keep = (on: boolean) => {
    storage.set('browserNotifications', on ? 'on' : 'off')
    store.setState(isOn(), true)
  }
  storage.onChangeElsewhere('browserNotifications', () => store.setState(isOn(), true))

  return {
    store,
    async set(on, denied = NOTIFICATION_TEXT.denied) {
      if (!on) return keep(false)
      const permission = await page.Notification?.requestPermission()
      keep(permission === 'granted')
      if (permission === 'denied') notices.show('error', denied)
      if (permission === undefined) notices.show('error', NOTIFICATION_TEXT.unsupported)
      if (permission === 'default') notices.show('warning', NOTIFICATION_TEXT.dismissed)
    },
    show({ title, text, tag, unlessInFront = false, onOpen }) {
      const { document } = page
      const isBehind = unlessInFront && document.hasFocus?.() === false
      if (document.visibilityState !== 'hidden' && !isBehind) return
      // Asked each time: the person may take the permission back in the browser.
      if (!page.Notification || !isOn() || isMuted()) return
      const shown = new page.Notification(title, { body: cut(text, NOTIFICATION_PREVIEW_LENGTH), tag })
      shown.onclick = () => {
        page.focus()
        shown.close()
        onOpen?.()
      }
    },
    setMuted(next) {
      isMuted = next
    },
  }
}
