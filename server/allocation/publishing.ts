import { type Block, mergedBlocks } from '#shared/domain/allocation.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, startOfLondonDay } from '#shared/domain/london-time.ts'
import { common } from '#shared/domain/spans.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { queuePlans } from '../interviews/survey-plans.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { projectRules } from './project-rules.ts'
import { ALLOCATION_PAGE, holdPeople } from './saving.ts'
import { allocationsIn, holds, type Range, type StoredAllocation } from './schedule.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

const isDraft = ({ state, isRemoved }: StoredAllocation) => state === 'PLANNED' || isRemoved

export interface Published {
  readonly published: number
  /** Whose plan of any day is otherwise. */
  readonly people: readonly number[]
  readonly kept: readonly KeptNotification[]
  /** Whether a survey tool is to have it. */
  readonly isForTool: boolean
}

/** What somebody is told of today and tomorrow; null where nothing of those is otherwise. */
function newsOf(
  userID: number,
  was: readonly Block[],
  is: readonly Block[],
  now: number,
  nameOf: (projectID: number) => string,
): NewNotification | null {
  for (const days of [0, 1]) {
    const day = { start: Math.max(now, londonDayAfter(now, days)), end: londonDayAfter(now, days + 1) }
    const here = (blocks: readonly Block[]) =>
      mergedBlocks(
        blocks.flatMap((one) => {
          const inside = common(one, day)
          return inside ? [{ ...one, ...inside }] : []
        }),
      )
    const plan = here(is)
    if (JSON.stringify(plan) === JSON.stringify(here(was))) continue
    return {
      ...{ userID, type: 'NEW_UPDATE', source: 'ALLOCATION' },
      subject: `Your projects of ${DAY.format(startOfLondonDay(day.start))} are planned anew`,
      body: plan
        .map(({ start, end, projectID }) => `${TIME.format(start)}–${TIME.format(end)} ${nameOf(projectID)}`)
        .join(', '),
    }
  }
  return null
}

/**
 * Makes the drafts of a time hold (spec 4 §4.5.2, §5.3): of whoever is the caller's to plan. Whom it concerns today or
 * tomorrow is told once; a draft that says what holds already concerns nobody.
 */
export async function publishDrafts(
  trx: Database,
  caller: Caller,
  range: Range,
  now: number,
): Promise<Published> {
  const mine = await (await plannablePeople(trx, caller)).select('u.id').execute()
  const own = new Set(mine.map(({ id }) => id))
  const concerned = (await allocationsIn(trx, range)).filter((one) => isDraft(one) && own.has(one.userID))
  const userIDs = [...new Set(concerned.map(({ userID }) => userID))]
  if (userIDs.length === 0) return { published: 0, people: [], kept: [], isForTool: false }
  await holdPeople(trx, userIDs)
  // As it is now that nobody else can change it.
  const all = await allocationsIn(trx, widened(range, concerned), userIDs)
  const drafts = all.filter((one) => isDraft(one) && one.start < range.to && one.end > range.from)
  for (const row of drafts) await settle(trx, row, now)
  const after = await allocationsIn(trx, widened(range, concerned), userIDs)
  const names = await projectRules(trx)
  const nameOf = (id: number) => names.get(id)?.name ?? ''
  const people: number[] = []
  const news: NewNotification[] = []
  for (const userID of userIDs) {
    const plan = (rows: readonly StoredAllocation[]) =>
      mergedBlocks(
        rows.flatMap((one) =>
          one.userID === userID && holds(one) && one.end > now
            ? [{ ...one, start: Math.max(one.start, now) }]
            : [],
        ),
      )
    const was = plan(all)
    const is = plan(after)
    if (JSON.stringify(was) === JSON.stringify(is)) continue
    people.push(userID)
    const told = newsOf(userID, was, is, now, nameOf)
    if (told) news.push(told)
    await audit(trx, caller, now, {
      ...{ action: 'ALLOCATION_PUBLISHED', page: ALLOCATION_PAGE, recordType: 'person' },
      ...{ recordID: userID, personID: userID },
      label: is
        .map(({ start, projectID }) => `${DAY.format(start)} ${TIME.format(start)} ${nameOf(projectID)}`)
        .join('; ')
        .slice(0, 500),
    })
  }
  const maySync = caller.permissions.can('IRESOURCE_CAN_SYNC_SURVEY_TOOL')
  const isForTool = maySync && (await queuePlans(trx, people, now))
  return { published: drafts.length, people, kept: await keepNotifications(trx, now, news), isForTool }
}

/** What becomes of a draft, from now on: what held until now stays as done. */
async function settle(trx: Database, { id, start, end, isRemoved }: StoredAllocation, now: number) {
  const isBegun = start < now
  const removed =
    end <= now
      ? { isRemoved: 0 }
      : isBegun
        ? { end: now, state: 'DONE' as const, isRemoved: 0 }
        : { state: 'CANCELLED' as const, isRemoved: 0 }
  const made =
    end <= now
      ? { state: 'CANCELLED' as const }
      : { state: 'PUBLISHED' as const, publishedAt: now, start: Math.max(start, now) }
  await trx
    .updateTable('allocations')
    .set(isRemoved ? removed : made)
    .where('id', '=', id)
    .execute()
}

/** A time with all of what reaches into it. */
const widened = ({ from, to }: Range, rows: readonly StoredAllocation[]): Range => ({
  from: Math.min(from, ...rows.map(({ start }) => start)),
  to: Math.max(to, ...rows.map(({ end }) => end)),
})
