import type { Clock } from '../clock.ts'

/** After this long without a picture a share has ended, in milliseconds: its window has gone. */
const SHARE_ENDS_MS = 10_000

export interface SharedScreen {
  readonly userID: number
  readonly picture: string
}

/** The screens that people share with meetings: the last picture of each, in memory alone. */
export class MeetingScreens {
  readonly #clock: Clock
  readonly #shown = new Map<number, SharedScreen & { readonly at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes a picture; false where somebody else shares theirs. */
  show(meetingID: number, userID: number, picture: string): boolean {
    const shown = this.of(meetingID)
    if (shown && shown.userID !== userID) return false
    this.#shown.set(meetingID, { userID, picture, at: this.#clock() })
    return true
  }

  /** Ends the person's share; nothing happens where they have none. */
  end(meetingID: number, userID: number): void {
    if (this.#shown.get(meetingID)?.userID === userID) this.#shown.delete(meetingID)
  }

  /** What is shared with a meeting; null for nothing. */
  of(meetingID: number): SharedScreen | null {
    this.#forget()
    const shown = this.#shown.get(meetingID)
    return shown ? { userID: shown.userID, picture: shown.picture } : null
  }

  /** Pictures of people's screens aren't kept for longer than they are shown. */
  #forget(): void {
    const oldest = this.#clock() - SHARE_ENDS_MS
    for (const [meetingID, { at }] of this.#shown) if (at < oldest) this.#shown.delete(meetingID)
  }
}
