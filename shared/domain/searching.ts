/**
 * Fewest characters of a filter or search box, and how long it waits after typing, in milliseconds (spec 2
 * §9, 3 §5).
 */
export const FILTER_MIN_LENGTH = 2
export const FILTER_DEBOUNCE_MS = 300

/** Fewest characters for a dropdown that asks the server (spec 3 §5, §9). */
export const DROPDOWN_MIN_LENGTH = 3

/** Scrolling is looked at once it has rested for this long, in milliseconds (spec 3 §9). */
export const SCROLL_DEBOUNCE_MS = 500
/** In pixels; the document gives the number without a unit. */
export const SCROLL_ACCURACY = 90

/** The term that a filter or search box searches for: '' below 2 characters (spec 3 §5). */
export function filterTerm(typed: string): string {
  const term = typed.trim()
  return term.length < FILTER_MIN_LENGTH ? '' : term
}

/** The term that a dropdown asks the server for; null below 3 characters (spec 3 §5). */
export function dropdownTerm(typed: string): string | null {
  const term = typed.trim()
  return term.length < DROPDOWN_MIN_LENGTH ? null : term
}

/** Whether the end is in view. All in pixels. */
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
