import type { VaultEntry } from '#shared/contract/vault.ts'
import {
  type EntryFacts,
  openEntry,
  type SealedEntry,
  sealEntry,
  type VaultSecret,
} from './crypto/entries.ts'
import type { Identity } from './crypto/identity.ts'
import type { PlaceName } from './place-store.ts'

/** What somebody was writing: a new entry, or the next version of one. */
export interface Draft {
  readonly before: { readonly entry: VaultEntry; readonly left: readonly number[] } | null
  readonly label: string
  readonly secret: VaultSecret
  /** What the entry had when the writing began. */
  readonly start: VaultSecret
}

interface Kept {
  readonly before: Draft['before']
  readonly facts: EntryFacts
  readonly secret: SealedEntry
  readonly start: SealedEntry
}

/**
 * What was being written when a vault was locked or closed, one for each place: sealed for the person alone, in
 * memory, so that locking costs nobody their work and leaves no secret behind.
 */
export interface Drafts {
  keep(identity: Identity, place: PlaceName, draft: Draft): Promise<void>
  has(place: PlaceName): boolean
  /** Gives the draft and forgets it; null where there is none. */
  take(identity: Identity, place: PlaceName): Promise<Draft | null>
}

const nameOf = ({ source, sourceID }: PlaceName) => `${source} ${sourceID}`

export function createDrafts(): Drafts {
  const kept = new Map<string, Promise<Kept>>()
  return {
    async keep(identity, place, { before, label, secret, start }) {
      const facts = { ...place, entryID: 'draft', version: 1, label, manifest: '' }
      const sealed = (content: VaultSecret) => sealEntry(identity, facts, content, [identity])
      const coming = Promise.all([sealed(secret), sealed(start)]).then(([now, then]) => ({
        before,
        facts,
        secret: now,
        start: then,
      }))
      kept.set(nameOf(place), coming)
      await coming
    },
    has: (place) => kept.has(nameOf(place)),
    async take(identity, place) {
      const draft = await kept.get(nameOf(place))
      kept.delete(nameOf(place))
      if (!draft) return null
      const opened = async ({ keys: [key], ...sealed }: SealedEntry) => {
        if (!key) throw new Error('A draft is for its writer.')
        return openEntry(identity, draft.facts, { ...sealed, key }, identity)
      }
      const { before, facts } = draft
      return {
        before,
        label: facts.label,
        secret: await opened(draft.secret),
        start: await opened(draft.start),
      }
    },
  }
}
