/** Records that can be tagged with # (spec 2 §3), and the chat's own polls and documents. */
export const ASSET_TYPES = ['TASK', 'JOB_ORDER', 'TICKET', 'TOPIC', 'MEETING', 'POLL', 'DOCUMENT'] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** The id of a tagged asset: `TICKET:1209`. */
export const assetID = (type: AssetType, id: number): string => `${type}:${id}`

/** Reads an asset's id; null where it isn't one. */
export function readAssetID(text: string): { type: AssetType; id: number } | null {
  const [name, number] = text.split(':')
  const type = ASSET_TYPES.find((one) => one === name)
  return type && number !== undefined && /^[1-9]\d{0,14}$/.test(number) ? { type, id: Number(number) } : null
}

/** Markup of a tagged asset (spec 2 §3). Brackets in the display would end it. */
export const assetMarkup = (display: string, id: string): string =>
  `#START_ASSET_TAG[${display.replace(/[[\]]/g, ' ').trim()}][${id}]END_ASSET_TAG#`

/**
 * A tagged asset's markup: its label and its id. Neither may contain a bracket, so that the search is linear.
 */
export const ASSET_TAG = /#START_ASSET_TAG\[([^[\]]*)\]\[([^[\]]*)\]END_ASSET_TAG#/g

/** A piece of a text: plain, or a tagged asset with its label. */
export type AssetPart = { kind: 'text'; text: string } | { kind: 'asset'; display: string; id: string }

/** Splits a text at its tagged assets (spec 2 §3). */
export function assetParts(text: string): AssetPart[] {
  const parts: AssetPart[] = []
  let end = 0
  for (const match of text.matchAll(ASSET_TAG)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'asset', display: match[1] ?? '', id: match[2] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
