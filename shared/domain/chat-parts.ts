import { type AssetType, readAssetID } from './chat-assets.ts'

/** A piece of a message's text: plain, the mention of a person, or a tagged asset (spec 2 §3). */
export type MessagePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mention'; readonly name: string; readonly id: number }
  | { readonly kind: 'asset'; readonly display: string; readonly type: AssetType; readonly id: number }

/** Neither names nor labels contain a bracket, so that the search is linear. */
const MARKUP =
  /@\[(?<name>[^[\]]+)\]\((?<userID>-?\d{1,15})\)|#START_ASSET_TAG\[(?<display>[^[\]]*)\]\[(?<assetID>[^[\]]*)\]END_ASSET_TAG#/g

/**
 * Splits a message at its mentions and asset tags. Of nested markup the innermost counts and the rest is
 * text. A tag with an impossible id becomes its label.
 */
export function messageParts(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = []
  const addText = (piece: string) => {
    const last = parts.at(-1)
    if (piece === '') return
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + piece }
    else parts.push({ kind: 'text', text: piece })
  }
  let end = 0
  for (const match of text.matchAll(MARKUP)) {
    addText(text.slice(end, match.index))
    end = match.index + match[0].length
    const { name, userID, display = '', assetID = '' } = match.groups ?? {}
    const asset = name === undefined ? readAssetID(assetID) : null
    if (name !== undefined) parts.push({ kind: 'mention', name, id: Number(userID) })
    else if (asset) parts.push({ kind: 'asset', display: display.trim() || assetID, ...asset })
    else addText(display)
  }
  addText(text.slice(end))
  return parts
}

const OWN_GIF = /^\/api\/public\/gifs\/[\w-]+\.gif$/

/** The server's path of the GIF that a message consists of; null for any other message. */
export function gifPath(text: string): string | null {
  const path = text.trim()
  return OWN_GIF.test(path) ? path : null
}

/** Whether a text may contain mentions or tags: a quick check before the full one. */
export function mayHaveMarkup(text: string): boolean {
  return text.includes('@[') || text.includes('#START_ASSET_TAG')
}

/** A message as it reads, without its markup: what is copied. */
export function plainText(text: string): string {
  return messageParts(text)
    .map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'mention' ? `@${part.name}` : `#${part.display}`,
    )
    .join('')
}
