import type { AssetTag } from '#shared/contract/chat-entities.ts'
import { ASSET_TYPE_NAMES } from '../text.ts'
import type { MentionCandidate } from './mention-candidates.ts'
import {
  assetToken,
  type MentionText,
  mentionToken,
  type Placed,
  type TokenQuery,
  withText,
  withToken,
} from './mention-text.ts'

/** Something that the menu above the composer offers in place of what is being typed. */
export interface MenuEntry {
  readonly key: string
  readonly label: string
  /** What is said beside it: a person's role and area, an asset's kind. */
  readonly about: string
  readonly picture:
    | { readonly kind: 'person'; readonly userID: number }
    | { readonly kind: 'asset'; readonly type: AssetTag['type'] }
    | { readonly kind: 'emoji'; readonly emoji: string }
  readonly put: (value: MentionText, query: TokenQuery) => Placed
}

export const personEntry = (person: MentionCandidate): MenuEntry => ({
  key: `${person.id}:${person.name}`,
  label: person.name,
  about: person.about,
  picture: { kind: 'person', userID: person.id },
  put: (value, query) => withToken(value, query, mentionToken(person)),
})

export const assetEntry = (asset: AssetTag): MenuEntry => ({
  key: asset.id,
  label: asset.label,
  about: ASSET_TYPE_NAMES[asset.type],
  picture: { kind: 'asset', type: asset.type },
  put: (value, query) => withToken(value, query, assetToken(asset)),
})

export const emojiEntry = ({ emoji, label }: { emoji: string; label: string }): MenuEntry => ({
  key: emoji,
  label,
  about: '',
  picture: { kind: 'emoji', emoji },
  put: (value, query) => withText(value, query.start, query.start + 1 + query.term.length, `${emoji} `),
})
