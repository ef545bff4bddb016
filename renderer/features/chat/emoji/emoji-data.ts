import type { EmojiData } from 'frimousse'
import * as z from 'zod/mini'
import { EMOJI_GROUPS } from '../text.ts'
import { EMOJI_URL, SHORTCODES_URL } from './emoji-url.ts'

/** Newer ones are boxes on many systems. */
const NEWEST_VERSION = 14
/** Emojibase's group of skin tones and hair, which are no emoji by themselves. */
const COMPONENTS = 2

const TONES = { light: 1, 'medium-light': 2, medium: 3, 'medium-dark': 4, dark: 5 } as const
type Tone = keyof typeof TONES

const plain = z.object({
  hexcode: z.optional(z.string()),
  emoji: z.string(),
  label: z.string(),
  tags: z.optional(z.array(z.string())),
  group: z.optional(z.int()),
  version: z.number(),
  skins: z.optional(z.array(z.object({ emoji: z.string(), tone: z.union([z.int(), z.array(z.int())]) }))),
})
const file = z.array(plain)

/** Reads what emojibase knows of each emoji into what the picker takes. */
export function emojiDataOf(json: unknown): EmojiData {
  const emojis = file.parse(json).flatMap(({ emoji, label, tags = [], group, version, skins }) => {
    if (group === undefined || group === COMPONENTS || version > NEWEST_VERSION) return []
    const toned = skins && skinsOf(skins)
    return [{ emoji, label, category: group, version, tags, ...(toned ? { skins: toned } : {}) }]
  })
  return {
    locale: 'en-gb',
    emojis,
    categories: EMOJI_GROUPS.map((label, index) => ({ index, label })).filter(
      ({ index }) => index !== COMPONENTS,
    ),
    skinTones: {
      light: 'Light skin tone',
      'medium-light': 'Medium-light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  }
}

/**
 * One variation for each skin tone. An emoji of two people has one for each pair of tones; only those where
 * both have the same tone are offered.
 */
function skinsOf(skins: readonly { emoji: string; tone: number | number[] }[]): Record<Tone, string> | null {
  const of = (tone: Tone) => skins.find((one) => one.tone === TONES[tone])?.emoji
  const found = Object.fromEntries(Object.keys(TONES).map((tone) => [tone, of(tone as Tone)]))
  return Object.values(found).every((emoji) => emoji !== undefined) ? (found as Record<Tone, string>) : null
}

/** All emoji with their names and words, from this installation's own server. @throws where they can't be had */
export async function loadEmojiData(fetch: typeof globalThis.fetch): Promise<EmojiData> {
  const answer = await fetch(EMOJI_URL)
  if (!answer.ok) throw new Error(`The emoji answered ${answer.status}`)
  return emojiDataOf(await answer.json())
}

/** What each emoji is called between two colons, as most chats have it: `smile` is 😄. */
export type EmojiNames = ReadonlyMap<string, string>

const shortcodes = z.record(z.string(), z.union([z.string(), z.array(z.string())]))

/** Reads emojibase's names, which are listed by the emoji's code. */
export function emojiNamesOf(json: unknown, codes: unknown): EmojiNames {
  const byCode = shortcodes.parse(codes)
  return new Map(
    file
      .parse(json)
      .filter(({ version }) => version <= NEWEST_VERSION)
      .flatMap(({ emoji, hexcode = '' }) =>
        [byCode[hexcode] ?? []].flat().map((name) => [name, emoji] as const),
      ),
  )
}

/** All emoji, and by their names. @throws where the emoji can't be had; without names they have none */
export async function loadNamedEmoji(
  fetch: typeof globalThis.fetch,
): Promise<{ readonly data: EmojiData; readonly names: EmojiNames }> {
  const [emoji, codes] = await Promise.all([fetch(EMOJI_URL), fetch(SHORTCODES_URL)])
  if (!emoji.ok) throw new Error(`The emoji answered ${emoji.status}`)
  const json: unknown = await emoji.json()
  return { data: emojiDataOf(json), names: codes.ok ? emojiNamesOf(json, await codes.json()) : new Map() }
}
