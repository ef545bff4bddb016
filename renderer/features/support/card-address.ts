import type { CardList } from '#shared/domain/support-home.ts'
import { addressWith } from '../records/index.ts'

const PLACES = {
  people: '/support/home?tab=people',
  signIns: '/support/home?tab=sign-ins',
  flags: '/support/system-flags',
} as const

/** Where a card's list is, narrowed to what the card counts. */
export function cardAddress(list: CardList): string {
  if (list.of === 'tickets') return `/support/help-center?${new URLSearchParams({ ...list.view })}`
  return addressWith(PLACES[list.of], list.filters)
}
