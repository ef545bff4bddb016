import type { Generated } from 'kysely'
import type { KpiDirection, KpiScope, KpiStatus, MeasureName, TargetPeriod } from '#shared/domain/kpi.ts'
import type { TargetMeasure } from '#shared/domain/targets.ts'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

/** What a figure is judged by, from a day to another (spec 4 §2.4). A change makes the next row. */
export interface KpiTable extends Versioned {
  code: string
  name: string
  measure: MeasureName
  direction: KpiDirection
  green: number
  amber: number
  weight: number
  scope: KpiScope
  /** JSON: ids of areas, projects, contract types or managers; none for ALL. */
  scopeIDs: string
  /** YYYY-MM-DD; `validTo` is the last day, null for no end. */
  validFrom: string
  validTo: string | null
  status: KpiStatus
}

/** What somebody, or a project, is to reach (spec 4 §2.4), in the measure's own unit; shares in percent. */
export interface TargetTable {
  id: Generated<number>
  measure: TargetMeasure
  userID: number | null
  projectID: number | null
  period: TargetPeriod
  value: number
  from: string
  to: string | null
  setBy: number | null
  setAt: Time
  /** When it was taken away; null while it counts. */
  withdrawnAt: Time | null
}
