import type { ScratchPad } from '#shared/contract/scratch-pad.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'

const NEVER_WRITTEN: ScratchPad = { text: '', revision: 0 }

/**
 * One text for each person, with a version, so that no window overwrites what it hasn't seen (spec 1 §2.7).
 */
export function scratchPadHandlers({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): AreaHandlers<'scratchPad'> {
  async function read(userID: number): Promise<ScratchPad> {
    const row = await db
      .selectFrom('scratchPads')
      .where('userID', '=', userID)
      .select(['text', 'revision'])
      .executeTakeFirst()
    return row ?? NEVER_WRITTEN
  }

  /** Stores the text; false where another window was faster. In one statement. */
  async function keep(userID: number, { text, revision }: ScratchPad): Promise<boolean> {
    const written = { text, updatedAt: clock() }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('scratchPads')
      // The first version is 1, whatever the request says.
      .values({ userID, ...written, revision: 1 })
      .onConflict((conflict) =>
        conflict
          .column('userID')
          .doUpdateSet({ ...written, revision: revision + 1 })
          .where('scratchPads.revision', '=', revision),
      )
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }

  return {
    readScratchPad: (_input, { caller }) => {
      return read(caller.userID)
    },

    saveScratchPad: async (pad, { caller }) => {
      const saved = await keep(caller.userID, pad)
      return { saved, pad: await read(caller.userID) }
    },
  }
}
