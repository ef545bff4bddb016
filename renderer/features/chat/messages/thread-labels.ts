import type { ChatMember } from '#shared/contract/chat-entities.ts'
import type { TypingPerson } from '../store/state.ts'

/** 'Amelia is typing…', or null while nobody is. */
export function typingLabel(people: readonly TypingPerson[]): string | null {
  const [first, second] = people.map(({ userName }) => userName.split(' ')[0] ?? userName)
  if (first === undefined) return null
  if (second === undefined) return `${first} is typing…`
  return people.length === 2 ? `${first} and ${second} are typing…` : 'Several people are typing…'
}

/** '12 members, 4 online' */
export function membersLabel(members: readonly ChatMember[]): string {
  const online = members.filter(({ isOnline }) => isOnline).length
  return `${members.length} ${members.length === 1 ? 'member' : 'members'}, ${online} online`
}

/** The other members who have read up to that time (ISO 8601), the latest first. */
export function readersOf(
  members: readonly ChatMember[],
  upTo: string | undefined,
  myID: number,
): readonly ChatMember[] {
  if (upTo === undefined) return []
  return members
    .filter(({ userID, readTime }) => userID !== myID && readTime !== null && readTime >= upTo)
    .toSorted((a, b) => ((a.readTime ?? '') < (b.readTime ?? '') ? 1 : -1))
}
