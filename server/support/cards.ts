import { searchTickets as searchCall } from '#shared/contract/tickets.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import type { RecordFilter } from '#shared/domain/records.ts'
import { type CardList, SUPPORT_CARDS, type SupportCardKey } from '#shared/domain/support-home.ts'
import { failedSignInRecord } from '#shared/records/support/failed-sign-in.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { systemFlagRecord } from '#shared/records/support/system-flag.ts'
import type { Database } from '../db/database.ts'
import { flagSource } from '../flags/flag-source.ts'
import type { Caller } from '../http/handlers.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { searchTickets } from '../tickets/searching.ts'
import { failedSignInSource } from './failed-sign-ins.ts'
import { supportPeopleSource } from './support-people.ts'

/** How many records a card's list has, by the code that lists them. */
async function countOf(db: Database, caller: Caller, list: CardList, now: number): Promise<number> {
  const counted = async (options: Omit<Parameters<typeof listRecords>[2], 'viewer' | 'now'>) => {
    const filters = 'filters' in list ? list.filters.map(copied) : []
    const request = { page: 1, pageSize: 25 as const, sort: [], filters, searchTerm: '' }
    return (await listRecords(db, request, { ...options, viewer: caller, now })).total
  }
  switch (list.of) {
    case 'tickets': {
      const { scope = 'ALL', late, due } = list.view
      const search = { scope, lateOnly: late === 'true', dueOnly: due === 'true' }
      return (await searchTickets(db, caller, searchCall.request.parse(search), now)).total
    }
    case 'people':
      return counted({
        record: supportPersonRecord,
        source: recordSource(await supportPeopleSource(db, caller, now)),
      })
    case 'signIns':
      return counted({
        record: failedSignInRecord,
        source: recordSource(failedSignInSource(db, caller, now)),
      })
    case 'flags':
      return counted({ record: systemFlagRecord, source: recordSource(flagSource(db, now)) })
  }
}

const copied = ({ field, operator, values }: RecordFilter) => ({ field, operator, values: [...values] })

/** The cards that the caller may see (spec 5 §5.11). `now` in milliseconds since 1970. */
export async function supportCardsOf(db: Database, caller: Caller, now: number) {
  const { minutes } = await db
    .selectFrom((await supportPeopleSource(db, caller, now)).as('p'))
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('p.systemIssueMinutes'), eb.val(0)).as('minutes'))
    .executeTakeFirstOrThrow()
  const cards: { key: SupportCardKey; count: number; minutes: number | null }[] = []
  for (const key of Object.keys(SUPPORT_CARDS) as SupportCardKey[]) {
    const card = SUPPORT_CARDS[key]
    if ('permission' in card && !allows(caller.permissions, card.permission)) continue
    const count = await countOf(db, caller, card.list, now)
    cards.push({ key, count, minutes: key === 'SYSTEM_ISSUES' ? Number(minutes) : null })
  }
  return cards
}
