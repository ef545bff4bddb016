import type { ChatMember } from '#shared/contract/chat-entities.ts'
import { FILTER_MIN_LENGTH } from '#shared/domain/chat.ts'

/**
 * People whose name contains the term, which acts from two characters on (spec 2 §5); those online
 * first, then by name.
 */
export function filterPeople(
  people: readonly ChatMember[],
  view: { term: string; showOffline: boolean },
): readonly ChatMember[] {
  const term = view.term.trim().toLocaleLowerCase('en-GB')
  return people
    .filter(({ isOnline }) => view.showOffline || isOnline)
    .filter(
      ({ userName }) => term.length < FILTER_MIN_LENGTH || userName.toLocaleLowerCase('en-GB').includes(term),
    )
    .toSorted(
      (a, b) => Number(b.isOnline) - Number(a.isOnline) || a.userName.localeCompare(b.userName, 'en-GB'),
    )
}
