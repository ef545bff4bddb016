import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { KpiTable } from '../../db/schema/performance.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** An active KPI of the strike rate, green from 60 %, amber from 40 %, since April. @returns its id */
export async function addKpi(db: Database, kpi: Partial<Insertable<KpiTable>> = {}): Promise<number> {
  const { id } = await db
    .insertInto('kpis')
    .values({
      ...{ version: 1, code: '', name: 'Strike', measure: 'strikeRate', direction: 'HIGHER' },
      ...{ green: 60, amber: 40, weight: 1, scope: 'ALL', scopeIDs: '[]', status: 'ACTIVE' },
      ...{ validFrom: '2026-04-01', validTo: null, changedBy: null, changedAt: NOON },
      ...kpi,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A KPI, and two targets of person 2, of which the second was taken away. */
export async function addPerformance(db: Database): Promise<void> {
  await addKpi(db, { id: 1 })
  const target = {
    ...({ measure: 'completes', userID: 2, projectID: null, period: 'DAY', value: 5 } as const),
    ...{ from: '2026-05-04', to: null, setBy: null, setAt: NOON },
  }
  await db
    .insertInto('targets')
    .values([
      { ...target, id: 1, withdrawnAt: null },
      { ...target, id: 2, withdrawnAt: NOON },
    ])
    .execute()
}

const TIME = { from: '2026-05-04', to: '2026-05-04' }
const KPI = {
  ...{ name: 'Index', measure: 'index', direction: 'HIGHER', green: 100, amber: 80, scope: 'ALL' },
  ...{ validFrom: '2026-05-04', status: 'ACTIVE' },
}

/** Good requests: KPI and target 1 are there; ann (1) looks after bob (2). */
export const PERFORMANCE_REQUESTS: Record<string, unknown> = {
  'performance.listKpis': {},
  'performance.saveKpi': KPI,
  'performance.retireKpi': { id: 1, version: 1 },
  'performance.previewKpi': { measure: 'index', direction: 'HIGHER', green: 100, amber: 80, scope: 'ALL' },
  'performance.performanceDashboard': TIME,
  'performance.kpiRecords': { ...TIME, kpiID: 1 },
  'performance.supervisorPerformance': TIME,
  'performance.personCatiReport': { ...TIME, userID: 2 },
  'performance.setTarget': { userID: 2, period: 'DAY', value: 5, from: '2026-05-04' },
  'performance.personTargets': { userID: 2 },
  'performance.withdrawTarget': { id: 1 },
  'performance.restoreTarget': { id: 2 },
  'performance.listTargets': {},
  'performance.removeTarget': { id: 1 },
}
