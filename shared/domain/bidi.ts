/**
 * Unicode's bidirectional controls: characters that change the order of what follows, and those that end
 * that. None is visible.
 */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g
/** Those that override the letters' own direction; no script needs them. */
const OVERRULING = /[\u202D\u202E]/g

const visible = (sign: string): string =>
  `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`

/**
 * A name with its bidirectional controls made visible. Otherwise `exe.[U+202E]gpj` would be read as
 * `exe.jpg`. Marks for single letters stay, since names in right-to-left scripts need them.
 */
export function visibleName(name: string): string {
  return name.replace(TURNING, visible)
}

/** A text with its direction overrides made visible; isolates around numbers and names stay. */
export function visibleText(text: string): string {
  return text.replace(OVERRULING, visible)
}
