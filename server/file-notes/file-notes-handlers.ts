import type { FileNote } from '#shared/contract/file-notes.ts'
import { CHEER_MAX } from '#shared/domain/quests.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { auditRead } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import {
  acknowledgeFileNote,
  type FileNoteRow,
  fileNotesAbout,
  replyToFileNote,
  writeFileNote,
} from './file-notes.ts'
import { lookedAfter, requireLookedAfter } from './looked-after.ts'

const NOTES = 500
const PAGE = 'hr.users'
const OWN_PAGE = 'tracker.my-development'
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const sent = ({ id, userID, name, by, at, kind, text, reply, ...row }: FileNoteRow): FileNote => ({
  ...{ id, userID, name, by, at: new Date(at).toISOString(), kind, text, reply },
  ...{ acknowledgedAt: iso(row.acknowledgedAt), repliedAt: iso(row.repliedAt) },
})

/** What of a recognition pops up: the note has the rest. */
const cheerOf = (name: string, text: string): string => {
  const whole = [...`${name}: ${text}`]
  return whole.length <= CHEER_MAX ? whole.join('') : `${whole.slice(0, CHEER_MAX - 1).join('')}…`
}

interface FileNoteServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'besideChanged' | 'main' | 'messages'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Notes about people (spec 6 §5.6). */
export function fileNotesHandlers({
  db,
  clock,
  shell,
  publisher,
}: FileNoteServices): AreaHandlers<'fileNotes'> {
  return {
    fileNotes: async ({ userID }, { caller }) => {
      const people = await lookedAfter(db, caller)
      if (userID !== undefined && !people.has(userID))
        throw new Refusal(404, 'record.gone', { one: 'person' })
      const notes = (await fileNotesAbout(db, userID === undefined ? [...people] : [userID])).slice(0, NOTES)
      for (const [id, [first]] of Map.groupBy(notes, (note) => note.userID)) {
        await auditRead(db, caller, clock(), {
          ...{ action: 'FILE_NOTES_READ', page: PAGE, recordType: 'fileNote', recordID: null },
          ...{ label: first?.name ?? '', personID: id },
        })
        shell.main.toUser(id, 'recordedReading', [{ kind: 'VIEW' }])
      }
      return { notes: notes.map(sent) }
    },

    saveFileNote: async ({ userID, kind, text, isCheered }, { caller }) => {
      const { id, kept } = await db.transaction().execute(async (trx) => {
        await requireLookedAfter(trx, caller, userID)
        const written = await writeFileNote(trx, caller, { userID, kind, text, page: PAGE, now: clock() })
        return { id: written.id, kept: await keepNotifications(trx, clock(), written.told) }
      })
      publisher.notified(kept)
      shell.besideChanged(userID)
      if (isCheered && kind === 'RECOGNITION')
        await shell.messages.send([userID], {
          ...{ kind: 'QUEST', senderID: caller.userID, senderName: caller.displayName, icon: '⭐' },
          message: cheerOf(caller.displayName, text),
        })
      return { id }
    },

    myFileNotes: async (_input, { caller }) => ({
      notes: (await fileNotesAbout(db, [caller.userID])).map(sent),
    }),

    acknowledgeNote: async ({ id }, { caller }) => {
      await db
        .transaction()
        .execute((trx) => acknowledgeFileNote(trx, caller, { id, page: OWN_PAGE, now: clock() }))
      return { done: true }
    },

    replyToNote: async ({ id, text }, { caller }) => {
      const kept = await db
        .transaction()
        .execute(async (trx) =>
          keepNotifications(
            trx,
            clock(),
            await replyToFileNote(trx, caller, { id, text, page: OWN_PAGE, now: clock() }),
          ),
        )
      publisher.notified(kept)
      shell.besideChanged(caller.userID)
      return { done: true }
    },
  }
}
