import type { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { beforeCommit } from '../db/unit-of-work.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { TASK_ROOMS } from '../tasks/access.ts'
import { type Place, peopleOf } from './people.ts'

/** Tells people that a vault of theirs, or who reads it, is otherwise now. */
export class VaultNews {
  readonly #db: Database
  readonly #main: Pick<LiveShell['main'], 'toUser'>
  readonly #background: Background

  constructor(services: {
    readonly db: Database
    readonly main: Pick<LiveShell['main'], 'toUser'>
    readonly background: Background
  }) {
    this.#db = services.db
    this.#main = services.main
    this.#background = services.background
  }

  /** Last in the running unit, so that it is told with what it tells of, whenever this server dies. */
  #tell(work: () => Promise<void>): void {
    if (!beforeCommit(work)) this.#background.run(work)
  }

  /** Tells the people of the place, and these, who may not be of them any more. */
  changed(place: Place, others: readonly number[] = []): void {
    const { source, sourceID } = place
    this.#tell(async () => {
      const people = await peopleOf(this.#db, place)
      for (const userID of new Set([...people.map((person) => person.userID), ...others]))
        this.#main.toUser(userID, 'vaultChanged', [{ source, sourceID }])
    })
  }

  /** These people came to conversations, or left them: those of projects and tasks may have vaults. */
  peopleChanged(threadIDs: readonly number[], userIDs: readonly number[]): void {
    if (threadIDs.length === 0 || userIDs.length === 0) return
    this.#tell(async () => {
      const rooms = await this.#db
        .selectFrom('threads as r')
        .innerJoin('vaultEntries as e', (join) =>
          join
            .onRef('e.sourceID', '=', 'r.sourceID')
            .on((eb) =>
              eb.or([
                eb.and([eb('r.source', '=', 'PROJECT'), eb('e.source', '=', 'PROJECT')]),
                eb.and([eb('r.source', 'in', TASK_ROOMS), eb('e.source', '=', 'TASK')]),
              ]),
            ),
        )
        .where('r.id', 'in', threadIDs)
        .select(['e.source', 'e.sourceID'])
        .distinct()
        .execute()
      for (const room of rooms) this.changed(room, userIDs)
    })
  }
}
