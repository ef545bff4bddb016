import type { Clock } from '../clock.ts'

/** A share without a picture for this long has ended, in milliseconds: its window has gone. */
const SHARE_ENDS_MS = 10_000

export interface SharedScreen {
  readonly userID: number
  readonly picture: string
}

/** Screens that people share with meetings: the last picture of each, in memory only. */
export class MeetingScreens {
  readonly #clock: Clock
  readonly #shown = new Map<number, SharedScreen & { readonly at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a picture; false where somebody else is sharing. */
  show(meetingID: number, userID: number, picture: string): boolean {
    const shown = this.of(meetingID)
    if (shown && shown.userID !== userID) return false
    this.#shown.set(meetingID, { userID, picture, at: this.#clock() })
    return true
  }

  /** Ends the person's share, if they have one. */
  end(meetingID: number, userID: number): void {
    if (this.#shown.get(meetingID)?.userID === userID) this.#shown.delete(meetingID)
  }

  /** What is shared with a meeting; null for nothing. */
  of(meetingID: number): SharedScreen | null {
    this.#forget()
    const shown = this.#shown.get(meetingID)
    return shown ? { userID: shown.userID, picture: shown.picture } : null
  }

  /** Deletes pictures as soon as they are no longer shown. */
  #forget(): void {
    const oldest = this.#clock() - SHARE_ENDS_MS
    for (const [meetingID, { at }] of this.#shown) if (at < oldest) this.#shown.delete(meetingID)
  }
}
