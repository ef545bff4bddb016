import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { searchable } from '#shared/domain/locale.ts'
import { roleAndArea } from '../../../ui/identity.ts'
import { SHELL_TEXT as TEXT } from '../shell-text.ts'
import { type ChatPerson, keyOf, type ThreadKey } from '../store/state.ts'

/** What tells conversations of one name apart, by their keys; those whose name is theirs alone aren't in it. */
export type Namesakes = ReadonlyMap<ThreadKey, string>

// Made once for each thread: of thousands, a message changes one.
const names = new WeakMap<ChatThread, string>()

function nameOf(thread: ChatThread): string {
  const known = names.get(thread)
  if (known !== undefined) return known
  const name = searchable(thread.displayLabel.trim())
  names.set(thread, name)
  return name
}

/**
 * Tells conversations of one name apart: two people by role and area, groups by who is in them, the rooms of
 * records by what they belong to.
 */
export function namesakesOf(threads: readonly ChatThread[], contacts: readonly ChatPerson[]): Namesakes {
  const byName = new Map<string, ChatThread[]>()
  for (const thread of threads) {
    const same = byName.get(nameOf(thread))
    if (same) same.push(thread)
    else byName.set(nameOf(thread), [thread])
  }
  const apart = new Map<ThreadKey, string>()
  for (const same of byName.values()) {
    if (same.length === 1) continue
    const words = same.map((thread) => wordsFor(thread, threads, contacts))
    same.forEach((thread, at) => {
      const own = words[at] ?? ''
      const isUnique = own !== '' && words.indexOf(own) === words.lastIndexOf(own)
      apart.set(keyOf(thread), isUnique ? own : `${own} ${thread.sourceID}`.trim())
    })
  }
  return apart
}

function wordsFor(
  thread: ChatThread,
  threads: readonly ChatThread[],
  contacts: readonly ChatPerson[],
): string {
  const { source, partnerID, people, parentID } = thread
  if (partnerID !== 0) {
    const partner = contacts.find(({ userID }) => userID === partnerID)
    return (partner && roleAndArea(partner)) || TEXT.kinds[source]
  }
  if (people) return people
  const parent = parentID === null ? undefined : threads.find(({ id }) => id === parentID)
  return parent && nameOf(parent) !== nameOf(thread)
    ? `${TEXT.kinds[source]} · ${parent.displayLabel}`
    : TEXT.kinds[source]
}

const made = new WeakMap<readonly ChatThread[], { contacts: readonly ChatPerson[]; apart: Namesakes }>()

/** The same of the chat's state: several lists show the same conversations, and ask with each change. */
export function selectNamesakes({
  threads,
  contacts,
}: {
  readonly threads: readonly ChatThread[]
  readonly contacts: readonly ChatPerson[]
}): Namesakes {
  const known = made.get(threads)
  if (known?.contacts === contacts) return known.apart
  const apart = namesakesOf(threads, contacts)
  made.set(threads, { contacts, apart })
  return apart
}
