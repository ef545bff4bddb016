import type { MentionEntry } from '#shared/contract/chat-entities.ts'
import { byName, searchable } from '#shared/domain/locale.ts'
import { roleAndArea } from '../../../ui/identity.ts'

export interface MentionCandidate {
  readonly id: number
  readonly name: string
  /** Their role and area; '' where they aren't known. */
  readonly about: string
}

/** How many are offered at once. Ours. */
const SHOWN = 8
const PSEUDO = [
  { id: 0, name: 'Admins', about: '', from: 'adm' },
  { id: 0, name: 'Everyone', about: '', from: 'eve' },
] as const

/**
 * Whom an `@` and what follows it may mean: members of whose name a word begins with it, best
 * first; 'Admins' and 'Everyone' when typing 'adm' or 'eve' outside one-to-one chats (spec 2 §3).
 */
export function mentionCandidates(
  members: readonly MentionEntry[],
  term: string,
  options: { direct: boolean; myID: number },
): readonly MentionCandidate[] {
  const wanted = searchable(term)
  const pseudo = options.direct
    ? []
    : PSEUDO.filter(({ name, from }) => wanted.startsWith(from) && name.toLowerCase().startsWith(wanted))
  const people = members
    // The server lists the pseudo entries too.
    .filter(({ userID }) => userID !== options.myID && userID !== 0)
    .map((member) => ({
      id: member.userID,
      name: member.userName,
      about: roleAndArea(member),
      rank: rankOf(member.userName, wanted),
    }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || byName(a.name, b.name))
  return [...pseudo, ...people].slice(0, SHOWN).map(({ id, name, about }) => ({ id, name, about }))
}

function rankOf(name: string, wanted: string): number {
  const lower = searchable(name)
  if (lower.startsWith(wanted)) return 2
  return lower.split(' ').some((word) => word.startsWith(wanted)) ? 1 : 0
}
