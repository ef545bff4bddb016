import { londonField } from '#shared/domain/london-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { personDetails } from '../people/person-details.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, type Change, changesBetween } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'

const PAGE = 'admin.active-users'

/** What somebody can, at which level, since when and until when (spec 5 §4.6). */
export function personSkillsHandlers({
  db,
  clock,
  personChanged,
  publisher,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly personChanged: (userID: number) => void
}): AreaHandlers<'personSkills'> {
  const today = () => londonField(clock()).slice(0, 10)

  const skillOf = async (userID: number, skillID: number) =>
    db
      .selectFrom('personSkills')
      .where('userID', '=', userID)
      .where('skillID', '=', skillID)
      .select(['level', 'since', 'expires', 'evidence'])
      .executeTakeFirst()

  /**
   * Whom it is about, changed as they were seen: of two who save at once one is refused.
   * @throws Refusal 404, 409
   */
  async function touch(caller: Caller, userID: number, version: number): Promise<string> {
    await requireSeen(db, caller, userID)
    const { displayName, status } = await db
      .selectFrom('users')
      .where('id', '=', userID)
      .select(['displayName', 'status'])
      .executeTakeFirstOrThrow()
    if (status === 'LEAVER') throw new Refusal(409, 'leaver.gone', { name: displayName })
    await changeSeen(db, 'users', 'person', { id: userID, version }, {}, { caller, at: clock() })
    return displayName
  }

  const told = (caller: Caller, verb: string, userID: number, label: string, changes: readonly Change[]) =>
    audit(db, caller, clock(), {
      ...{
        action: `PERSON_SKILL_${verb}`,
        page: PAGE,
        recordType: 'person',
        recordID: userID,
        label,
        changes,
      },
    })

  async function nameOf(skillID: number) {
    const skill = await db
      .selectFrom('skills')
      .where('id', '=', skillID)
      .select(['name', 'needsCertificate', 'isActive'])
      .executeTakeFirst()
    if (!skill) throw new Refusal(404, 'record.gone', { one: 'skill' })
    return skill
  }

  /** A proposal of the skill is over, where there is one; who made it is told. */
  async function decide(
    { userID, skillID }: { readonly userID: number; readonly skillID: number },
    state: 'GRANTED' | 'DECLINED',
    caller: Caller,
    { name, skill }: { readonly name: string; readonly skill: string },
  ): Promise<void> {
    const over = await db
      .updateTable('skillProposals')
      .set({ state, decidedBy: caller.userID, decidedAt: clock() })
      .where('userID', '=', userID)
      .where('skillID', '=', skillID)
      .where('state', '=', 'PENDING')
      .returning('byID')
      .executeTakeFirst()
    if (!over || over.byID === null || over.byID === caller.userID) return
    const word = state === 'GRANTED' ? 'granted' : 'declined'
    publisher.notified(
      await keepNotifications(db, clock(), [
        {
          ...{ userID: over.byID, type: 'NEW_UPDATE', source: 'PERSON', sourceID: userID },
          ...{ subject: `${skill} is ${word} for ${name}`, body: '' },
        },
      ]),
    )
  }

  return {
    listPersonSkills: async ({ userID }, { caller }) => {
      await requireSeen(db, caller, userID)
      const held = await db
        .selectFrom('personSkills as held')
        .innerJoin('skills as s', 's.id', 'held.skillID')
        .leftJoin('users as giver', 'giver.id', 'held.givenBy')
        .where('held.userID', '=', userID)
        .orderBy('s.nameKey')
        .select(['held.skillID', 's.name', 's.category', 'held.level', 'held.since', 'held.expires'])
        .select(['held.evidence', 'giver.displayName as givenBy'])
        .execute()
      const offered = await db
        .selectFrom('skills')
        .where('isActive', '=', 1)
        .orderBy('nameKey')
        .select(['id', 'name', 'needsCertificate', 'expiresAfterMonths'])
        .execute()
      const proposed = await db
        .selectFrom('skillProposals as p')
        .innerJoin('skills as s', 's.id', 'p.skillID')
        .leftJoin('users as by', 'by.id', 'p.byID')
        .where('p.userID', '=', userID)
        .where('p.state', '=', 'PENDING')
        .orderBy('p.id')
        .select(['p.id', 'p.skillID', 's.name', 'p.note', 'by.displayName as by'])
        .execute()
      return {
        skills: held.map((one) => ({ ...one, isExpired: one.expires !== null && one.expires < today() })),
        offered: offered
          .filter(({ id }) => !held.some(({ skillID }) => skillID === id))
          .map((one) => ({ ...one, needsCertificate: one.needsCertificate === 1 })),
        proposed,
      }
    },

    savePersonSkill: async ({ userID, version, skillID, ...values }, { caller }) => {
      const name = await touch(caller, userID, version)
      const skill = await nameOf(skillID)
      const before = await skillOf(userID, skillID)
      if (!before && skill.isActive === 0) throw new Refusal(404, 'record.gone', { one: 'skill' })
      if (skill.needsCertificate === 1 && values.evidence === '')
        throw new Refusal(400, 'person.skillEvidence', { name: skill.name })
      if (values.expires !== null && values.expires < values.since)
        throw new Refusal(400, 'person.skillExpires')
      const row = { ...values, givenBy: caller.userID }
      if (before)
        await db
          .updateTable('personSkills')
          .set(row)
          .where('userID', '=', userID)
          .where('skillID', '=', skillID)
          .execute()
      else
        await db
          .insertInto('personSkills')
          .values({ userID, skillID, ...row })
          .execute()
      await told(caller, before ? 'CHANGED' : 'ADDED', userID, name, [
        { field: 'skill', before: before ? skill.name : null, after: skill.name },
        ...changesBetween<typeof values>(before ?? {}, values),
      ])
      await decide({ userID, skillID }, 'GRANTED', caller, { name, skill: skill.name })
      personChanged(userID)
      return personDetails(db, caller, userID, clock())
    },

    declineSkill: async ({ id }, { caller }) => {
      const proposal = await db
        .selectFrom('skillProposals as p')
        .innerJoin('users as u', 'u.id', 'p.userID')
        .innerJoin('skills as s', 's.id', 'p.skillID')
        .where('p.id', '=', id)
        .where('p.state', '=', 'PENDING')
        .select(['p.userID', 'p.skillID', 'u.displayName as name', 's.name as skill'])
        .executeTakeFirst()
      if (!proposal) throw new Refusal(404, 'record.gone', { one: 'proposal' })
      const { userID, skillID, name, skill } = proposal
      await requireSeen(db, caller, userID)
      await decide({ userID, skillID }, 'DECLINED', caller, { name, skill })
      await told(caller, 'DECLINED', userID, name, [{ field: 'skill', before: skill, after: null }])
      personChanged(userID)
      return { done: true }
    },

    removePersonSkill: async ({ userID, version, skillID }, { caller }) => {
      const name = await touch(caller, userID, version)
      const skill = await nameOf(skillID)
      const gone = await db
        .deleteFrom('personSkills')
        .where('userID', '=', userID)
        .where('skillID', '=', skillID)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new Refusal(404, 'record.gone', { one: 'skill' })
      await told(caller, 'REMOVED', userID, name, [{ field: 'skill', before: skill.name, after: null }])
      personChanged(userID)
      return personDetails(db, caller, userID, clock())
    },
  }
}
