/** A filter or search box begins at so many characters, and waits so long, in milliseconds (spec 2 §9, 3 §5). */
export const FILTER_MIN_LENGTH = 2
export const FILTER_DEBOUNCE_MS = 300

/** A dropdown that asks the server does so from that many characters (spec 3 §5, §9). */
export const DROPDOWN_MIN_LENGTH = 3

/** How long scrolling rests before the detector looks, and how close to the end is the end (spec 3 §9). */
export const SCROLL_DEBOUNCE_MS = 500
/** In pixels; the document gives the number without a unit. */
export const SCROLL_ACCURACY = 90

/** What a filter or search box searches for: nothing below 2 characters (spec 3 §5). */
export function filterTerm(typed: string): string {
  const term = typed.trim()
  return term.length < FILTER_MIN_LENGTH ? '' : term
}

/** What a dropdown asks the server for; null below 3 characters (spec 3 §5). */
export function dropdownTerm(typed: string): string | null {
  const term = typed.trim()
  return term.length < DROPDOWN_MIN_LENGTH ? null : term
}

/** Whether so much is scrolled that the end shows. All in pixels. */
export function isAtEnd({
  scrollTop,
  clientHeight,
  scrollHeight,
}: {
  readonly scrollTop: number
  readonly clientHeight: number
  readonly scrollHeight: number
}): boolean {
  return scrollHeight - clientHeight - scrollTop <= SCROLL_ACCURACY
}
