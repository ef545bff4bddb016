/** Signs that turn the order of what is drawn after them, and those that end it: none of them is drawn itself. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g
/** Those that overrule every letter's own direction: no script needs them. */
const OVERRULING = /[\u202D\u202E]/g

const visible = (sign: string): string =>
  `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * A name in which nothing turns its order unseen: `exe.[U+202E]gpj`, where else `exe.jpg` would be read. The
 * marks of single letters, which names of right-to-left scripts need, stay.
 */
export function visibleName(name: string): string {
  return name.replace(TURNING, visible)
}

/** A text in which nothing overrules its letters unseen; what only frames a quoted number or name stays. */
export function visibleText(text: string): string {
  return text.replace(OVERRULING, visible)
}
