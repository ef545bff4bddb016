import { londonField } from '#shared/domain/london-time.ts'
import { coreTimesOf } from '#shared/domain/working-hours.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { personDetails } from '../people/person-details.ts'
import { audit, auditRead, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { fitDetails } from './core.ts'
import { heldSkills, openProjects, plannedRows, plannedSource } from './planned-source.ts'

interface PlannedUsersServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly personChanged: (userID: number) => void
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const { page, words } = plannedPersonRecord
const gone = () => new Refusal(404, 'record.gone', { one: words.one })

/** Resource › Users: whom a planner plans, and no others by any of its calls (spec 4 §4.5.18). */
export function plannedUsersHandlers({
  db,
  clock,
  shell,
  personChanged,
  publisher,
}: PlannedUsersServices): AreaHandlers<'plannedUsers'> {
  const today = () => londonField(clock()).slice(0, 10)

  /** @throws Refusal 404 for whom the caller doesn't plan */
  async function requireListed(on: Database, caller: Caller, id: number) {
    const found = await (await plannablePeople(on, caller))
      .where('u.id', '=', id)
      .where('u.status', 'in', ['ACTIVE', 'SUSPENDED'])
      .select(['u.displayName', 'u.coreHours', 'u.availability'])
      .executeTakeFirst()
    if (!found) throw gone()
    return found
  }

  async function personOf(caller: Caller, id: number) {
    const [row] = await plannedRows(db, caller, clock(), { only: id })
    if (!row) throw gone()
    const { contractedHours, pattern, plannedHours, plannedNextWeek, meanHours, projects, holidayFree } = row
    return {
      ...fitDetails(await personDetails(db, caller, id, clock()), caller),
      ...{ contractedHours, pattern, plannedHours, plannedNextWeek, meanHours, projects, holidayFree },
    }
  }

  async function projectsOf(on: Database, id: number) {
    const held = (await heldSkills(on, [id], today())).get(id) ?? []
    const rows = await on.selectFrom('projectEligible').where('userID', '=', id).select('projectID').execute()
    return {
      projects: (await openProjects(on)).map(({ needs, ...project }) => ({
        ...project,
        needs: needs.map((need) => ({ ...need, isHeld: held.some(({ skillID }) => skillID === need.id) })),
        isEligible: rows.some(({ projectID }) => projectID === project.id),
      })),
    }
  }

  return {
    listPlannedPeople: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: plannedPersonRecord, viewer: caller, now: clock() },
        source: recordSource(await plannedSource(db, caller, clock())),
      }),

    getPlannedPerson: async ({ id }, { caller }) => {
      const { displayName: label } = await requireListed(db, caller, id)
      if (id !== caller.userID) {
        const entry = { action: 'PERSON_READ', page, recordType: 'person', recordID: id, label }
        await auditRead(db, caller, clock(), entry)
        shell.main.toUser(id, 'recordedReading', [{ kind: 'VIEW' }])
      }
      return personOf(caller, id)
    },

    saveCoreHours: async ({ id, version, ...values }, { caller }) => {
      if (values.coreHours !== '' && coreTimesOf(values.coreHours).length === 0)
        throw new Refusal(400, 'coreHours.unread')
      await db.transaction().execute(async (trx) => {
        const { displayName: label, ...before } = await requireListed(trx, caller, id)
        await changeSeen(trx, 'users', 'person', { id, version }, values, { caller, at: clock() })
        await audit(trx, caller, clock(), {
          ...{ action: 'PERSON_CHANGED', page, recordType: 'person', recordID: id, label },
          changes: changesBetween<typeof values>(before, values),
        })
      })
      personChanged(id)
      return personOf(caller, id)
    },

    plannedProjects: async ({ id }, { caller }) => {
      await requireListed(db, caller, id)
      return projectsOf(db, id)
    },

    setEligible: async ({ id, projectID, isEligible }, { caller }) => {
      const kept = await db.transaction().execute(async (trx) => {
        const { displayName: label } = await requireListed(trx, caller, id)
        const project = (await projectsOf(trx, id)).projects.find((one) => one.id === projectID)
        if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
        const missing = project.needs.find(({ isHeld }) => !isHeld)
        if (isEligible && missing) throw new Refusal(400, 'shift.skill', { name: label, skill: missing.name })
        const changed = isEligible
          ? await trx
              .insertInto('projectEligible')
              .values({ projectID, userID: id, at: clock(), byID: caller.userID })
              .onConflict((conflict) => conflict.doNothing())
              .returning('userID')
              .executeTakeFirst()
          : await trx
              .deleteFrom('projectEligible')
              .where('projectID', '=', projectID)
              .where('userID', '=', id)
              .returning('userID')
              .executeTakeFirst()
        // Twice is as once.
        if (!changed) return []
        await audit(trx, caller, clock(), {
          ...{ action: 'PERSON_ELIGIBLE_CHANGED', page, recordType: 'person', recordID: id, label },
          changes: [{ field: project.name, before: !isEligible, after: isEligible }],
        })
        if (!isEligible || id === caller.userID) return []
        return keepNotifications(trx, clock(), [
          {
            ...{ userID: id, type: 'NEW_UPDATE', source: 'PROJECT', sourceID: projectID },
            ...{ subject: `You may work on ${project.name}`, body: '' },
          },
        ])
      })
      publisher.notified(kept)
      personChanged(id)
      return projectsOf(db, id)
    },
  }
}
