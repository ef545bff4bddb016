/** Initials of a name: the first letters of its first two words, upper-cased (spec 1 §4.8). */
export function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A hue from 0 to 359, always the same for the same label (spec 2 §3). */
export function hueOf(label: string): number {
  let hash = 2166136261
  for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 16777619)
  return (hash >>> 0) % 360
}
