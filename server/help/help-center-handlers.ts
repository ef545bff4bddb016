import type * as z from 'zod/mini'
import { FAQ_MISSES_DAYS } from '#shared/domain/faq.ts'
import { tourTargets } from '#shared/domain/tour-targets.ts'
import { readTour, type TourStep } from '#shared/domain/tours.ts'
import { faqRecord, type faqValues } from '#shared/records/support/faq.ts'
import { tourRecord, type tourValues } from '#shared/records/support/tour.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type AuditEntry, audit, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { SettingDefaults } from '../settings/settings.ts'
import type { TellSettings } from '../settings/tell-settings.ts'
import { audienceOf } from './audience.ts'
import { faqSource, tourSource } from './help-sources.ts'
import { saveTeamMember, saveTicketDesk, ticketDesk } from './ticket-desk.ts'

type Article = z.output<typeof faqRecord.row>
type ArticleValues = z.output<typeof faqValues>
type Tour = z.output<typeof tourRecord.row>
type TourValues = z.output<typeof tourValues>

const DAY_MS = 86_400_000
/** Most searches, and most people of a tour, that are told. */
const MISSES_MAX = 200
const FINISHERS_MAX = 500

const iso = (at: number) => new Date(at).toISOString()
const articleText = ({ question, answer, category, place, audience }: ArticleValues) => ({
  ...{ question, answer, category, place },
  audience: audience.join(', '),
})
const tourText = ({ name, audience, steps }: TourValues) => ({
  name,
  audience: audience.join(', '),
  steps: JSON.stringify(steps),
})

/** How many of these stops point at what isn't in the menu. */
function lostIn(steps: readonly TourStep[]): number {
  const known = new Set(tourTargets().map(({ element }) => element))
  return steps.filter(({ element }) => element !== '' && !known.has(element)).length
}

/**
 * Support › Help center: questions, what was looked for in vain, tours, and types, teams and clocks of tickets
 * (spec 5 §5.13).
 */
export function helpCenterHandlers({
  db,
  clock,
  settingDefaults: defaults,
  tellSettings,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly settingDefaults: SettingDefaults
  readonly tellSettings: TellSettings
}): AreaHandlers<'helpCenter'> {
  const told = (
    caller: Caller,
    record: typeof faqRecord | typeof tourRecord,
    entry: Pick<AuditEntry, 'action' | 'recordID' | 'label' | 'changes'>,
  ) => audit(db, caller, clock(), { page: record.page, recordType: record.name, ...entry })

  /** @throws Refusal 404 where there is none */
  async function article(id: number): Promise<Article> {
    const row = await faqSource(db).where('a.id', '=', id).executeTakeFirst()
    if (!row) throw new Refusal(404, 'record.gone', { one: faqRecord.words.one })
    return {
      ...row,
      audience: audienceOf(row.audience),
      isForAll: row.isForAll === 1,
      views: Number(row.views ?? 0),
      helpful: row.helpful ?? 0,
      notHelpful: row.notHelpful ?? 0,
      updatedAt: iso(row.updatedAt),
    }
  }

  /** @throws Refusal 404 where there is none */
  async function tour(id: number): Promise<Tour> {
    const found = await tourSource(db).where('t.id', '=', id).executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one: tourRecord.words.one })
    const { payload, ...row } = found
    const steps = [...readTour(payload)]
    return {
      ...row,
      steps,
      audience: audienceOf(row.audience),
      isForAll: row.isForAll === 1,
      stops: steps.length,
      lost: lostIn(steps),
      finished: row.finished ?? 0,
      updatedAt: iso(row.updatedAt),
    }
  }

  /** The menu is another one after an upgrade, and other writers know nothing of the counts. */
  async function countStops(): Promise<void> {
    for (const { id, payload, stops, lost } of await db
      .selectFrom('tours')
      .select(['id', 'payload', 'stops', 'lost'])
      .execute()) {
      const steps = readTour(payload)
      const now = { stops: steps.length, lost: lostIn(steps) }
      if (now.stops !== stops || now.lost !== lost)
        await db.updateTable('tours').set(now).where('id', '=', id).execute()
    }
  }

  return {
    listFaq: (request, { caller }) =>
      listRecords(db, request, {
        record: faqRecord,
        source: recordSource(faqSource(db)),
        viewer: caller,
        now: clock(),
      }),

    getFaq: ({ id }) => article(id),

    saveFaq: async ({ id, version = 1, ...values }, { caller }) => {
      const at = clock()
      const row = { ...values, audience: JSON.stringify(values.audience), updatedAt: at }
      const label = values.question
      if (id === undefined) {
        const made = await db
          .insertInto('faqArticles')
          .values({ ...row, state: 'DRAFT', version: 1, changedBy: caller.userID, changedAt: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        const changes = changesBetween({}, articleText(values))
        await told(caller, faqRecord, { action: 'FAQ_ADDED', recordID: made.id, label, changes })
        return article(made.id)
      }
      const before = await article(id)
      await changeSeen(db, 'faqArticles', faqRecord.words.one, { id, version }, row, { caller, at })
      const changes = changesBetween(articleText(before), articleText(values))
      await told(caller, faqRecord, { action: 'FAQ_CHANGED', recordID: id, label, changes })
      return article(id)
    },

    publishFaq: async ({ id, version, state }, { caller }) => {
      const before = await article(id)
      const at = clock()
      const values = { state, updatedAt: at }
      await changeSeen(db, 'faqArticles', faqRecord.words.one, { id, version }, values, { caller, at })
      await told(caller, faqRecord, {
        action: state === 'PUBLISHED' ? 'FAQ_PUBLISHED' : 'FAQ_WITHDRAWN',
        recordID: id,
        label: before.question,
        changes: [{ field: 'state', before: before.state, after: state }],
      })
      return article(id)
    },

    missedFaq: async () => {
      const rows = await db
        .selectFrom('faqMisses')
        .where('at', '>=', clock() - FAQ_MISSES_DAYS * DAY_MS)
        .groupBy('term')
        .select((eb) => [
          'term as searchTerm',
          eb.fn.countAll<number>().as('times'),
          eb.fn.count<number>('userID').distinct().as('people'),
          eb.fn.max('at').as('lastAt'),
        ])
        .orderBy('people', 'desc')
        .orderBy('times', 'desc')
        .orderBy('term')
        .limit(MISSES_MAX)
        .execute()
      return { misses: rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: iso(lastAt) })) }
    },

    settleMiss: async ({ searchTerm }, { caller }) => {
      const { numDeletedRows } = await db
        .deleteFrom('faqMisses')
        .where('term', '=', searchTerm)
        .executeTakeFirst()
      if (numDeletedRows > 0n)
        await told(caller, faqRecord, {
          action: 'FAQ_SEARCH_SETTLED',
          recordID: null,
          label: searchTerm,
        })
      return { done: true }
    },

    listTours: async (request, { caller }) => {
      await countStops()
      return listRecords(db, request, {
        record: tourRecord,
        source: recordSource(tourSource(db)),
        viewer: caller,
        now: clock(),
      })
    },

    getTour: ({ id }) => tour(id),

    saveTour: async ({ id, version = 1, ...values }, { caller }) => {
      const at = clock()
      const { name, audience, steps } = values
      const row = {
        name,
        audience: JSON.stringify(audience),
        payload: JSON.stringify({ steps }),
        stops: steps.length,
        lost: lostIn(steps),
      }
      if (id === undefined) {
        const made = await db
          .insertInto('tours')
          .values({ ...row, changedBy: caller.userID, changedAt: at })
          .returning('id')
          .executeTakeFirstOrThrow()
        const changes = changesBetween({}, tourText(values))
        await told(caller, tourRecord, { action: 'TOUR_ADDED', recordID: made.id, label: name, changes })
        return tour(made.id)
      }
      const before = await tour(id)
      await changeSeen(db, 'tours', tourRecord.words.one, { id, version }, row, { caller, at })
      const changes = changesBetween(tourText(before), tourText(values))
      await told(caller, tourRecord, { action: 'TOUR_CHANGED', recordID: id, label: name, changes })
      return tour(id)
    },

    getTicketDesk: () => ticketDesk(db, defaults),

    saveTicketDesk: async (wanted, { caller }) => {
      const changed = await db
        .transaction()
        .execute((trx) => saveTicketDesk(trx, wanted, { caller, at: clock(), defaults }))
      await tellSettings(changed)
      return ticketDesk(db, defaults)
    },

    saveTeamMember: async (member, { caller }) => {
      await db.transaction().execute((trx) => saveTeamMember(trx, member, { caller, at: clock(), defaults }))
      return ticketDesk(db, defaults)
    },

    tourFinishers: async ({ id }) => {
      await tour(id)
      const rows = await db
        .selectFrom('tourFinishes as f')
        .innerJoin('users as u', 'u.id', 'f.userID')
        .where('f.tourID', '=', id)
        .select(['f.userID', 'u.displayName', 'f.finishedAt'])
        .orderBy('f.finishedAt', 'desc')
        .orderBy('f.userID')
        .limit(FINISHERS_MAX)
        .execute()
      return { people: rows.map(({ finishedAt, ...row }) => ({ ...row, finishedAt: iso(finishedAt) })) }
    },
  }
}
