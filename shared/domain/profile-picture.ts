/** Content types of the pictures that are accepted. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Largest picture that is taken, in bytes. The documents name no limit; this one is ours. */
const PICTURE_MAX_BYTES = 5 * 1024 * 1024

export const PICTURE_TEXT = {
  type: 'A picture is a PNG, JPEG or WebP file.',
  size: 'A picture may have 5 MB at most.',
} as const

/** Why a file can't be a profile picture, by its declared type and size; null where it can. */
export function pictureProblem({ type, size }: { type: string; size: number }): string | null {
  if (!PICTURE_TYPES.some((taken) => taken === type)) return PICTURE_TEXT.type
  return size > PICTURE_MAX_BYTES ? PICTURE_TEXT.size : null
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]
const RIFF = [0x52, 0x49, 0x46, 0x46]
const WEBP = [0x57, 0x45, 0x42, 0x50]

/** A picture's type by its first bytes, whatever it is declared as; null for other files. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const has = (signature: readonly number[], at = 0) =>
    signature.every((byte, index) => bytes[at + index] === byte)
  if (has(PNG)) return 'image/png'
  if (has(JPEG)) return 'image/jpeg'
  // In a RIFF container the format's name comes after the length.
  return has(RIFF) && has(WEBP, 8) ? 'image/webp' : null
}
