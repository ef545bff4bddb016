import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listTasks } from '#shared/contract/tasks.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import { TASK_VIEWS } from '#shared/domain/tasks.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { NOON } from '../http/testing/test-server.ts'
import { tasksOfList } from './listing.ts'

const OPEN = { field: 'isOpen', operator: 'anyOf', values: ['yes'] } as const
const planner = permissionsOf([PERMISSIONS.CALENDAR_CAN_USE_TASK_SCHEDULER])

test.each(TASK_VIEWS.flatMap((view) => [[view, []] as const, [view, [OPEN]] as const]))(
  'the list %s %o goes by an index, whoever asks',
  async (view, filters) => {
    const db = await openTestDatabase()
    for (const permissions of [planner, permissionsOf([])]) {
      const list = listTasks.request.parse({ view, filters })
      const chosen = tasksOfList(db, { userID: 7, displayName: '', permissions }, list, NOON)
      const plan = await chosen.select('t.id').explain<{ detail: string }>(undefined, sql`query plan`)
      const steps = plan.map(({ detail }) => detail)
      expect(
        steps.filter(
          (step) => /\bt USING (?:COVERING )?INDEX\b/.test(step) || /\bt USING INTEGER/.test(step),
        ),
      ).not.toEqual([])
      expect(steps.filter((step) => /^SCAN (?:t|tasks)\b/.test(step))).toEqual([])
    }
    await db.destroy()
  },
)
