/** What can be tagged with # (spec 2 §3), and what the chat itself tags: its polls and documents. */
export const ASSET_TYPES = ['TASK', 'JOB_ORDER', 'TICKET', 'TOPIC', 'MEETING', 'POLL', 'DOCUMENT'] as const
export type AssetType = (typeof ASSET_TYPES)[number]

/** The id of a tagged asset: `TICKET:1209`. */
export const assetID = (type: AssetType, id: number): string => `${type}:${id}`

/** The asset that an id names; null for what is none. */
export function readAssetID(text: string): { type: AssetType; id: number } | null {
  const [name, number] = text.split(':')
  const type = ASSET_TYPES.find((one) => one === name)
  return type && number !== undefined && /^[1-9]\d{0,14}$/.test(number) ? { type, id: Number(number) } : null
}

/** Markup of a tagged asset (spec 2 §3). Brackets in the display would end it. */
export const assetMarkup = (display: string, id: string): string =>
  `#START_ASSET_TAG[${display.replace(/[[\]]/g, ' ').trim()}][${id}]END_ASSET_TAG#`
