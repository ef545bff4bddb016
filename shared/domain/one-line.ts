/**
 * What doesn't belong into one line: controls (C0, DEL and C1, among them U+0085), the line and paragraph
 * separators U+2028 and U+2029, and halves of a surrogate pair, which no encoding of a program's input has.
 */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** Whether a text is one line to every program that may read it. */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}
