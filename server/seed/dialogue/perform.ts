import { mentionMarkup, SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { type Person, personCalled } from '../people.ts'
import type { Random } from '../random.ts'
import { createCast } from './cast.ts'
import type { Exchange, FileKind } from './pools.ts'
import { createSlots } from './slots.ts'

/** A line as somebody said it. `{hello}` is still in it, as it depends on the hour. */
export interface Said {
  readonly author: number
  readonly text: string
  readonly file: { readonly kind: FileKind; readonly name: string } | null
  /** How many lines back the one is that it replies to; 0 for none. */
  readonly repliesBack: number
  readonly mentions: readonly number[]
  readonly reaction: string | null
}

const ALTERNATIVES = /\[([^[\]]*\|[^[\]]*)\]/g
const SLOT = /\{(\w+)\}/g
const MENTION = /@(all\b|[A-Z]\b|\{[^}]+\})/g

const firstName = (person: Person): string => person.name.split(' ')[0] ?? person.name

/** Mentions by role (`@S`), by name (`@{Priya Nair}`) or of everybody (`@all`) as markup, and whom they mean. */
function writeMentions(text: string, members: readonly Person[], cast: (role: string) => Person) {
  const mentions = new Set<number>()
  const written = text.replace(MENTION, (_, who: string) => {
    if (who === 'all') {
      for (const member of members) mentions.add(member.id)
      return mentionMarkup('Everyone', 0)
    }
    const person = who.startsWith('{') ? personCalled(who.slice(1, -1)) : cast(who)
    mentions.add(person.id)
    return mentionMarkup(person.name, person.id)
  })
  return { written, mentions }
}

/** Has members of a room play an exchange. */
export function perform(
  random: Random,
  exchange: Exchange,
  members: readonly Person[],
  fixed: ReadonlyMap<string, string>,
): Said[] {
  const cast = createCast(random, members)
  const slot = createSlots(random, fixed)
  const fill = (text: string): string =>
    text
      .replace(ALTERNATIVES, (_, list: string) => random.pick(list.split('|')))
      .replace(SLOT, (whole, name: string) => {
        if (name === 'hello') return whole
        return /^[A-Z]$/.test(name) ? firstName(cast(name)) : slot(name)
      })
      .replace(/\s+([.,!?])/g, '$1')
      .replace(/\s+/g, ' ')
      .trim()
  return exchange.map((line): Said => {
    const author = line.speaker === '~' ? SYSTEM_USER_ID : cast(line.speaker).id
    const { written, mentions } = writeMentions(fill(line.text), members, cast)
    mentions.delete(author)
    return {
      author,
      text: line.file ? fill(line.file.name) : written,
      file: line.file ? { kind: line.file.kind, name: fill(line.file.name) } : null,
      repliesBack: line.isReply ? 1 : 0,
      mentions: [...mentions].sort((a, b) => a - b),
      reaction: line.reaction,
    }
  })
}
