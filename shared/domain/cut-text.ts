/** Longest text of a notification, in UTF-16 units (spec 2 §9). */
export const NOTIFICATION_PREVIEW_LENGTH = 150

/** Cuts at a length in UTF-16 units, never through a surrogate pair, and marks the cut with an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 1)) ? length - 1 : length
  return `${text.slice(0, end)}…`
}
