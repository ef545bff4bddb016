import type { StickyNote } from '#shared/contract/notes.ts'
import { NOTE_LIMITS, type NoteColour } from '#shared/domain/notes.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

const COLUMNS = ['id', 'text', 'colour', 'x', 'y', 'updatedAt'] as const

interface NoteRow {
  readonly id: number
  readonly text: string
  readonly colour: NoteColour
  readonly x: number
  readonly y: number
  readonly updatedAt: number
}

const noteOf = (row: NoteRow): StickyNote => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() })

/** The notes on a person's own board; nobody sees another's (spec 1 §2.7). */
export function notesHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'notes'> {
  const mine = ({ userID }: Caller) =>
    db.selectFrom('stickyNotes').where('userID', '=', userID).where('deletedAt', 'is', null)

  async function requireRoom(caller: Caller): Promise<void> {
    const { count } = await mine(caller)
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= NOTE_LIMITS.count) throw new Refusal(400, 'note.full', { max: NOTE_LIMITS.count })
  }

  /** @throws Refusal 400 where the person has no such note. */
  async function change(
    { userID }: Caller,
    id: number,
    values: Partial<NoteRow> & { deletedAt?: number | null },
    wasDeleted: boolean,
  ): Promise<StickyNote> {
    const row = await db
      .updateTable('stickyNotes')
      .set({ ...values, updatedAt: clock() })
      .where('id', '=', id)
      .where('userID', '=', userID)
      .where('deletedAt', wasDeleted ? 'is not' : 'is', null)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!row) throw new Refusal(400, 'note.gone')
    return noteOf(row)
  }

  return {
    myNotes: async (_input, { caller }) => {
      const rows = await mine(caller).select(COLUMNS).orderBy('updatedAt').orderBy('id').execute()
      return rows.map(noteOf)
    },

    addNote: async (content, { caller }) => {
      await requireRoom(caller)
      const row = { ...content, userID: caller.userID, updatedAt: clock() }
      const note = await db.insertInto('stickyNotes').values(row).returning(COLUMNS).executeTakeFirstOrThrow()
      return noteOf(note)
    },

    saveNote: ({ id, ...content }, { caller }) => {
      return change(caller, id, content, false)
    },

    deleteNote: async ({ id }, { caller }) => {
      await change(caller, id, { deletedAt: clock() }, false)
      return { done: true }
    },

    restoreNote: async ({ id }, { caller }) => {
      await requireRoom(caller)
      return change(caller, id, { deletedAt: null }, true)
    },
  }
}
