import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { ReturnToWorkFormTable } from '../../db/schema/return-to-work.ts'
import { NOON } from '../../http/testing/test-server.ts'

const ANN = 1
const BOB = 2

/** A whole draft of two days' illness. @returns its id */
export async function addReturnForm(
  db: Database,
  form: Partial<Insertable<ReturnToWorkFormTable>> & { readonly userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('returnToWorkForms')
    .values({
      ...{ version: 1, hostID: null, firstDay: '2026-04-29', lastDay: '2026-04-30', returnedAt: NOON },
      ...{ dueDay: '2026-05-07', status: 'DRAFT', certificate: 'SELF', fit: 'YES', category: 'COLD_OR_FLU' },
      ...{ details: 'A bad cough', changedBy: null, changedAt: NOON },
      ...form,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const fitNoteFile = (type = 'application/pdf', text = '%PDF-1.7') =>
  new File([text], 'note.pdf', { type })

/** Form 1 of bob's, whose host is ann; it has fit note 1. */
export async function addReturnThings(db: Database): Promise<void> {
  await addReturnForm(db, { userID: BOB, hostID: ANN })
  await db
    .insertInto('fitNotes')
    .values({
      ...{ formID: 1, fileName: 'note.pdf', contentType: 'application/pdf', addedBy: BOB, addedAt: NOON },
      content: new TextEncoder().encode('%PDF-1.7'),
    })
    .execute()
}

/** Good requests; ann (1) hosts bob's (2) form 1. */
export const RETURN_REQUESTS: Record<string, unknown> = {
  'returnToWork.returnForms': {},
  'returnToWork.saveReturnForm': {
    ...{ id: 1, version: 1, certificate: 'SELF', fit: 'WITH_ADJUSTMENTS', adjustments: ['MORE_BREAKS'] },
    ...{ adjustmentsUntil: '2026-06-01', followUp: null, category: 'COLD_OR_FLU', details: 'A cough' },
  },
  'returnToWork.signReturnForm': { id: 1, version: 1 },
  'returnToWork.addFitNote': { id: 1, file: fitNoteFile() },
  'returnToWork.fitNoteFile': { id: 1 },
  'returnToWork.myReturnForms': {},
}
