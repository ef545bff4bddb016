import * as z from 'zod/mini'
import { readings } from '#shared/contract/device-health.ts'
import type { DeviceSettings } from '#shared/domain/device-grading.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import type { Database } from '../db/database.ts'
import type { MachineTable } from '../db/schema/support.ts'

/** Keeps something that is known of somebody's machine. */
export async function keepMachine(
  db: Database,
  userID: number,
  known: Partial<{ desktopVersion: string | null; grade: MachineTable['grade']; asleepAt: number | null }>,
): Promise<void> {
  await db
    .insertInto('machines')
    .values({ userID, desktopVersion: null, grade: null, ...known })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(known))
    .execute()
}

/** Grades everybody's last speed test anew, since what a machine must meet was changed. */
export async function gradeAnew(db: Database, settings: DeviceSettings): Promise<void> {
  const last = await db
    .selectFrom('speedTestRuns')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('speedTestRuns')
        .groupBy('userID')
        .select((run) => run.fn.max('id').as('id')),
    )
    .select(['userID', 'results'])
    .execute()
  for (const { userID, results } of last) {
    const { grade } = verdictOf(z.array(readings).parse(JSON.parse(results)), settings)
    await keepMachine(db, userID, { grade })
  }
}
