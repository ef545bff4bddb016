import type { BulkAudience } from '#shared/contract/dangerous-email.ts'
import { bodyFault, paragraphsOf, unknownField } from '#shared/domain/bulk-mail.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import { audienceWords, fieldsOf, namedIn, recipientsOf } from './audience.ts'
import { BulkMails, bulkSettings, type Letter, letterKey, mailFor } from './bulk-mails.ts'

const SHOWN = 20

export interface DangerousEmailServices {
  readonly db: Database
  readonly clock: Clock
  readonly outbox: Outbox
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** @throws Refusal 400 for a field that there is none of, or a tag that isn't allowed */
function requireSound({ subject, body }: Letter): void {
  const field = unknownField(`${subject} ${body}`)
  if (field !== null) throw new Refusal(400, 'bulkMail.noField', { field })
  const fault = bodyFault(body)
  if (fault !== null) throw new Refusal(400, 'bulkMail.badTag', { fault })
}

/** Admin › Dangerous e-mail sender (spec 5 §5.9). */
export function dangerousEmailHandlers({
  db,
  clock,
  outbox,
  publisher,
}: DangerousEmailServices): AreaHandlers<'dangerousEmail'> {
  const mails = new BulkMails({ db, clock, outbox })

  /** Whether the caller's test of exactly this letter was handed over. */
  async function isTested(userID: number, letter: Letter): Promise<boolean> {
    const test = await db
      .selectFrom('bulkMailTests as t')
      .innerJoin('mails', 'mails.id', 't.mailID')
      .where('t.userID', '=', userID)
      .where('t.letter', '=', letterKey(letter))
      .select('mails.state')
      .executeTakeFirst()
    return test?.state === 'SENT'
  }

  const chosen = (caller: Caller, asked: { audience: BulkAudience; leaveOutIDs: number[] }) =>
    recipientsOf(db, caller, asked, clock())

  async function shownTo(userID: number, letter: Letter) {
    const fields = await fieldsOf(db, userID)
    const mail = mailFor(letter, fields)
    const html = mail.html ?? paragraphsOf(mail.text)
    return { name: fields.displayName, subject: mail.subject, html }
  }

  /** Whoever else may send such letters is asked to approve. */
  async function askOthers(caller: Caller, id: number, subject: string, count: number): Promise<void> {
    const at = clock()
    const holders = await db
      .selectFrom('userPermissions')
      .innerJoin('users', 'users.id', 'userPermissions.userID')
      .where('permission', '=', PERMISSIONS.ADMIN_CAN_SEND_DANGEROUS_EMAIL)
      .where('isActive', '=', 1)
      .where('users.id', '<>', caller.userID)
      .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', at)]))
      .select('users.id')
      .execute()
    const kept = await keepNotifications(
      db,
      at,
      holders.map(({ id: userID }) => ({
        userID,
        type: 'NEW_UPDATE' as const,
        subject: `${caller.displayName} wants to send an e-mail to ${count} people`,
        body: `‘${subject}’ waits for approval in Admin › Dangerous e-mail sender.`,
        source: 'BULK_MAIL',
        sourceID: id,
        cssClass: 'warning' as const,
      })),
    )
    await afterCommit(() => publisher.notified(kept))
  }

  return {
    dangerousEmailChoices: async () => {
      const [roles, areas, agencies, contractTypes, projects, skills] = await Promise.all([
        ...[namedIn(db, 'roles'), namedIn(db, 'areas'), namedIn(db, 'agencies')],
        ...[namedIn(db, 'contractTypes'), namedIn(db, 'projects'), namedIn(db, 'skills')],
      ])
      return {
        ...{ roles: roles ?? [], areas: areas ?? [], agencies: agencies ?? [] },
        ...{ contractTypes: contractTypes ?? [], projects: projects ?? [], skills: skills ?? [] },
      }
    },

    previewDangerousEmail: async ({ letter, asID, ...asked }, { caller }) => {
      if (letter) requireSound(letter)
      const { people, ...rest } = await chosen(caller, asked)
      const { 'messages.bulkMailApprovalAbove': above } = await bulkSettings(db)
      const as = people.find(({ id }) => id === asID) ?? people[0]
      return {
        people: [...people],
        ...rest,
        count: people.length,
        unreached: people.filter(({ isUnreached }) => isUnreached).length,
        needsApproval: people.length > above,
        isTested: letter !== null && (await isTested(caller.userID, letter)),
        shown: letter && as ? await shownTo(as.id, letter) : null,
      }
    },

    testDangerousEmail: async (letter, { caller }) => {
      requireSound(letter)
      const fields = await fieldsOf(db, caller.userID)
      if (!fields.to) throw new Refusal(400, 'bulkMail.noAddress')
      const mailID = await outbox.post({
        ...mailFor(letter, fields),
        ...{ to: fields.to, kind: 'BULK', userID: caller.userID },
      })
      const row = { userID: caller.userID, letter: letterKey(letter), mailID }
      await db
        .insertInto('bulkMailTests')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userID', 'letter']).doUpdateSet({ mailID }))
        .execute()
      return { done: true }
    },

    sendDangerousEmail: async ({ count, reason, subject, body, ...asked }, { caller }) => {
      const letter = { subject, body }
      requireSound(letter)
      if (!(await isTested(caller.userID, letter))) throw new Refusal(400, 'bulkMail.notTested')
      const { people } = await chosen(caller, asked)
      if (people.length === 0) throw new Refusal(400, 'bulkMail.nobody')
      if (count !== people.length) throw new Refusal(400, 'bulkMail.count', { count: people.length })
      const id = await mails.add({
        ...{ createdBy: caller.userID, ...letter, reason },
        audience: { ...asked.audience, leaveOutIDs: asked.leaveOutIDs },
        userIDs: people.map((person) => person.id),
      })
      const { 'messages.bulkMailApprovalAbove': above } = await bulkSettings(db)
      if (people.length > above) await askOthers(caller, id, subject, people.length)
      return { id }
    },

    approveDangerousEmail: async ({ id }, { caller }) => {
      if (await mails.approve(id, caller.userID)) return { done: true }
      const row = await db
        .selectFrom('bulkMails')
        .where('id', '=', id)
        .select(['createdBy', 'state'])
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'letter' })
      if (row.createdBy === caller.userID) throw new Refusal(403, 'bulkMail.ownApproval')
      throw new Refusal(409, 'bulkMail.over')
    },

    stopDangerousEmail: async ({ id }, { caller }) => {
      if (!(await mails.stop(id, caller))) throw new Refusal(409, 'bulkMail.over')
      return { done: true }
    },

    listDangerousEmails: async (_input, { caller }) => {
      const rows = await db
        .selectFrom('bulkMails as b')
        .innerJoin('users as sender', 'sender.id', 'b.createdBy')
        .leftJoin('users as approver', 'approver.id', 'b.approvedBy')
        .leftJoin('users as stopper', 'stopper.id', 'b.stoppedBy')
        .orderBy('b.id', 'desc')
        .limit(SHOWN)
        .select(['b.id', 'b.subject', 'b.body', 'b.reason', 'b.state', 'b.createdBy', 'b.createdAt'])
        .select(['b.startsAt', 'b.count', 'b.audience', 'sender.displayName as by'])
        .select(['approver.displayName as approvedBy', 'stopper.displayName as stoppedBy'])
        .execute()
      const mailings = []
      for (const { createdBy, createdAt, startsAt, audience, ...row } of rows)
        mailings.push({
          ...row,
          ...(await audienceWords(db, audience)),
          ...(await mails.counts(row.id)),
          isOwn: createdBy === caller.userID,
          createdAt: new Date(createdAt).toISOString(),
          startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
        })
      return { mailings }
    },
  }
}
