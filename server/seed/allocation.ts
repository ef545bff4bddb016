import type { ProjectPriority } from '#shared/domain/allocation.ts'
import type { Database } from '../db/database.ts'
import { HOUR } from './timeline.ts'

interface Rules {
  readonly priority: ProjectPriority
  readonly people: readonly [minimum: number, maximum: number | null]
}

/** What allocation goes by of the demo's projects, by the number of their room. */
const RULES: Readonly<Record<number, Rules>> = {
  2101: {
    priority: 'HIGH',
    people: [3, 30],
  },
  2102: { priority: 'MEDIUM', people: [2, null] },
  2103: { priority: 'MEDIUM', people: [2, null] },
  2104: {
    priority: 'LOW',
    people: [0, 20],
  },
  2105: {
    priority: 'EMERGENCY',
    people: [1, 8],
  },
}

/** Priorities and how many people the demo's projects take; one of them is boosted for some hours. */
export async function seedAllocationRules(trx: Database, now: number): Promise<void> {
  for (const [id, { priority, people }] of Object.entries(RULES))
    await trx
      .updateTable('projects')
      .set({
        ...{ priority, minimumPeople: people[0], maximumPeople: people[1] },
        boostedUntil: id === '2105' ? now + 6 * HOUR : null,
      })
      .where('id', '=', Number(id))
      .execute()
}
