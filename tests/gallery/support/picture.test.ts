import { expect, test } from 'vitest'
import { differencePicture, differingPixels, type Picture, pixelsHash, readPng, writePng } from './picture.ts'

/** A picture of 20 × 20 whose pixels have so many colours in turn. */
function picture(colours: number): Picture {
  const rgb = new Uint8Array(20 * 20 * 3)
  for (let pixel = 0; pixel < 400; pixel++) {
    const colour = pixel % colours
    rgb.set([colour & 255, colour >> 8, 7], pixel * 3)
  }
  return { width: 20, height: 20, rgb }
}

test.each([1, 2, 255, 256, 257, 400])(
  'a picture of %i colours is written and read without a loss',
  (colours) => {
    const whole = picture(colours)
    const file = writePng(whole)
    expect(differingPixels(readPng(file), whole)).toBe(0)
    expect(pixelsHash(readPng(file))).toBe(pixelsHash(whole))
    // Byte 25 says how colours are kept: by an index, or each by itself.
    expect(file[25]).toBe(colours <= 256 ? 3 : 2)
  },
)

test.each([
  [0, 1],
  [1, 1],
  [2, -1],
])('one pixel that is seen to differ is a difference, in any channel (%i)', (channel, sign) => {
  const one = { width: 20, height: 20, rgb: new Uint8Array(1200).fill(100) }
  const other = { ...one, rgb: one.rgb.slice() }
  other.rgb[600 + channel] = 100 + sign * 3
  expect(differingPixels(one, other)).toBe(0)
  other.rgb[600 + channel] = 100 + sign * 4
  expect(differingPixels(one, other)).toBe(1)
})

test('one more row is a difference', () => {
  const one = picture(3)
  const longer = { ...one, height: 21, rgb: new Uint8Array([...one.rgb, ...new Uint8Array(60)]) }
  expect(differingPixels(one, longer)).toBe(20)
  expect(differingPixels(longer, one)).toBe(20)
})

test('the difference shows both, and red between them where they differ', () => {
  const one = picture(1)
  const other = { ...one, rgb: one.rgb.slice() }
  other.rgb.set([9, 9, 9], 3)
  const { width, height, rgb } = differencePicture(one, other)
  expect([width, height]).toEqual([60, 20])
  const at = (x: number) => [...rgb.subarray(x * 3, x * 3 + 3)]
  expect([at(1), at(20), at(21), at(41)]).toEqual([
    [0, 0, 7],
    [255, 255, 255],
    [208, 0, 0],
    [9, 9, 9],
  ])
})
