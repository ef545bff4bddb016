/** Shorter texts of a request are words of any message. */
const SENT_MIN = 4
const SENT_MAX = 5000

/** Every text in a value that came with a request, the longest first. */
export function textsIn(value: unknown): string[] {
  const found = new Set<string>()
  const look = (one: unknown, depth: number): void => {
    if (found.size >= SENT_MAX || depth > 12) return
    if (typeof one === 'string') {
      for (const text of [one, ...one.split('\n')]) if (text.trim().length >= SENT_MIN) found.add(text.trim())
    } else if (typeof one === 'number' && String(one).length >= SENT_MIN) found.add(String(one))
    else if (Array.isArray(one)) for (const part of one) look(part, depth + 1)
    else if (typeof one === 'object' && one !== null)
      for (const part of Object.values(one)) look(part, depth + 1)
  }
  look(value, 0)
  return [...found].sort((one, other) => other.length - one.length)
}
