/**
 * What may not be in a line: control characters (C0, DEL and C1, among them U+0085), the line and paragraph
 * separators U+2028 and U+2029, and halves of surrogate pairs, which can't be encoded.
 */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** Whether every program that reads the text will see one line. */
export function isOneLine(text: string): boolean {
  return !NOT_IN_A_LINE.test(text)
}
