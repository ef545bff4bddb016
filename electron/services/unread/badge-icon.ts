/** Edge of the icon, in pixels; Windows scales it to its taskbar. */
export const BADGE_SIZE = 32

/** Digits of 3 by 5 points, a bit for each, rows from the top. */
const FIGURES: Readonly<Record<string, readonly number[]>> = {
  0: [7, 5, 5, 5, 7],
  1: [2, 6, 2, 2, 7],
  2: [7, 1, 7, 4, 7],
  3: [7, 1, 7, 1, 7],
  4: [5, 5, 7, 1, 1],
  5: [7, 4, 7, 1, 7],
  6: [7, 4, 7, 5, 7],
  7: [7, 1, 2, 2, 2],
  8: [7, 5, 7, 5, 7],
  9: [7, 5, 7, 1, 7],
  '+': [0, 2, 7, 2, 0],
}
const [WIDTH, HEIGHT, GAP] = [3, 5, 1]

/** Blue, green, red, opacity: the order of Electron's bitmaps. */
const RED = [0x33, 0x2b, 0xb4, 0xff]
const WHITE = [0xff, 0xff, 0xff, 0xff]

/** The badge's text: the count, '9+' at most. */
export function badgeText(count: number): string {
  return count > 9 ? '9+' : String(count)
}

/** A red disc with the count in white, as a bitmap of `BADGE_SIZE` by `BADGE_SIZE`. */
export function badgeBitmap(count: number): Buffer {
  const bitmap = Buffer.alloc(BADGE_SIZE * BADGE_SIZE * 4)
  const put = (x: number, y: number, colour: readonly number[]) =>
    bitmap.set(colour, (y * BADGE_SIZE + x) * 4)
  const centre = (BADGE_SIZE - 1) / 2
  for (let y = 0; y < BADGE_SIZE; y++) {
    for (let x = 0; x < BADGE_SIZE; x++) {
      if (Math.hypot(x - centre, y - centre) <= centre) put(x, y, RED)
    }
  }
  write(badgeText(count), put)
  return bitmap
}

function write(text: string, put: (x: number, y: number, colour: readonly number[]) => void): void {
  const scale = text.length === 1 ? 4 : 3
  const width = (text.length * (WIDTH + GAP) - GAP) * scale
  const left = Math.round((BADGE_SIZE - width) / 2)
  const top = Math.round((BADGE_SIZE - HEIGHT * scale) / 2)
  for (const [place, figure] of [...text].entries()) {
    const points = FIGURES[figure] ?? []
    for (let point = 0; point < WIDTH * HEIGHT * scale * scale; point++) {
      const x = point % (WIDTH * scale)
      const y = Math.floor(point / (WIDTH * scale))
      const bit = (points[Math.floor(y / scale)] ?? 0) >> (WIDTH - 1 - Math.floor(x / scale))
      if (bit & 1) put(left + place * (WIDTH + GAP) * scale + x, top + y, WHITE)
    }
  }
}
