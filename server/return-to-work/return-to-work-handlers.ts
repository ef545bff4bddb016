import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import { FIT_NOTES_MAX, needsFitNote, RETURN_WORDS } from '#shared/domain/return-to-work.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { requireSeen } from '../people/scope.ts'
import { audit, auditRead } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { keepSickEvent, type ReturnFormRow, returnFormRows, seesHealth, shownForms } from './forms.ts'

const PAGE = 'hr.return-to-work'
const FILE_NAME_MAX = 200

interface ReturnServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const labelOf = ({ name, firstDay }: Pick<ReturnFormRow, 'name' | 'firstDay'>) => `${name}, ${firstDay}`

/** Return-to-work forms (spec 6 §5.3). */
export function returnToWorkHandlers({
  db,
  clock,
  shell,
  publisher,
}: ReturnServices): AreaHandlers<'returnToWork'> {
  const gone = () => new Refusal(404, 'record.gone', { one: 'form' })

  async function requireForm(on: Database, id: number): Promise<ReturnFormRow> {
    const [form] = await returnFormRows(on, { ids: [id] })
    if (!form) throw gone()
    return form
  }

  /** What its state forbids. */
  const cannot = ({ status }: Pick<ReturnFormRow, 'status'>, action: string) =>
    new Refusal(400, 'record.cannot', { record: 'The form', state: RETURN_WORDS.status[status], action })

  const tell = ({ id, userID, hostID }: Pick<ReturnFormRow, 'id' | 'userID' | 'hostID'>): void => {
    for (const one of new Set([userID, ...(hostID === null ? [] : [hostID])]))
      shell.main.toUser(one, 'workingDayChange', [{ entity: 'RETURN_TO_WORK', ids: [id] }])
  }

  return {
    returnForms: async (_input, { caller }) => {
      const now = clock()
      const isHr = caller.permissions.can('HR_CAN_SEE_RETURN_TO_WORK')
      const forms = await shownForms(db, caller, {
        now,
        ...(!isHr && { lookedAfterBy: caller.userID }),
      })
      for (const { userID, name, health } of forms)
        if (health !== null && userID !== caller.userID) {
          await auditRead(db, caller, now, {
            ...{ action: 'RETURN_FORM_READ', page: PAGE, recordType: 'returnToWorkForm', recordID: null },
            ...{ label: name, personID: userID },
          })
          shell.main.toUser(userID, 'recordedReading', [{ kind: 'VIEW' }])
        }
      return { forms }
    },

    saveReturnForm: async ({ id, version, hostID, adjustments, ...values }, { caller }) => {
      const at = clock()
      const form = await db.transaction().execute(async (trx) => {
        const found = await requireForm(trx, id)
        const isHr = caller.permissions.can('HR_CAN_SEE_RETURN_TO_WORK')
        if (found.userID === caller.userID) throw new Refusal(403, 'return.own')
        const isHosts = found.hostID === caller.userID
        if (!isHr && !isHosts)
          throw found.managerID === caller.userID
            ? new Refusal(403, 'return.notHost', { name: found.host ?? '' })
            : gone()
        const stamp = { caller, at }
        if (hostID !== undefined && hostID !== found.hostID) {
          if (!isHr) throw new Refusal(403, 'return.notHost', { name: found.host ?? '' })
          // Whoever hosts it reads what was written.
          if (found.status !== 'DUE') throw cannot(found, 'given to another host')
          if (hostID === found.userID) throw new Refusal(403, 'return.own')
          await requireSeen(trx, caller, hostID)
          await changeSeen(trx, 'returnToWorkForms', 'form', { id, version }, { hostID }, stamp)
          await audit(trx, caller, at, {
            ...{ action: 'RETURN_FORM_GIVEN', page: PAGE, recordType: 'returnToWorkForm', recordID: id },
            ...{ label: labelOf(found), personID: found.userID },
            changes: [{ field: 'hostID', before: found.hostID, after: hostID }],
          })
          return { ...found, hostID }
        }
        if (!isHosts) throw new Refusal(403, 'return.notHost', { name: found.host ?? '' })
        if (found.status !== 'DUE' && found.status !== 'DRAFT') throw cannot(found, 'changed')
        await changeSeen(
          trx,
          'returnToWorkForms',
          'form',
          { id, version },
          { ...values, adjustments: JSON.stringify([...new Set(adjustments)]), status: 'DRAFT' },
          stamp,
        )
        // What is said of somebody's health stays out of the audit: who wrote it and when is enough.
        await audit(trx, caller, at, {
          ...{ action: 'RETURN_FORM_SAVED', page: PAGE, recordType: 'returnToWorkForm', recordID: id },
          ...{ label: labelOf(found), personID: found.userID },
          changes: [{ field: 'status', before: found.status, after: 'DRAFT' }],
        })
        return found
      })
      tell(form)
      return { done: true }
    },

    signReturnForm: async ({ id, version }, { caller }) => {
      const at = clock()
      const { form, kept } = await db.transaction().execute(async (trx) => {
        const found = await requireForm(trx, id)
        const isOwn = found.userID === caller.userID
        if (!isOwn && found.hostID !== caller.userID) throw gone()
        if (isOwn ? found.status !== 'SIGNED_BY_HOST' : found.status !== 'DRAFT' && found.status !== 'DUE')
          throw cannot(found, isOwn ? 'signed by you' : 'signed again')
        if (!isOwn) await requireWhole(trx, found)
        await changeSeen(
          trx,
          'returnToWorkForms',
          'form',
          { id, version },
          isOwn ? { status: 'SIGNED', signedAt: at } : { status: 'SIGNED_BY_HOST', hostSignedAt: at },
          { caller, at },
        )
        if (!isOwn && found.fit === 'NO') {
          const from = londonField(at).slice(0, 10)
          const tomorrow = londonField(londonDayAfter(at, 1)).slice(0, 10)
          const until = found.followUp !== null && found.followUp > from ? found.followUp : tomorrow
          await keepSickEvent(trx, { userID: found.userID, from, until, now: at })
        }
        await audit(trx, caller, at, {
          ...{ action: 'RETURN_FORM_SIGNED', page: PAGE, recordType: 'returnToWorkForm', recordID: id },
          ...{ label: labelOf(found), personID: found.userID },
          changes: [{ field: 'status', before: found.status, after: isOwn ? 'SIGNED' : 'SIGNED_BY_HOST' }],
        })
        const of = { type: 'NEW_UPDATE', source: 'RETURN_TO_WORK', sourceID: id, cssClass: 'info' } as const
        const told = isOwn
          ? found.hostID === null
            ? []
            : [
                {
                  ...of,
                  userID: found.hostID,
                  subject: `${caller.displayName} signed their return-to-work form`,
                },
              ]
          : [
              {
                ...{ ...of, userID: found.userID },
                subject: `${caller.displayName} signed your return-to-work form`,
                body: 'Read it in My development, and sign it there.',
              },
            ]
        return { form: found, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell(form)
      if (form.fit === 'NO') shell.main.toUser(form.userID, 'calendarChanged', [])
      return { done: true }
    },

    addFitNote: async ({ id: formID, file }, { caller }) => {
      const at = clock()
      const content = new Uint8Array(await file.arrayBuffer())
      const form = await db.transaction().execute(async (trx) => {
        const found = await requireForm(trx, Number(formID))
        if (found.userID !== caller.userID && found.hostID !== caller.userID) throw gone()
        if (found.status === 'SIGNED') throw cannot(found, 'added to')
        const { had } = await trx
          .selectFrom('fitNotes')
          .where('formID', '=', found.id)
          .select((eb) => eb.fn.countAll<number>().as('had'))
          .executeTakeFirstOrThrow()
        if (Number(had) >= FIT_NOTES_MAX) throw new Refusal(400, 'return.filesFull', { max: FIT_NOTES_MAX })
        await trx
          .insertInto('fitNotes')
          .values({
            ...{
              formID: found.id,
              fileName: file.name.slice(0, FILE_NAME_MAX),
              contentType: file.type,
              content,
            },
            ...{ addedBy: caller.userID, addedAt: at },
          })
          .execute()
        await audit(trx, caller, at, {
          ...{ action: 'FIT_NOTE_ADDED', page: PAGE, recordType: 'returnToWorkForm', recordID: found.id },
          ...{ label: labelOf(found), personID: found.userID },
        })
        return found
      })
      tell(form)
      return { done: true }
    },

    fitNoteFile: async ({ id }, { caller }) => {
      const note = await db.selectFrom('fitNotes').where('id', '=', id).selectAll().executeTakeFirst()
      const [form] = note ? await returnFormRows(db, { ids: [note.formID] }) : []
      if (!note || !form || !seesHealth(caller, form)) throw new Refusal(404, 'record.gone', { one: 'file' })
      if (form.userID !== caller.userID)
        await auditRead(db, caller, clock(), {
          ...{ action: 'FIT_NOTE_READ', page: PAGE, recordType: 'returnToWorkForm', recordID: form.id },
          ...{ label: labelOf(form), personID: form.userID },
        })
      return { fileName: note.fileName, contentType: note.contentType, content: note.content }
    },

    myReturnForms: async (_input, { caller }) => ({
      forms: await shownForms(db, caller, { now: clock(), userIDs: [caller.userID] }),
    }),
  }
}

/** @throws Refusal 400 where something is missing that a signed form has */
async function requireWhole(trx: Database, form: ReturnFormRow): Promise<void> {
  const { firstDay, lastDay, certificate, fit, adjustments, adjustmentsUntil } = form
  if (certificate === null) throw new Refusal(400, 'return.certificate')
  if (fit === null) throw new Refusal(400, 'return.fit')
  if (fit === 'WITH_ADJUSTMENTS' && (adjustments === '[]' || adjustmentsUntil === null))
    throw new Refusal(400, 'return.adjustments')
  if (!needsFitNote(firstDay, lastDay) && certificate === 'SELF') return
  const note = await trx.selectFrom('fitNotes').where('formID', '=', form.id).select('id').executeTakeFirst()
  if (certificate === 'FIT_NOTE' && note) return
  throw needsFitNote(firstDay, lastDay)
    ? new Refusal(400, 'return.fitNote')
    : new Refusal(400, 'return.noteMissing')
}
