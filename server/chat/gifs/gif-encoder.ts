/** Pictures of one size; each pixel is a byte, its index in the palette. */
export interface Animation {
  readonly width: number
  readonly height: number
  /** Up to 16 colours, each red, green, blue. */
  readonly palette: readonly (readonly [number, number, number])[]
  readonly frames: readonly Uint8Array[]
  /** Between frames, in hundredths of a second. */
  readonly delay: number
}

const COLOUR_BITS = 4
const CLEAR = 1 << COLOUR_BITS
const END = CLEAR + 1
const CODES_MAX = 4096

/** GIF's variant of LZW: codes grow with the dictionary, the lowest bit comes first. */
function compress(pixels: Uint8Array): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  let width = COLOUR_BITS + 1
  let known = new Map<number, number>()
  let next = END + 1
  const put = (code: number) => {
    held |= code << bits
    bits += width
    for (; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255)
  }
  put(CLEAR)
  let run = pixels[0] ?? 0
  for (const pixel of pixels.subarray(1)) {
    const longer = known.get((run << 8) | pixel)
    if (longer !== undefined) {
      run = longer
      continue
    }
    put(run)
    if (next < CODES_MAX) {
      known.set((run << 8) | pixel, next)
      if (next === 1 << width) width++
      next++
    } else {
      put(CLEAR)
      known = new Map()
      next = END + 1
      width = COLOUR_BITS + 1
    }
    run = pixel
  }
  put(run)
  put(END)
  if (bits > 0) bytes.push(held & 255)
  return Buffer.from(bytes)
}

/** Blocks of up to 255 bytes, each after its length. */
function blocks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...parts, Buffer.from([0])])
}

const word = (value: number): number[] => [value & 255, value >> 8]

/** An animated GIF (GIF89a) that repeats for ever. */
export function encodeGif({ width, height, palette, frames, delay }: Animation): Buffer {
  const colours = Array.from({ length: CLEAR }, (_, place) => palette[place] ?? [0, 0, 0]).flat()
  const head = Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    Buffer.from([...word(width), ...word(height), 0x80 | ((COLOUR_BITS - 1) << 4) | (COLOUR_BITS - 1), 0, 0]),
    Buffer.from(colours),
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0', 'latin1'),
    Buffer.from([3, 1, 0, 0, 0]),
  ])
  const images = frames.map((frame) =>
    Buffer.concat([
      Buffer.from([0x21, 0xf9, 4, 4, ...word(delay), 0, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, COLOUR_BITS]),
      blocks(compress(frame)),
    ]),
  )
  return Buffer.concat([head, ...images, Buffer.from([0x3b])])
}
