import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MeetingPayload } from '#shared/contract/call-entities.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import type { AppStorage } from '../storage/storage.ts'

export const MEETING_TEXT = {
  blocked: 'The browser blocked the meeting window. Allow pop-ups for this site, then join again.',
} as const

/** Chat pop-outs are capped at this (spec 1 §9); the meeting room takes the same. */
const POPUP_WIDTH = 1200
const POPUP_HEIGHT = 768

/** Who runs a meeting sees more than who is asked to it (spec 1 §4.3). */
export type MeetingRole = 'manager' | 'agent'

export interface OpenMeeting {
  readonly payload: MeetingPayload
  readonly role: MeetingRole
  /** They look in the mirror first; a call that was answered goes on at once. */
  readonly hasDoor?: boolean
}

/** A window of its own, as far as the application needs to know it. */
export interface PopupWindow {
  readonly closed: boolean
}

/** The meeting that this window is in, and the way into one (spec 1 §4.3). */
export interface Meetings {
  /** The meeting whose window the shell shows; null where it shows none. */
  readonly store: StoreApi<OpenMeeting | null>
  /**
   * Goes to a meeting: as manager who may create one-to-one meetings, else as agent; managers with
   * EXTERNAL_POPOUT_MEETING in a window of its own.
   *
   * @param how CALL for one that rings or is begun here; whoever goes to a planned one sees to their devices first
   */
  join(payload: MeetingPayload, how?: 'CALL' | 'PLANNED'): void
  leave(): void
  /** The id of the meeting that runs here, or in the window that was opened for it; null without one. */
  currentID(): number | null
  /** Whether a meeting runs here, or in the window that was opened for it. */
  isInMeeting(): boolean
}

interface MeetingServices {
  /** Hands the meeting to the window that opens for it (spec 1 §2.2, 2 §3). */
  readonly storage: AppStorage
  readonly permissions: () => Permissions
  readonly openWindow: (path: string, name: string, features: string) => PopupWindow | null
  readonly screen: () => { readonly width: number; readonly height: number }
  readonly onBlocked: (text: string) => void
}

/** The part somebody takes in meetings. */
export const meetingRole = (permissions: Permissions): MeetingRole =>
  permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS') ? 'manager' : 'agent'

export function createMeetings(services: MeetingServices): Meetings {
  const { permissions, openWindow, screen, storage, onBlocked } = services
  const store = createStore<OpenMeeting | null>(() => null)
  let popup: PopupWindow | null = null
  let poppedOut: number | null = null
  const popOut = (id: number, isCall: boolean) => {
    const width = Math.min(POPUP_WIDTH, screen().width)
    const height = Math.min(POPUP_HEIGHT, screen().height)
    const features = `popup,width=${width},height=${height}`
    storage.set('moderatorMeetingID', String(id))
    popup = openWindow(
      `/moderator-meeting-room?room=${id}${isCall ? '&call=1' : ''}`,
      `meeting-${id}`,
      features,
    )
    poppedOut = id
    if (popup) return
    storage.remove('moderatorMeetingID')
    onBlocked(MEETING_TEXT.blocked)
  }
  const isPoppedOut = () => popup !== null && !popup.closed
  return {
    store,
    join(payload, how = 'PLANNED') {
      const held = permissions()
      const role = meetingRole(held)
      if (role === 'manager' && held.can('EXTERNAL_POPOUT_MEETING')) popOut(payload.ID, how === 'CALL')
      else store.setState({ payload, role, ...(how === 'PLANNED' && { hasDoor: true }) }, true)
    },
    leave: () => store.setState(null, true),
    currentID: () => store.getState()?.payload.ID ?? (isPoppedOut() ? poppedOut : null),
    isInMeeting: () => store.getState() !== null || isPoppedOut(),
  }
}
