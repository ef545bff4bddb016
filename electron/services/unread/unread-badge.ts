/** The taskbar's entry of a window. */
export interface TaskbarEntry {
  isFocused(): boolean
  flash(on: boolean): void
  /** Shows the count; 0 shows none. */
  badge(count: number): void
}

/** Shows unread messages on the taskbar, and flashes it when there are more than before (spec 1 §3). */
export class UnreadBadge {
  #count = 0

  show(count: number, entry: TaskbarEntry): void {
    if (count !== this.#count) entry.badge(count)
    if (count > this.#count && !entry.isFocused()) entry.flash(true)
    if (count === 0) entry.flash(false)
    this.#count = count
  }
}
