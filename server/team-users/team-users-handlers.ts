import { dayFigures } from '#shared/domain/attendance.ts'
import { londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { PERSON_STATUSES, type PersonStatus } from '#shared/domain/person.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { presentDay } from '../attendance/day-facts.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { LiveFacts } from '../live-panel/rows.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import { openDirectory } from '../people/directory.ts'
import { personDetails } from '../people/person-details.ts'
import { changePeople, readKept } from '../people/save-person.ts'
import { within } from '../people/scope.ts'
import { type PeopleWindows, tellPeople } from '../people/tell-people.ts'
import { coachingRows, sentCoaching } from '../qc/coaching.ts'
import { qcPeopleOf } from '../qc/scope.ts'
import { countedReviews } from '../qc/standing.ts'
import { audit, auditRead } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { fitDetails } from './core.ts'
import { type TeamFacts, teamFigures, teamRows, teamSource } from './team-source.ts'

interface TeamUsersServices extends PeopleWindows {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly shell: Pick<LiveShell, 'main'>
}

const { page, words } = teamPersonRecord
const [REVIEWS, COACHING, TICKETS] = [10, 10, 20]
const [DAYS_BACK, DAYS_AHEAD] = [7, 28]
const iso = (at: number) => new Date(at).toISOString()
const gone = () => new Refusal(404, 'record.gone', { one: words.one })

/** Supervisor › Users: nobody outside the page's scope by any of its calls (spec 4 §4.4.7). */
export function teamUsersHandlers(services: TeamUsersServices): AreaHandlers<'teamUsers'> {
  const { db, clock, facts, shell } = services
  const at = (): TeamFacts => ({ now: clock(), isOnline: facts.isOnline })

  const statusesOf = ({ permissions }: Caller): readonly PersonStatus[] =>
    permissions.can('ISUPERVISOR_CAN_SEE_LEAVERS') ? PERSON_STATUSES : ['ACTIVE', 'SUSPENDED']

  /** @throws Refusal 404 for whom the page doesn't list */
  async function requireListed(on: Database, caller: Caller, id: number): Promise<string> {
    const found = await on
      .selectFrom('users as u')
      .where('u.id', '=', id)
      .where('u.id', '>', 0)
      .where('u.status', 'in', statusesOf(caller))
      .where((eb) => within(caller, 'AREA_AND_TEAM')(eb as never))
      .select('u.displayName')
      .executeTakeFirst()
    if (!found) throw gone()
    return found.displayName
  }

  /** Those of either page: a supervisor's scope, or whom a planner plans. */
  async function requireEither(on: Database, caller: Caller, id: number): Promise<string> {
    if (allows(caller.permissions, teamPersonRecord.permission)) {
      try {
        return await requireListed(on, caller, id)
      } catch (error) {
        if (!caller.permissions.can('IRESOURCE_CAN_ASSIGN')) throw error
      }
    }
    const found = await (await plannablePeople(on, caller))
      .where('u.id', '=', id)
      .where('u.status', 'in', ['ACTIVE', 'SUSPENDED'])
      .select('u.displayName')
      .executeTakeFirst()
    if (!found) throw gone()
    return found.displayName
  }

  async function look(caller: Caller, id: number): Promise<void> {
    const label = await requireListed(db, caller, id)
    if (id === caller.userID) return
    await auditRead(db, caller, clock(), {
      action: 'PERSON_READ',
      page,
      recordType: 'person',
      recordID: id,
      label,
    })
    shell.main.toUser(id, 'recordedReading', [{ kind: 'VIEW' }])
  }

  async function personOf(caller: Caller, id: number) {
    const now = clock()
    const [row] = await teamRows(db, caller, at(), {
      request: { filters: [], sort: [] },
      only: id,
      statuses: statusesOf(caller),
    })
    if (!row) throw gone()
    const figures = (await teamFigures(db, caller, [id], now)).get(id)
    const { presence, plannedHours } = row
    return {
      ...fitDetails(await personDetails(db, caller, id, now), caller),
      ...{ presence: presence as never, plannedHours: plannedHours ?? 0 },
      ...(figures ?? {
        ...{ workedHours: null, adherence: null, index: null },
        ...{ qcScore: null, reviewsDue: null, coachingActions: null },
      }),
    }
  }

  return {
    listTeamPeople: async (request, { caller }) => {
      const source = recordSource(await teamSource(db, caller, at(), { request }))
      const listed = await listRecords(db, request, {
        ...{ record: teamPersonRecord, source, viewer: caller, now: clock() },
      })
      const figures = await teamFigures(
        db,
        caller,
        listed.rows.map(({ id }) => id),
        clock(),
      )
      return { ...listed, rows: listed.rows.map((row) => ({ ...row, ...figures.get(row.id) })) }
    },

    getTeamPerson: async ({ id }, { caller }) => {
      await look(caller, id)
      return personOf(caller, id)
    },

    teamPersonWork: async ({ id }, { caller }) => {
      await look(caller, id)
      const now = clock()
      const from = startOfLondonDay(now)
      const sessions = await db
        .selectFrom('activitySessions')
        .where('userID', '=', id)
        .where('startedAt', '<', londonDayAfter(now, 1))
        .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', from)]))
        .orderBy('startedAt')
        .orderBy('id')
        .select(['id', 'activity', 'project', 'startedAt', 'endedAt'])
        .execute()
      const [present] = await presentDay(db, [id], now)
      const day = present ? dayFigures(present.facts, now) : null
      const shifts = await db
        .selectFrom('shifts as s')
        .leftJoin('projects as p', 'p.id', 's.projectID')
        .where('s.userID', '=', id)
        // A draft is the planners'.
        .where('s.state', '<>', 'DRAFT')
        .where('s.start', '>=', londonDayAfter(from, -DAYS_BACK))
        .where('s.start', '<', londonDayAfter(from, DAYS_AHEAD))
        .orderBy('s.start')
        .orderBy('s.id')
        .select(['s.id', 's.start', 's.end', 's.state', 'p.name as project'])
        .execute()
      const isHeard = await qcPeopleOf(db, caller).where('u.id', '=', id).select('u.id').executeTakeFirst()
      const reviews = isHeard
        ? await countedReviews(db)
            .innerJoin('projects as p', 'p.id', 'r.projectID')
            .where('r.userID', '=', id)
            .orderBy('r.submittedAt', 'desc')
            .orderBy('r.id', 'desc')
            .limit(REVIEWS)
            .select(['r.id', 'r.submittedAt', 'p.name as project', 'r.score', 'r.outcome'])
            .execute()
        : []
      const coaching = isHeard
        ? await coachingRows(db)
            .where('c.userID', '=', id)
            .orderBy('c.start', 'desc')
            .orderBy('c.id', 'desc')
            .limit(COACHING)
            .execute()
        : []
      const tickets = await db
        .selectFrom('tickets')
        .where('raisedBy', '=', id)
        .orderBy('id', 'desc')
        .limit(TICKETS)
        .select(['id', 'ticketType', 'raisedAt', 'resolvedAt'])
        .execute()
      return {
        day: {
          sessions: sessions.map(({ startedAt, endedAt, ...session }) => ({
            ...session,
            start: iso(startedAt),
            end: endedAt === null ? null : iso(endedAt),
            seconds: Math.max(0, Math.floor(((endedAt ?? now) - startedAt) / 1000)),
          })),
          exceptions: (day?.exceptions ?? []).map(({ kind, start, seconds, excuse, isNoticed }) => ({
            ...{ kind, seconds, excuse, isNoticed },
            start: iso(start),
          })),
          adherence: day?.adherence ?? null,
          workedSeconds: day?.workedSeconds ?? 0,
        },
        shifts: shifts.map(({ start, end, ...shift }) => ({ ...shift, start: iso(start), end: iso(end) })),
        reviews: reviews.map(({ submittedAt, ...review }) => ({ ...review, at: iso(submittedAt ?? 0) })),
        coaching: coaching.map((row) => ({
          ...{ id: row.id, at: iso(row.start), topics: row.topics, state: row.state },
          openActions: sentCoaching(row)
            .actions.filter(({ doneAt }) => doneAt === null)
            .map(({ text }) => text),
        })),
        tickets: tickets.map(({ raisedAt, resolvedAt, ...ticket }) => ({
          ...ticket,
          ...{ at: iso(raisedAt), resolvedAt: resolvedAt === null ? null : iso(resolvedAt) },
        })),
      }
    },

    teamOptions: async ({ id }, { caller }) => {
      await requireEither(db, caller, id)
      const areas = await db
        .selectFrom('areas')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name'])
        .execute()
      const skills = await db
        .selectFrom('skills as s')
        .leftJoin('skillProposals as p', (join) =>
          join.onRef('p.skillID', '=', 's.id').on('p.userID', '=', id).on('p.state', '=', 'PENDING'),
        )
        .where('s.isActive', '=', 1)
        .where('s.id', 'not in', (eb) =>
          eb
            .selectFrom('personSkills')
            .where('userID', '=', id)
            .where((held) =>
              held.or([
                held('expires', 'is', null),
                held('expires', '>=', londonField(clock()).slice(0, 10)),
              ]),
            )
            .select('skillID'),
        )
        .orderBy('s.nameKey')
        .select(['s.id', 's.name', 'p.id as proposalID'])
        .execute()
      return {
        areas,
        skills: skills.map(({ proposalID, ...skill }) => ({ ...skill, isProposed: proposalID !== null })),
      }
    },

    proposeSkill: async ({ id, skillID, note }, { caller }) => {
      const kept = await db.transaction().execute(async (trx) => {
        const label = await requireEither(trx, caller, id)
        const skill = await trx
          .selectFrom('skills')
          .where('id', '=', skillID)
          .where('isActive', '=', 1)
          .select('name')
          .executeTakeFirst()
        if (!skill) throw new Refusal(404, 'record.gone', { one: 'skill' })
        const held = await trx
          .selectFrom('personSkills')
          .where('userID', '=', id)
          .where('skillID', '=', skillID)
          .where((eb) =>
            eb.or([eb('expires', 'is', null), eb('expires', '>=', londonField(clock()).slice(0, 10))]),
          )
          .select('skillID')
          .executeTakeFirst()
        if (held) throw new Refusal(409, 'skill.held', { name: label, skill: skill.name })
        const made = await trx
          .insertInto('skillProposals')
          .values({ userID: id, skillID, note, byID: caller.userID, at: clock(), state: 'PENDING' })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw new Refusal(409, 'skill.proposed', { name: label, skill: skill.name })
        await audit(trx, caller, clock(), {
          ...{
            action: 'PERSON_SKILL_PROPOSED',
            page,
            recordType: 'person',
            recordID: id,
            label,
            reason: note,
          },
          changes: [{ field: 'skill', before: null, after: skill.name }],
        })
        // Whoever keeps people is told once a proposal.
        const keepers = await trx
          .selectFrom('users as u')
          .innerJoin('userPermissions as held', 'held.userID', 'u.id')
          .where('held.permission', '=', EDITS_PEOPLE)
          .where('u.isActive', '=', 1)
          .where('u.id', '<>', caller.userID)
          .orderBy('u.id')
          .limit(KEEPERS_MAX)
          .select('u.id')
          .execute()
        return keepNotifications(
          trx,
          clock(),
          keepers.map((keeper) => ({
            ...{ userID: keeper.id, type: 'NEW_UPDATE' as const, source: 'PERSON', sourceID: id },
            ...{ subject: `${caller.displayName} proposes ${skill.name} for ${label}`, body: note },
          })),
        )
      })
      services.publisher.notified(kept)
      return { done: true }
    },

    moveTeamPerson: async ({ id, version, areaID }, { caller }) => {
      const saving = {
        actor: caller,
        at: clock(),
        sessions: services.sessions,
        signIns: services.signIns,
        page,
      }
      const aftermath = await keepingGrantor(db, async (trx) => {
        await requireListed(trx, caller, id)
        const directory = await openDirectory(trx)
        const before = (await readKept(trx, [id])).get(id)
        if (!before || directory.person(id)?.status === 'LEAVER') throw gone()
        if (!directory.areas.get(areaID)?.isActive) throw new Refusal(404, 'record.gone', { one: 'area' })
        return changePeople(trx, saving, directory, [
          { before: { ...before, version }, values: { ...before.values, areaID } },
        ])
      })
      await tellPeople(services, aftermath)
      return { done: true }
    },
  }
}

const EDITS_PEOPLE = PERMISSIONS.ADMIN_CAN_EDIT_USERS
const KEEPERS_MAX = 20
