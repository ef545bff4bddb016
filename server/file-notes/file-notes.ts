import { FILE_NOTE_WORDS, type FileNoteKind } from '#shared/domain/file-notes.ts'
import type { Database } from '../db/database.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

/** A note about somebody. Times in milliseconds since 1970. */
export interface FileNoteRow {
  readonly id: number
  readonly userID: number
  readonly name: string
  readonly byID: number | null
  readonly by: string | null
  readonly at: number
  readonly kind: FileNoteKind
  readonly text: string
  readonly acknowledgedAt: number | null
  /** The person's one reply; '' for none. */
  readonly reply: string
  readonly repliedAt: number | null
}

/** Notes about these people, the latest first. Who may read those of others is the caller's matter. */
export function fileNotesAbout(db: Database, userIDs: readonly number[], from = 0): Promise<FileNoteRow[]> {
  return db
    .selectFrom('fileNotes as n')
    .innerJoin('users as u', 'u.id', 'n.userID')
    .leftJoin('users as by', 'by.id', 'n.byID')
    .where('n.userID', 'in', [0, ...userIDs])
    .where('n.at', '>=', from)
    .orderBy('n.at', 'desc')
    .orderBy('n.id', 'desc')
    .select(['n.id', 'n.userID', 'u.displayName as name', 'n.byID', 'by.displayName as by', 'n.at'])
    .select(['n.kind', 'n.text', 'n.acknowledgedAt', 'n.reply', 'n.repliedAt'])
    .execute()
}

interface NewNote {
  readonly userID: number
  readonly kind: FileNoteKind
  readonly text: string
  /** The absence case whose decision it comes of. */
  readonly caseID?: number
  readonly page: string
  readonly now: number
}

/**
 * Writes a note about somebody else. Who it is about always sees it, so they are told of it.
 * @throws Refusal 403 for one's own
 */
export async function writeFileNote(
  trx: Database,
  actor: Actor & { readonly userID: number | null },
  { userID, kind, text, caseID, page, now }: NewNote,
): Promise<{ readonly id: number; readonly told: NewNotification[] }> {
  if (userID === actor.userID) throw new Refusal(403, 'fileNote.own')
  const { id } = await trx
    .insertInto('fileNotes')
    .values({ userID, byID: actor.userID, at: now, kind, text, ...(caseID !== undefined && { caseID }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, actor, now, {
    ...{ action: 'FILE_NOTE_WRITTEN', page, recordType: 'fileNote', recordID: id },
    ...{ label: FILE_NOTE_WORDS[kind], personID: userID },
  })
  const subject =
    kind === 'RECOGNITION'
      ? `${actor.displayName} recognised your work`
      : `${actor.displayName} wrote a note about you`
  const cssClass = kind === 'RECOGNITION' ? 'success' : 'info'
  return {
    id,
    told: [{ userID, type: 'NEW_UPDATE', source: 'FILE_NOTE', sourceID: id, subject, body: text, cssClass }],
  }
}

/** One's own note. @throws Refusal 404 for others' */
async function requireOwn(trx: Database, id: number, userID: number) {
  const row = await trx
    .selectFrom('fileNotes')
    .where('id', '=', id)
    .where('userID', '=', userID)
    .select(['id', 'byID', 'kind', 'reply'])
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'note' })
  return row
}

/** Says of a note about oneself that it was read. A second time changes nothing. */
export async function acknowledgeFileNote(
  trx: Database,
  actor: Actor & { readonly userID: number },
  { id, page, now }: { readonly id: number; readonly page: string; readonly now: number },
): Promise<void> {
  const { kind } = await requireOwn(trx, id, actor.userID)
  const changed = await trx
    .updateTable('fileNotes')
    .set({ acknowledgedAt: now })
    .where('id', '=', id)
    .where('acknowledgedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await audit(trx, actor, now, {
    ...{ action: 'FILE_NOTE_ACKNOWLEDGED', page, recordType: 'fileNote', recordID: id },
    ...{ label: FILE_NOTE_WORDS[kind], personID: actor.userID },
  })
}

/** Replies to a note about oneself, once; its author is told. @throws Refusal 409 for a second one */
export async function replyToFileNote(
  trx: Database,
  actor: Actor & { readonly userID: number },
  {
    id,
    text,
    page,
    now,
  }: { readonly id: number; readonly text: string; readonly page: string; readonly now: number },
): Promise<NewNotification[]> {
  const { kind, byID } = await requireOwn(trx, id, actor.userID)
  const changed = await trx
    .updateTable('fileNotes')
    .set((eb) => ({
      reply: text,
      repliedAt: now,
      acknowledgedAt: eb.fn.coalesce('acknowledgedAt', eb.val(now)),
    }))
    .where('id', '=', id)
    .where('repliedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal(409, 'fileNote.replied')
  await audit(trx, actor, now, {
    ...{ action: 'FILE_NOTE_REPLIED', page, recordType: 'fileNote', recordID: id },
    ...{ label: FILE_NOTE_WORDS[kind], personID: actor.userID },
  })
  const subject = `${actor.displayName} replied to your note`
  return byID === null
    ? []
    : [{ userID: byID, type: 'NEW_UPDATE', source: 'FILE_NOTE', sourceID: id, subject, body: text }]
}
