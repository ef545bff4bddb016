import type { ProfileChange } from '#shared/contract/profile.ts'
import { type AskedField, CONTACTS_MAX } from '#shared/domain/profile.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { isUnreached } from '../mail/unreached.ts'
import { notify } from '../notifications/notifications.ts'
import { Refusal } from '../refusal.ts'
import { requireNoWayUp } from '../roles/grantors.ts'

interface ProfileServices {
  readonly db: Database
  readonly clock: Clock
}

const CHANGES_SHOWN = 20

const changesOf = (db: Database) =>
  db
    .selectFrom('profileChanges as change')
    .innerJoin('users', 'users.id', 'change.userID')
    .leftJoin('users as decider', 'decider.id', 'change.decidedBy')
    .select(['change.id', 'change.userID', 'users.displayName as name', 'change.field', 'change.before'])
    .select(['change.value', 'change.state', 'change.askedAt', 'change.reason'])
    .select('decider.displayName as decidedBy')

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesOf>['execute']>>[number]

const changeOf = ({ askedAt, decidedBy, ...row }: ChangeRow): ProfileChange => ({
  ...row,
  askedAt: new Date(askedAt).toISOString(),
  decidedBy: decidedBy ?? '',
})

/** A person's details: what they change themselves, and what somebody else decides (spec 3 §2). */
export function profileHandlers({ db, clock }: ProfileServices): AreaHandlers<'profile'> {
  const personOf = (userID: number) =>
    db
      .selectFrom('users')
      .leftJoin('areas', 'areas.id', 'users.areaID')
      .leftJoin('users as manager', 'manager.id', 'users.managerID')
      .where('users.id', '=', userID)
      .select(['users.id as userID', 'users.userName', 'users.displayName', 'users.email'])
      .select(['users.unreachedEmail', 'users.unreachedAt'])
      .select(['users.role as jobTitle', 'areas.name as area', 'manager.displayName as manager'])
      .executeTakeFirstOrThrow()

  const myContacts = (userID: number) => db.selectFrom('contactDetails').where('userID', '=', userID)

  /** @throws Refusal 400 where somebody else has the mail address */
  async function requireFree(field: AskedField, value: string, userID: number): Promise<void> {
    if (field !== 'email') return
    const other = await db
      .selectFrom('users')
      .where((e) => e.eb(e.fn<string>('lower', ['email']), '=', value.toLowerCase()))
      .where('id', '<>', userID)
      .select('id')
      .executeTakeFirst()
    if (other) throw new Refusal(400, 'profile.taken')
  }

  return {
    myPersonalDetails: async (_input, { caller: { userID } }) => {
      const { email, unreachedEmail, unreachedAt, area, manager, ...person } = await personOf(userID)
      const contacts = await myContacts(userID)
        .select(['id', 'type', 'label', 'value'])
        .orderBy('id')
        .execute()
      const changes = await changesOf(db)
        .where('change.userID', '=', userID)
        .orderBy('change.id', 'desc')
        .limit(CHANGES_SHOWN)
        .execute()
      const rest = { email: email ?? '', area: area ?? '', manager: manager ?? '' }
      const emailUnreachedAt =
        unreachedAt !== null && isUnreached(email, unreachedEmail)
          ? new Date(unreachedAt).toISOString()
          : null
      return { ...person, ...rest, emailUnreachedAt, contacts, changes: changes.map(changeOf) }
    },

    saveContactDetail: async ({ id, ...values }, { caller: { userID } }) => {
      if (id !== undefined) {
        const { numUpdatedRows } = await db
          .updateTable('contactDetails')
          .set(values)
          .where('id', '=', id)
          .where('userID', '=', userID)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new Refusal(400, 'profile.gone')
        return { id, ...values }
      }
      const { count } = await myContacts(userID)
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= CONTACTS_MAX) throw new Refusal(400, 'profile.full', { max: CONTACTS_MAX })
      const made = await db
        .insertInto('contactDetails')
        .values({ userID, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: made.id, ...values }
    },

    deleteContactDetail: async ({ id }, { caller: { userID } }) => {
      await db.deleteFrom('contactDetails').where('id', '=', id).where('userID', '=', userID).execute()
      return { done: true }
    },

    askProfileChange: async ({ field, value }, { caller: { userID } }) => {
      const before = (await personOf(userID))[field] ?? ''
      if (before === value) throw new Refusal(400, 'profile.same')
      await holdTurn(db)
      await requireFree(field, value, userID)
      const made = await db
        .insertInto('profileChanges')
        .values({ userID, field, before, value, state: 'PENDING', askedAt: clock(), decidedBy: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) throw new Refusal(400, 'profile.asked')
      return changeOf(await changesOf(db).where('change.id', '=', made.id).executeTakeFirstOrThrow())
    },

    cancelProfileChange: async ({ id }, { caller: { userID } }) => {
      const { numUpdatedRows } = await db
        .updateTable('profileChanges')
        .set({ state: 'CANCELLED' })
        .where('id', '=', id)
        .where('userID', '=', userID)
        .where('state', '=', 'PENDING')
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Refusal(400, 'profile.decided')
      return { done: true }
    },

    pendingProfileChanges: async (_input, { caller: { userID } }) => {
      const rows = await changesOf(db)
        .where('change.state', '=', 'PENDING')
        .where('change.userID', '<>', userID)
        .orderBy('change.id')
        .execute()
      return rows.map(changeOf)
    },

    decideProfileChange: async ({ id, approve, reason = '' }, { caller }) => {
      const change = await changesOf(db).where('change.id', '=', id).executeTakeFirst()
      if (!change) throw new Refusal(400, 'profile.gone')
      const { userID, field, value } = change
      if (userID === caller.userID) throw new Refusal(403, 'decision.somebodyElse')
      await requireNoWayUp(db, caller, userID)
      if (approve) await requireFree(field, value, userID)
      // If two decide at once, only the first counts.
      const { numUpdatedRows } = await db
        .updateTable('profileChanges')
        .set({ state: approve ? 'APPROVED' : 'DECLINED', decidedBy: caller.userID, reason })
        .where('id', '=', id)
        .where('state', '=', 'PENDING')
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) throw new Refusal(400, 'profile.decided')
      if (approve)
        await db
          .updateTable('users')
          .set({ [field]: value })
          .where('id', '=', userID)
          .execute()
      await notify(db, clock, {
        userID,
        type: 'NEW_UPDATE',
        subject: approve ? `Your change to ‘${value}’ is approved` : `Your change to ‘${value}’ is declined`,
        body: reason,
        cssClass: approve ? 'success' : 'warning',
      })
      return { done: true }
    },
  }
}
