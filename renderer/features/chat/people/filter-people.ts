import { byName, searchable } from '#shared/domain/locale.ts'
import { FILTER_MIN_LENGTH } from '#shared/domain/searching.ts'
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
  const term = searchable(view.term.trim())
  return people
    .filter((person) => view.showOffline || isOnline(person))
    .filter(({ userName }) => term.length < FILTER_MIN_LENGTH || searchable(userName).includes(term))
    .toSorted((a, b) => Number(isOnline(b)) - Number(isOnline(a)) || byName(a.userName, b.userName))
}
