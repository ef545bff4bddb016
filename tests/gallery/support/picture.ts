import { createHash } from 'node:crypto'
import { decode, encode } from 'fast-png'

/** A picture of one moment: red, green and blue of each pixel, row by row from the top left. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

const COLOURS_MAX = 256
const LEVEL = 9

/** Reads a PNG of 8 bits a channel; nothing in it may be seen through. */
export function readPng(file: Uint8Array): Picture {
  const { width, height, data, channels, palette } = decode(file)
  const rgb = new Uint8Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = palette?.[data[pixel] ?? 0] ?? data.subarray(pixel * channels, pixel * channels + 3)
    for (let part = 0; part < 3; part++) rgb[pixel * 3 + part] = colour[part] ?? 0
  }
  return { width, height, rgb }
}

/** The picture as a small PNG that loses nothing: of an index where its colours go into one. */
export function writePng({ width, height, rgb }: Picture): Uint8Array {
  const places = new Map<number, number>()
  const indices = new Uint8Array(width * height)
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const colour = colourAt(rgb, pixel)
    const place = places.get(colour) ?? places.size
    if (place === COLOURS_MAX)
      return encode({ width, height, data: rgb, channels: 3 }, { zlib: { level: LEVEL } })
    places.set(colour, place)
    indices[pixel] = place
  }
  const palette = [...places.keys()].map((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return encode(
    { width, height, data: indices, channels: 1, palette: palette as [number, number, number][] },
    { zlib: { level: LEVEL } },
  )
}

const colourAt = (rgb: Uint8Array, pixel: number): number =>
  ((rgb[pixel * 3] ?? 0) << 16) | ((rgb[pixel * 3 + 1] ?? 0) << 8) | (rgb[pixel * 3 + 2] ?? 0)

/** How many pixels look different; one that only one of the two has does. */
export function differingPixels(one: Picture, other: Picture): number {
  const isSameSize = one.width === other.width && one.height === other.height
  if (isSameSize && Buffer.compare(one.rgb, other.rgb) === 0) return 0
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  let count = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (differ(at(one, x, y), at(other, x, y))) count++
  return count
}

const at = ({ width, height, rgb }: Picture, x: number, y: number): number =>
  x < width && y < height ? colourAt(rgb, y * width + x) : -1

/** Chromium draws a curve up to 3 of 255 lighter or darker from one run to the next; nobody sees that. */
const UNSEEN = 3
const differ = (one: number, other: number): boolean =>
  one !== other &&
  (one < 0 ||
    other < 0 ||
    [16, 8, 0].some((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) > UNSEEN))

/** Both side by side, with what differs in red between them. */
export function differencePicture(one: Picture, other: Picture): Picture {
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const rgb = new Uint8Array(width * 3 * height * 3)
  const put = (column: number, x: number, y: number, colour: number) => {
    const start = (y * width * 3 + column * width + x) * 3
    rgb.set([colour >> 16, (colour >> 8) & 255, colour & 255], start)
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [before, after] = [at(one, x, y), at(other, x, y)]
      put(0, x, y, Math.max(0, before))
      put(1, x, y, differ(before, after) ? 0xd00000 : 0xffffff)
      put(2, x, y, Math.max(0, after))
    }
  return { width: width * 3, height, rgb }
}

/** The same for the same pixels, on any machine. */
export const pixelsHash = ({ width, height, rgb }: Picture): string =>
  createHash('sha256').update(`${width}x${height} `).update(rgb).digest('hex')
