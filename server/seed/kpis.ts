import type { KpiDirection, MeasureName } from '#shared/domain/kpi.ts'
import { londonDayAfter, londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

const KPIS: readonly (readonly [string, MeasureName, KpiDirection, number, number, number])[] = [
  ['Index', 'index', 'HIGHER', 100, 85, 3],
  ['Strike rate', 'strikeRate', 'HIGHER', 30, 20, 2],
  ['Refusals', 'refusalRate', 'LOWER', 40, 55, 2],
  ['Quality', 'qcScore', 'HIGHER', 86, 65, 3],
  ['Adherence', 'adherence', 'HIGHER', 92, 85, 1],
]

/** What the company judges its field by, since some weeks. */
export async function seedKpis(db: Database, now: number): Promise<void> {
  const validFrom = londonField(londonDayAfter(now, -42)).slice(0, 10)
  await db
    .insertInto('kpis')
    .values(
      KPIS.map(([name, measure, direction, green, amber, weight]) => ({
        ...{ version: 1, code: '', name, measure, direction, green, amber, weight, validFrom, validTo: null },
        ...{
          scope: 'ALL' as const,
          scopeIDs: '[]',
          status: 'ACTIVE' as const,
          changedBy: null,
          changedAt: now,
        },
      })),
    )
    .execute()
}
