import type { StyleSettings } from '../contract/settings-entities.ts'

/** Text and its background have at least this contrast (spec 5 §5.1, WCAG 2 AA). */
export const CONTRAST_MIN = 4.5

type RGB = readonly [number, number, number]

const channel = (hex: string) => Number.parseInt(hex, 16)

function fromHex(text: string): RGB | null {
  const hex = /^#([\da-f]{3,8})$/i.exec(text)?.[1]
  if (hex === undefined) return null
  const short = hex.length < 6
  const at = (index: number) =>
    channel(short ? hex.charAt(index).repeat(2) : hex.slice(index * 2, index * 2 + 2))
  return [at(0), at(1), at(2)]
}

function fromHue(hue: number, saturation: number, lightness: number): RGB {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const at = (shift: number) => {
    const turn = (shift + hue / 30) % 12
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)))
  }
  return [at(0), at(8), at(4)]
}

/** The channels of a colour, 0 to 255 and without its alpha; null where it is no plain colour. */
export function rgbOf(text: string): RGB | null {
  const known = fromHex(text.trim())
  if (known) return known
  const [, kind = '', inside = ''] = /^(rgb|hsl)a?\(([^)]*)\)$/i.exec(text.trim()) ?? []
  const parts = inside.split(/[\s,/]+/).filter((one) => one !== '')
  const [a = 0, b = 0, c = 0] = parts.map((one) => Number.parseFloat(one))
  if (kind === '' || [a, b, c].some(Number.isNaN)) return null
  if (kind.toLowerCase() === 'hsl') return fromHue(((a % 360) + 360) % 360, b / 100, c / 100)
  const scale = parts[0]?.endsWith('%') ? 2.55 : 1
  return [a * scale, b * scale, c * scale]
}

function luminance([r, g, b]: RGB): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** The contrast of two colours, 1 to 21; null where one is no plain colour. */
export function contrastOf(text: string, background: string): number | null {
  const [one, other] = [rgbOf(text), rgbOf(background)]
  if (!one || !other) return null
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Text and background that are read together; where in the settings they stand. */
export interface ColourPair {
  readonly name: string
  readonly colour: string
  readonly background: string
}

/** Roles of the product's colours that are text on a background. */
const ROLES: readonly (readonly [string, string])[] = [
  ['text', 'bg'],
  ['text', 'surface'],
  ['text-2', 'surface'],
  ['primary-text', 'primary'],
  ['mention-text', 'mention'],
  ['text', 'own-bubble'],
]

/** The pairs of style settings. Roles are paired with the product's own colours where the other isn't set. */
export function pairsOf(
  { variables, trackerActivities, tasks, events, jobOrders }: StyleSettings,
  own: Readonly<Record<string, string>> = {},
): ColourPair[] {
  const set: Readonly<Record<string, string | undefined>> = { ...own, ...variables }
  const roles = ROLES.flatMap(([colour, background]) => {
    const [text, behind] = [set[colour], set[background]]
    return text !== undefined && behind !== undefined
      ? [{ name: `${colour} on ${background}`, colour: text, background: behind }]
      : []
  })
  const fields: Readonly<Record<string, StyleSettings['trackerActivities']>> = {
    Activities: trackerActivities,
    'Task status': tasks.status,
    'Task priority': tasks.priority,
    'Event state': events.state,
    'Event type': events.type,
    'Job order status': jobOrders.status,
    'Job order sub-status': jobOrders.subStatus,
    'Job order type': jobOrders.type,
    'Job order combination': jobOrders.combinations,
  }
  const values = Object.entries(fields).flatMap(([field, styles]) =>
    Object.entries(styles).map(([value, pair]) => ({ name: `${field}: ${value}`, ...pair })),
  )
  return [...roles, ...values]
}

/** Whether the pair is hard to read. What can't be worked out counts as readable. */
export const isHardToRead = ({ colour, background }: Pick<ColourPair, 'colour' | 'background'>): boolean =>
  (contrastOf(colour, background) ?? CONTRAST_MIN) < CONTRAST_MIN

/** Pairs that are hard to read now and were not before, by name. */
export function newlyHardToRead(before: StyleSettings, after: StyleSettings): string[] {
  const known = new Set(
    pairsOf(before)
      .filter(isHardToRead)
      .map((pair) => JSON.stringify(pair)),
  )
  return pairsOf(after)
    .filter(isHardToRead)
    .filter((pair) => !known.has(JSON.stringify(pair)))
    .map(({ name }) => name)
}
