import { checkAllocation, isCalling, paint, quartersOf } from '#shared/domain/allocation.ts'
import { waitForCall } from '../activity/after-call.ts'
import { callOf } from '../activity/dialler.ts'
import { auditWaiting, putInto } from '../activity/overriding.ts'
import { openSession } from '../activity/sessions.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requirePlanned } from '../shifts/plannable.ts'
import { type AllocationServices, tellAllocators } from './allocation-handlers.ts'
import { asAllocated, skillsHeld } from './board.ts'
import { hypervisorState } from './hypervisor.ts'
import { projectRules } from './project-rules.ts'
import { holdPeople, holdProjects, refusalOf } from './saving.ts'
import { allocationsIn, heldShifts, holds } from './schedule.ts'

const PAGE = 'resource.power-resourcing.hypervisor'
/** The longest boost, so that nobody forgets one. Ours. */
const BOOST_MAX_MS = 24 * 3_600_000
const REASON = 'Moved on the hypervisor'

interface Moving {
  readonly userID: number
  readonly projectID: number
  readonly afterCall: boolean
  readonly switchNow: boolean
}

/** On which somebody on a project of that kind is. */
const ACTIVITY_OF: Readonly<Record<string, 'CODING' | 'QUAL'>> = { CODING: 'CODING', QUAL: 'QUAL' }

/** Now, and where people are (spec 4 §4.5.3). */
export function hypervisorHandlers({
  db,
  clock,
  shell,
  publisher,
}: AllocationServices): AreaHandlers<'hypervisor'> {
  /**
   * Allocates somebody from now to the end of their shift, or of the calling hours. It holds at once; what was planned for
   * that time makes room.
   * @throws Refusal 400 for what is against it
   */
  async function allocate(trx: Database, caller: Caller, { userID, projectID }: Moving, now: number) {
    await requirePlanned(trx, caller, [userID])
    await holdPeople(trx, [userID])
    await holdProjects(trx, [projectID])
    const rules = await projectRules(trx)
    const project = rules.get(projectID)
    if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
    const { displayName: name } = await trx
      .selectFrom('users')
      .where('id', '=', userID)
      .select('displayName')
      .executeTakeFirstOrThrow()
    const shifts = (await heldShifts(trx, { from: now, to: now + 1 })).filter((one) => one.userID === userID)
    const shiftEnd = Math.max(now + 1, ...shifts.map(({ end }) => end))
    const all = await allocationsIn(trx, { from: now, to: shiftEnd })
    const others = all.filter((one) => holds(one) && one.projectID === projectID && one.userID !== userID)
    const skills = await skillsHeld(trx, [userID])
    const person = asAllocated({ userID, name, skills: skills.get(userID) ?? [] }, shifts)
    // Whether they may be on it now; how long they stay is found next.
    const [first] = checkAllocation({ start: now, end: now + 1 }, person, project, others)
    if (first) throw refusalOf(first)
    let end = shiftEnd
    for (const at of quartersOf({ start: now, end: shiftEnd }))
      if (!isCalling(project, at)) {
        end = at
        break
      }
    const own = all.filter((one) => one.userID === userID)
    const { gone, added } = paint(own, { userID, projectID, start: now, end })
    for (const { id, start, state } of gone)
      await trx
        .updateTable('allocations')
        .set(
          state !== 'PLANNED' && start < now
            ? { end: now, state: 'DONE', isRemoved: 0 }
            : { state: 'CANCELLED', isRemoved: 0 },
        )
        .where('id', '=', id)
        .execute()
    // What lies after it goes on as it was; what lay before has just ended.
    const after = added.filter(({ start }) => start >= now)
    for (const block of after) {
      const isMove = block.start === now && block.projectID === projectID && block.end === end
      const was = gone.find((one) => one.projectID === block.projectID && one.end === block.end)
      const isDraft = !isMove && was?.state === 'PLANNED'
      await trx
        .insertInto('allocations')
        .values({
          ...block,
          source: isMove ? 'HYPERVISOR' : 'PLAN',
          state: isDraft ? 'PLANNED' : 'PUBLISHED',
          publishedAt: isDraft ? null : now,
          createdBy: caller.userID,
        })
        .execute()
    }
    await audit(trx, caller, now, {
      ...{ action: 'ALLOCATION_MOVED', page: PAGE, recordType: 'person', recordID: userID, personID: userID },
      label: name,
      changes: [
        {
          field: 'project',
          before:
            rules.get(own.find((one) => holds(one) && one.start <= now && one.end > now)?.projectID ?? 0)
              ?.name ?? null,
          after: project.name,
        },
      ],
    })
    return { name, project: project.name }
  }

  /** Sets their activity's project, after the call where one goes on. @throws Refusal 400 where they don't work */
  async function switchOver(
    trx: Database,
    caller: Caller,
    { userID, projectID, afterCall }: Moving,
    { name, project, now }: { name: string; project: string; now: number },
  ): Promise<void> {
    const open = await openSession(trx, userID)
    if (!open || open.activity === 'INACTIVE') throw new Refusal(400, 'override.noShift', { name })
    const { kind } = await trx
      .selectFrom('projects')
      .where('id', '=', projectID)
      .select('kind')
      .executeTakeFirstOrThrow()
    const change = {
      ...{ userID, project, category: null, actions: [], reason: REASON, holdMinutes: null },
      activity: ACTIVITY_OF[kind] ?? ('AVAILABLE' as const),
    }
    if (!afterCall || (await callOf(trx, userID, now)) === null) return putInto(trx, caller, change, now)
    await waitForCall(trx, { ...change, byID: caller.userID }, now)
    await auditWaiting(trx, caller, { ...change, name }, now)
  }

  return {
    hypervisorState: (_request, { caller }) => hypervisorState(db, caller, clock()),

    moveOnHypervisor: async (moving, { caller }) => {
      const now = clock()
      const { userID, switchNow } = moving
      if (switchNow && !caller.permissions.can('CAN_FORCE_MASTER_ACTIVITY'))
        throw new Refusal(403, 'accessDenied')
      if (switchNow && userID === caller.userID) throw new Refusal(400, 'override.self')
      const kept = await db.transaction().execute(async (trx) => {
        const { name, project } = await allocate(trx, caller, moving, now)
        if (switchNow) await switchOver(trx, caller, moving, { name, project, now })
        return keepNotifications(trx, now, [
          {
            ...{ userID, type: 'NEW_UPDATE', source: 'ALLOCATION' },
            subject: `You are planned on ${project} now`,
            body: `${caller.displayName} moved you.`,
          },
        ])
      })
      publisher.notified(kept)
      await shell.tellActivity(userID)
      await tellAllocators(db, shell)
      await shell.tellAtRisk()
      return hypervisorState(db, caller, now)
    },

    boostProject: async ({ projectID, until }, { caller }) => {
      const now = clock()
      const at = until === null ? null : Date.parse(until)
      if (at !== null && at <= now) throw new Refusal(400, 'booking.past')
      if (at !== null && at > now + BOOST_MAX_MS) throw new Refusal(400, 'allocation.boostTooLong')
      await db.transaction().execute(async (trx) => {
        const project = await trx
          .updateTable('projects')
          .set({ boostedUntil: at })
          .where('id', '=', projectID)
          .where('status', '=', 'LIVE')
          .returning('name')
          .executeTakeFirst()
        if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
        await audit(trx, caller, now, {
          ...{ action: 'PROJECT_BOOSTED', page: PAGE, recordType: 'project', recordID: projectID },
          label: project.name,
          changes: [{ field: 'boostedUntil', before: null, after: until }],
        })
      })
      await tellAllocators(db, shell)
      // Boards that show it are told.
      shell.dayChanged([caller.userID])
      return hypervisorState(db, caller, now)
    },
  }
}
