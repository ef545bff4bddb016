import type { ActivityItem } from '#shared/contract/chat-entities.ts'
import { searchable } from '#shared/domain/locale.ts'
import { filterTerm } from '#shared/domain/searching.ts'

/** The panel's tabs (spec 2 §2). */
export const ACTIVITY_TABS = ['All', 'Mentions', 'Reactions'] as const
export type ActivityTab = (typeof ACTIVITY_TABS)[number]

const KIND: Readonly<Record<ActivityTab, ActivityItem['kind'] | null>> = {
  All: null,
  Mentions: 'MENTION',
  Reactions: 'REACTION',
}

/** The items of a tab whose text or conversation contains the term, which acts from two characters on. */
export function shownActivities(
  items: readonly ActivityItem[],
  view: { readonly tab: ActivityTab; readonly term: string },
  nameOf: (item: ActivityItem) => string,
): readonly ActivityItem[] {
  const kind = KIND[view.tab]
  const term = searchable(filterTerm(view.term))
  return items.filter(
    (item) =>
      (kind === null || item.kind === kind) && searchable(`${item.message}\n${nameOf(item)}`).includes(term),
  )
}
