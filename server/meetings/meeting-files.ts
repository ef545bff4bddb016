import type { MeetingRecord } from '#shared/contract/meetings.ts'
import { SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { cleanFileName, contentTypeOf } from '#shared/domain/chat-files.ts'
import { MEETING_FILE_MAX_BYTES, MEETING_FILES_MAX } from '#shared/domain/meetings.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { keepFile, placeFile, removeAfterCommit, storedFile } from '../files/keeping.ts'
import type { FileAnswer } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

interface Desk {
  readonly db: Database
  readonly files: FileStore
  readonly clock: Clock
}

/** A meeting's files, oldest first; what that person put there, or all of them for the host, they may take away. */
export async function filesOf(
  db: Database,
  meetingID: number,
  person: { readonly userID: number; readonly isHost: boolean },
): Promise<MeetingRecord['files']> {
  const rows = await db
    .selectFrom('meetingFiles as f')
    .leftJoin('users as u', 'u.id', 'f.addedBy')
    .where('f.meetingID', '=', meetingID)
    .orderBy('f.id')
    .select(['f.id', 'f.fileName', 'f.size', 'f.addedAt', 'f.addedBy', 'u.displayName'])
    .execute()
  return rows.map(({ id, fileName, size, addedAt, addedBy, displayName }) => ({
    ...{ fileID: id, fileName, size, addedBy: displayName ?? SYSTEM_USER_LABEL },
    addedTime: new Date(addedAt).toISOString(),
    mayRemove: person.isHost || addedBy === person.userID,
  }))
}

/** @throws Refusal 400 for a cancelled meeting, a file over 30 MB, and more files than a meeting has */
export async function addFile(
  { db, files, clock }: Desk,
  addedBy: number,
  meetingID: number,
  file: File,
): Promise<void> {
  if (file.size > MEETING_FILE_MAX_BYTES)
    throw new Refusal(400, 'file.tooBig', { maxBytes: MEETING_FILE_MAX_BYTES })
  await placeFile(files, file)
  await db.transaction().execute(async (trx) => {
    const storedAs = await keepFile(files, file, trx)
    const meeting = await trx
      .selectFrom('meetings')
      .where('id', '=', meetingID)
      .select('cancelledAt')
      .executeTakeFirst()
    if (meeting?.cancelledAt !== null) throw new Refusal(400, 'meeting.cancelled')
    const { count } = await trx
      .selectFrom('meetingFiles')
      .where('meetingID', '=', meetingID)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MEETING_FILES_MAX)
      throw new Refusal(400, 'meeting.tooManyFiles', { max: MEETING_FILES_MAX })
    const fileName = cleanFileName(file.name)
    const stored = { fileName, contentType: contentTypeOf(fileName), size: file.size, storedAs }
    await trx
      .insertInto('meetingFiles')
      .values({ ...stored, meetingID, addedBy, addedAt: clock() })
      .execute()
  })
}

/** By who put it there, or the host. @throws Refusal 400 where there is no such file of theirs */
export async function removeFile(
  { db, files }: Omit<Desk, 'clock'>,
  userID: number,
  { meetingID, fileID }: { readonly meetingID: number; readonly fileID: number },
): Promise<void> {
  const removed = await db
    .deleteFrom('meetingFiles')
    .where('id', '=', fileID)
    .where('meetingID', '=', meetingID)
    .where((e) =>
      e.or([
        e('addedBy', '=', userID),
        e.exists(
          e
            .selectFrom('meetings as m')
            .where('m.id', '=', meetingID)
            .where('m.hostID', '=', userID)
            .select('m.id'),
        ),
      ]),
    )
    .returning('storedAs')
    .executeTakeFirst()
  if (!removed) throw new Refusal(400, 'file.notAvailable')
  void removeAfterCommit(files, removed.storedAs)
}

/** @throws Refusal 400 where the meeting has no such file */
export async function readFile(
  { db, files }: Omit<Desk, 'clock'>,
  { meetingID, fileID }: { readonly meetingID: number; readonly fileID: number },
): Promise<FileAnswer> {
  const file = await db
    .selectFrom('meetingFiles')
    .where('meetingID', '=', meetingID)
    .where('id', '=', fileID)
    .select(['fileName', 'contentType', 'storedAs'])
    .executeTakeFirst()
  return storedFile(files, file)
}
