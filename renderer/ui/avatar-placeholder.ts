import { initialsOf } from '#shared/domain/initials.ts'
import { colourOf } from './identity.ts'

/** Width and height of the placeholder in pixels (spec 1 §9). */
export const PLACEHOLDER_SIZE = 200

/** Tint and ink of each avatar colour; the same as the light ones of UserAvatar.module.css. */
const COLOURS = [
  ['#d9e7f5', '#1d4e7c'],
  ['#d5ece3', '#0f5a40'],
  ['#f6e2cf', '#85460f'],
  ['#e8e0f5', '#563a8c'],
  ['#f7dde2', '#8f2a44'],
  ['#d4ebef', '#0b5763'],
  ['#f4e8c4', '#6f4f06'],
  ['#e4eacd', '#4b5a12'],
  ['#f3dcef', '#813079'],
  ['#dfe3ec', '#3c4a66'],
] as const

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A picture of 200 by 200 with the name's initials, as a data address (spec 1 §4.8, §9). */
export function avatarPlaceholder(name: string): string {
  const [tint, ink] = COLOURS[colourOf(name)] ?? COLOURS[0]
  const size = PLACEHOLDER_SIZE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="${tint}"/><text x="50%" y="50%" dy=".36em" text-anchor="middle" font-family="Inter Variable, Segoe UI, system-ui, sans-serif" font-size="78" font-weight="600" fill="${ink}">${escaped(initialsOf(name))}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
