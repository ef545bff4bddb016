import { strict } from '../strict.ts'

/** A picture of one point: nothing here looks at what is on it. */
const POINT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Size {
  readonly width: number
  readonly height: number
}

const picture = (size: Size) =>
  strict('NativeImage', { toDataURL: () => POINT, getSize: () => size, isEmpty: () => false })

export const nativeImage = strict('nativeImage', {
  createFromBitmap(bitmap: Buffer, size: Size) {
    if (bitmap.length !== size.width * size.height * 4) throw new Error('invalid buffer size')
    return picture(size)
  },
})

const SOURCES = [
  { id: 'screen:1:0', name: 'Entire screen' },
  { id: 'window:2:0', name: 'Notes' },
]

/** There is no screen to capture here; a test can put others in place of these. */
export const desktopCapturer = strict('desktopCapturer', {
  getSources: async ({ types, thumbnailSize }: { types: string[]; thumbnailSize: Size }) =>
    SOURCES.filter(({ id }) => types.some((type) => id.startsWith(type))).map((source) => ({
      ...source,
      thumbnail: picture(thumbnailSize),
    })),
})
