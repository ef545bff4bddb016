import type { Picture } from './company-pictures.ts'

export type Ground = 'light' | 'dark'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)

const INK: Readonly<Record<Ground, string>> = { light: '#1d2733', dark: '#ffffff' }
const NAME_MAX = 40
const HEIGHT = 48
const MARGIN = 10

/** A company's name in place of its logo. */
export function wordmark(name: string, ground: Ground): string {
  const text = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name
  // Wider than in any system's font, so that no letter is cut off: what is left over lies at its end.
  const width = Math.round(
    [...text].reduce((sum, letter) => sum + (/[mwMW\p{Lu}]/u.test(letter) ? 27 : 20), 6),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"><text x="0" y="34" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="30" font-weight="650" fill="${INK[ground]}">${escaped(text)}</text></svg>`
}

/** A company's first letter in place of its icon. */
export function initialMark(name: string): string {
  const [letter = ''] = name.trim()
  return `<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 48 48"><rect width="48" height="48" rx="12" fill="${INK.dark}"/><rect x="1" y="1" width="46" height="46" rx="11" fill="none" stroke="#c9d3dc" stroke-width="2"/><text x="24" y="34" text-anchor="middle" font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif" font-size="28" font-weight="650" fill="${INK.light}">${escaped(letter.toUpperCase())}</text></svg>`
}

/** The picture's width for a height of one; 3 where it doesn't say. */
function shapeOf({ contentType, content }: Picture): number {
  const bytes = Buffer.from(content)
  if (contentType === 'image/png') {
    // The first chunk has both, behind its length and name (PNG §11.2.2).
    if (bytes.length < 24) return 3
    return bytes.readUInt32BE(16) / Math.max(1, bytes.readUInt32BE(20)) || 3
  }
  const [root = ''] = /<svg\b[^>]*>/i.exec(bytes.toString('utf8')) ?? []
  const [, w, h] =
    /viewBox\s*=\s*["']\s*[-\d.e]+[\s,]+[-\d.e]+[\s,]+([\d.e]+)[\s,]+([\d.e]+)/i.exec(root) ?? []
  const shape = Number(w) / Number(h)
  return Number.isFinite(shape) && shape > 0 ? shape : 3
}

/** A logo for light grounds on a white plate, for dark ones. */
export function onPlate(logo: Picture): string {
  const wide = Math.round(Math.min(12, Math.max(0.25, shapeOf(logo))) * HEIGHT)
  const [width, height] = [wide + 2 * MARGIN, HEIGHT + 2 * MARGIN]
  const data = `data:${logo.contentType};base64,${Buffer.from(logo.content).toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" rx="12" fill="#ffffff"/><image x="${MARGIN}" y="${MARGIN}" width="${wide}" height="${HEIGHT}" href="${data}"/></svg>`
}
