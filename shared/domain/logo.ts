/** Largest logo, in bytes (spec 5 §2.2). */
export const LOGO_MAX_BYTES = 512 * 1024

/** Largest picture beside the sign-in, in bytes: a photograph, which every sign-in fetches. */
export const SIGN_IN_PICTURE_MAX_BYTES = 1024 * 1024

/** What the company shows of itself (spec 5 §5.7). The dark one stands on dark grounds. */
export const COMPANY_PICTURES = ['LOGO', 'LOGO_DARK', 'ICON', 'SIGN_IN'] as const
export const COMPANY_PICTURE_NAMES: Readonly<Record<CompanyPicture, string>> = {
  LOGO: 'Logo',
  LOGO_DARK: 'Logo on dark grounds',
  ICON: 'Icon',
  SIGN_IN: 'Sign-in picture',
}
export type CompanyPicture = (typeof COMPANY_PICTURES)[number]

export type LogoType = 'image/png' | 'image/svg+xml'
export type LogoFault = 'size' | 'type' | 'scripts'
export type PictureType = LogoType | 'image/jpeg'
export type PictureFault = LogoFault | 'photoSize' | 'photoType'

/** The faults in words. */
export const LOGO_TEXT: Readonly<Record<PictureFault, string>> = {
  size: 'A logo has at most 512 KB.',
  type: 'A logo is a PNG or an SVG file.',
  photoSize: 'A sign-in picture has at most 1 MB.',
  photoType: 'A sign-in picture is a PNG, a JPEG or an SVG file.',
  scripts: 'This SVG has scripts or fetches something from elsewhere. Save it as a plain SVG, or take a PNG.',
}

const JPEG = [0xff, 0xd8, 0xff]
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const SVG = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/i
/** What runs, holds other documents, or hides something from who looks. */
const ACTIVE =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|embed|object|handler|listener)\b|[\s"'/]on\w+\s*=|<!\s*(?:doctype|entity)|@import|<\?xml-stylesheet/i
const REFERENCE = /(?:href|src)\s*=\s*(["']?)\s*([^"'\s>]*)/gi
const OWN = /^(?:#|data:image\/(?:png|jpeg|webp);)/i

/** Browsers and Node both have it; the language's own types, which are all that this folder has, don't. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, place) => bytes[place] === byte)

/** What kind of picture the bytes are, by themselves and not by what their sender says; or why they are no logo. */
export const readLogo = (bytes: Uint8Array): LogoType | LogoFault =>
  bytes.length > LOGO_MAX_BYTES ? 'size' : read(bytes)

/** The same for each picture of the company. A sign-in picture may be a photograph. */
export function readPicture(kind: CompanyPicture, bytes: Uint8Array): PictureType | PictureFault {
  if (kind !== 'SIGN_IN') return readLogo(bytes)
  if (bytes.length > SIGN_IN_PICTURE_MAX_BYTES) return 'photoSize'
  if (beginsWith(bytes, JPEG)) return 'image/jpeg'
  const kindOf = read(bytes)
  return kindOf === 'type' ? 'photoType' : kindOf
}

function read(bytes: Uint8Array): LogoType | LogoFault {
  if (beginsWith(bytes, PNG)) return 'image/png'
  const text = new TextDecoder().decode(bytes)
  if (!SVG.test(text)) return 'type'
  if (ACTIVE.test(text)) return 'scripts'
  const foreign = [...text.matchAll(REFERENCE)].some(([, , target = '']) => !OWN.test(target))
  const fetched = [...text.matchAll(/url\(\s*["']?\s*([^)"'\s]*)/gi)].some(
    ([, target = '']) => !OWN.test(target),
  )
  return foreign || fetched ? 'scripts' : 'image/svg+xml'
}

export const isLogoFault = (answer: PictureType | PictureFault): answer is PictureFault => answer in LOGO_TEXT
