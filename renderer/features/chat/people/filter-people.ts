import { FILTER_MIN_LENGTH } from '#shared/domain/chat.ts'
import type { ChatPerson } from '../store/state.ts'

/**
 * People whose name contains the term, which acts from two characters on (spec 2 §5); those online
 * first, then by name.
 */
export function filterPeople(
  people: readonly ChatPerson[],
  view: { term: string; showOffline: boolean; online: ReadonlySet<number> },
): readonly ChatPerson[] {
  const isOnline = ({ userID }: ChatPerson) => view.online.has(userID)
  const term = view.term.trim().toLocaleLowerCase('en-GB')
  return people
    .filter((person) => view.showOffline || isOnline(person))
    .filter(
      ({ userName }) => term.length < FILTER_MIN_LENGTH || userName.toLocaleLowerCase('en-GB').includes(term),
    )
    .toSorted(
      (a, b) => Number(isOnline(b)) - Number(isOnline(a)) || a.userName.localeCompare(b.userName, 'en-GB'),
    )
}
