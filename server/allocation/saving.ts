import {
  ALLOCATION_STEP_MS,
  type AllocationFault,
  type Block,
  checkAllocation,
  paint,
  type Stroke,
} from '#shared/domain/allocation.ts'
import { londonDayAfter, startOfLondonDay } from '#shared/domain/london-time.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requirePlanned } from '../shifts/plannable.ts'
import { asAllocated, skillsHeld } from './board.ts'
import { projectRules } from './project-rules.ts'
import { allocationsIn, heldShifts, isPlanned, type Range, type StoredAllocation } from './schedule.ts'

export const ALLOCATION_PAGE = 'resource.power-resourcing.allocation'

/** Others who change allocations of these people wait until this transaction is over, on every server. */
export async function holdPeople(trx: Database, userIDs: readonly number[]): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ areaID: eb.ref('areaID') }))
    .where('id', 'in', [0, ...userIDs])
    .execute()
}

/** Projects stay as live as they are until this transaction is over. Held after the people, everywhere. */
export async function holdProjects(trx: Database, projectIDs: readonly (number | null)[]): Promise<void> {
  await trx
    .updateTable('projects')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', 'in', [0, ...projectIDs.filter((id) => id !== null)])
    .execute()
}

export function refusalOf(fault: AllocationFault): Error {
  switch (fault.rule) {
    case 'SKILL':
      return new Refusal(400, 'shift.skill', fault.params)
    case 'OFF_SHIFT':
      return new Refusal(400, 'allocation.offShift', fault.params)
    case 'MAXIMUM':
      return new Refusal(400, 'allocation.maximum', fault.params)
    case 'HOURS':
      return new Refusal(400, 'allocation.hours', fault.params)
    default:
      return new Refusal(400, 'allocation.notLive', fault.params)
  }
}

const rangeOf = (strokes: readonly Stroke[]): Range => ({
  from: Math.min(...strokes.map(({ start }) => start)),
  to: Math.max(...strokes.map(({ end }) => end)),
})

/** @throws Refusal 400 for times that are none, lie in the past, or aren't on quarter hours */
function requireTimes(strokes: readonly Stroke[], now: number): void {
  for (const { start, end } of strokes) {
    if (!(end > start)) throw new Refusal(400, 'booking.endBeforeStart')
    if (start % ALLOCATION_STEP_MS !== 0 || end % ALLOCATION_STEP_MS !== 0)
      throw new Refusal(400, 'booking.quarter')
    if (end <= now) throw new Refusal(400, 'booking.past')
  }
}

interface Saving {
  readonly trx: Database
  readonly caller: Caller
  readonly now: number
}

/** Takes what is there away: a draft at once, what people know once that is published. */
async function takeAway({ trx, caller }: Saving, rows: readonly StoredAllocation[]): Promise<void> {
  const drafts = rows.filter(({ state }) => state === 'PLANNED').map(({ id }) => id)
  const known = rows.filter(({ state }) => state !== 'PLANNED').map(({ id }) => id)
  if (drafts.length > 0) await trx.deleteFrom('allocations').where('id', 'in', drafts).execute()
  if (known.length > 0)
    await trx
      .updateTable('allocations')
      .set({ isRemoved: 1, removedBy: caller.userID })
      .where('id', 'in', known)
      .execute()
}

/** Whether a stroke only says what is there already. */
const isThere = (blocks: readonly StoredAllocation[], { userID, projectID, start, end }: Stroke) =>
  projectID !== null &&
  blocks.some(
    (one) => one.userID === userID && one.projectID === projectID && one.start <= start && one.end >= end,
  )

/**
 * Gives times of people to projects, or to none, as the caller's draft (spec 4 §4.5.2). What has passed stays as it was.
 * @returns all of these people in that time, as they are now
 * @throws Refusal 404 for who isn't the caller's to plan, 409 where somebody changed it meanwhile, 400 for what is against
 * an allocation
 */
export async function saveStrokes(
  saving: Saving,
  wanted: readonly Stroke[],
  seen: readonly number[] | undefined,
): Promise<StoredAllocation[]> {
  const { trx, caller, now } = saving
  requireTimes(wanted, now)
  const userIDs = [...new Set(wanted.map(({ userID }) => userID))]
  await requirePlanned(trx, caller, userIDs)
  await holdPeople(trx, userIDs)
  await holdProjects(
    trx,
    wanted.map(({ projectID }) => projectID),
  )
  const rules = await projectRules(trx)
  for (const { projectID } of wanted)
    if (projectID !== null && !rules.has(projectID)) throw new Refusal(404, 'record.gone', { one: 'project' })
  const range = rangeOf(wanted)
  const known = seen === undefined ? null : new Set(seen)
  let blocks = (await allocationsIn(trx, range, userIDs)).filter(isPlanned)
  const stranger = blocks.find(
    (one) =>
      known !== null &&
      !known.has(one.id) &&
      wanted.some((w) => w.userID === one.userID && one.start < w.end && one.end > w.start),
  )
  if (stranger) throw await changedBy(trx, stranger, now)
  const strokes = wanted.map((one) => ({ ...one, start: Math.max(one.start, now) }))
  for (const stroke of strokes) {
    if (isThere(blocks, stroke)) continue
    const { gone, added } = paint(blocks, stroke)
    await takeAway(saving, gone)
    const made: StoredAllocation[] = []
    for (const block of added) made.push(await addDraft(saving, block))
    blocks = [...blocks.filter((one) => !gone.includes(one)), ...made]
  }
  await requireNothingAgainst(saving, strokes, range)
  await note(saving, strokes, rules)
  // What was cut reaches beyond what was said.
  const whole = { from: startOfLondonDay(range.from), to: londonDayAfter(range.to, 1) }
  return allocationsIn(trx, whole, userIDs)
}

async function addDraft({ trx, caller }: Saving, block: Block): Promise<StoredAllocation> {
  const { id } = await trx
    .insertInto('allocations')
    .values({ ...block, source: 'PLAN', state: 'PLANNED', createdBy: caller.userID })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...block, id, state: 'PLANNED', isRemoved: false, createdBy: caller.userID, removedBy: null }
}

async function changedBy(trx: Database, { createdBy }: StoredAllocation, now: number): Promise<Error> {
  const by = await trx
    .selectFrom('users')
    .where('id', '=', createdBy ?? 0)
    .select('displayName')
    .executeTakeFirst()
  return new Refusal(409, 'record.changed', {
    name: by?.displayName ?? null,
    at: new Date(now).toISOString(),
  })
}

/** Holds what is stored against the rules, as it stands then. @throws Refusal 400 with the first that is against it */
async function requireNothingAgainst({ trx }: Saving, strokes: readonly Stroke[], range: Range) {
  const shifts = await heldShifts(trx, range)
  const all = (await allocationsIn(trx, range)).filter(isPlanned)
  const userIDs = [...new Set(strokes.map(({ userID }) => userID))]
  const people = await trx
    .selectFrom('users')
    .where('id', 'in', userIDs)
    .select(['id', 'displayName'])
    .execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  const skills = await skillsHeld(trx, userIDs)
  const rules = await projectRules(trx)
  for (const { userID, projectID, start, end } of strokes) {
    const project = rules.get(projectID ?? 0)
    if (!project) continue
    const person = asAllocated(
      { userID, name: names.get(userID) ?? '', skills: skills.get(userID) ?? [] },
      shifts,
    )
    const others = all.filter((one) => one.projectID === projectID && one.userID !== userID)
    const [first] = checkAllocation({ start, end }, person, project, others)
    if (first) throw refusalOf(first)
  }
}

/** One entry a person: many strokes of a copied day are one change. */
async function note(
  { trx, caller, now }: Saving,
  strokes: readonly Stroke[],
  rules: ReadonlyMap<number, { readonly name: string }>,
): Promise<void> {
  for (const [userID, own] of Map.groupBy(strokes, (one) => one.userID)) {
    const label = own
      .slice(0, 10)
      .map((one) => `${shiftTimes(one)} ${rules.get(one.projectID ?? 0)?.name ?? '–'}`)
      .join('; ')
    await audit(trx, caller, now, {
      ...{ action: 'ALLOCATION_DRAFTED', page: ALLOCATION_PAGE, recordType: 'person' },
      ...{ recordID: userID, personID: userID, label },
    })
  }
}
