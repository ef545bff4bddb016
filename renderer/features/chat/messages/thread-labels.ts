import type { ChatPerson, TypingPerson } from '../store/state.ts'

/** 'Amelia is typing…', or null while nobody is. */
export function typingLabel(people: readonly TypingPerson[]): string | null {
  const [first, second] = people.map(({ userName }) => userName.split(' ')[0] ?? userName)
  if (first === undefined) return null
  if (second === undefined) return `${first} is typing…`
  return people.length === 2 ? `${first} and ${second} are typing…` : 'Several people are typing…'
}

/** '12 members, 4 online' */
export function membersLabel(members: readonly ChatPerson[], online: ReadonlySet<number>): string {
  const there = members.filter(({ userID }) => online.has(userID)).length
  return `${members.length} ${members.length === 1 ? 'member' : 'members'}, ${there} online`
}

/** The other members who have read up to that time (ISO 8601), the latest first. */
export function readersOf(
  members: readonly ChatPerson[],
  upTo: string | undefined,
  myID: number,
): readonly ChatPerson[] {
  if (upTo === undefined) return []
  return members
    .filter(({ userID, readTime }) => userID !== myID && readTime !== null && readTime >= upTo)
    .toSorted((a, b) => ((a.readTime ?? '') < (b.readTime ?? '') ? 1 : -1))
}
