import * as z from 'zod/mini'
import {
  KPI_BANDS,
  KPI_DIRECTIONS,
  KPI_SCOPES,
  KPI_STATUSES,
  type KpiBand,
  type KpiDirection,
  type KpiScope,
  type KpiStatus,
  MEASURE_NAMES,
  TARGET_PERIODS,
  type TargetPeriod,
} from '../domain/kpi.ts'
import { TARGET_MEASURES } from '../domain/targets.ts'
import { catiReport, heldTargets, interviewTally, myCatiReport } from './cati-report.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion } from './records.ts'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const measure = z.enum(MEASURE_NAMES)
const keys = <T extends string>(record: Readonly<Record<T, string>>) => Object.keys(record) as T[]
const bands = keys<KpiBand>(KPI_BANDS)
const value = z.nullable(z.number())

const kpiValues = z.object({
  code: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  measure,
  direction: z.enum(keys<KpiDirection>(KPI_DIRECTIONS)),
  green: z.number().check(z.minimum(0), z.maximum(100_000)),
  amber: z.number().check(z.minimum(0), z.maximum(100_000)),
  weight: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
  scope: z.enum(keys<KpiScope>(KPI_SCOPES)),
  scopeIDs: z._default(z.array(recordID).check(z.maxLength(500)), []),
  validFrom: day,
  status: z.enum(['DRAFT', 'ACTIVE']),
})
export type KpiValues = z.output<typeof kpiValues>

const kpi = z.extend(kpiValues, {
  id: recordID,
  version: recordVersion,
  validTo: z.nullable(day),
  status: z.enum(keys<KpiStatus>(KPI_STATUSES)),
})
export type Kpi = z.output<typeof kpi>

const named = z.object({ id: recordID, name: z.string() })
const PATH = '/api/resource/kpi'
const SET_UP = 'IRESOURCE_CAN_SET_UP_KPIS'

export const listKpis = call({
  path: `${PATH}/list`,
  request: z.object({}),
  response: z.object({
    /** Those that hold or will first, with what they were before. */
    rows: z.array(kpi),
    /** What a scope can name. */
    choices: z.object({
      AREA: z.array(named),
      PROJECT: z.array(named),
      CONTRACT_TYPE: z.array(named),
      TEAM: z.array(named),
    }),
    today: day,
  }),
  summary: 'All KPIs, with their bounds of earlier days.',
  spec: '4 §4.5.17, §5.5',
  permission: SET_UP,
})

export const saveKpi = call({
  path: `${PATH}/save`,
  request: z.extend(kpiValues, { id: z.optional(recordID), version: z.optional(recordVersion) }),
  response: kpi,
  summary:
    'Makes a KPI, or changes one from a day on, which is today at the earliest: earlier days keep their bounds.',
  spec: '4 §4.5.17, §5.5',
  permission: SET_UP,
})

export const retireKpi = call({
  path: `${PATH}/retire`,
  request: z.object({ id: recordID, version: recordVersion }),
  response: done,
  summary: 'Ends a KPI with yesterday; the bands of its days stay.',
  spec: '4 §4.5.17, §5.1',
  permission: SET_UP,
})

const distribution = z.object({ green: z.int(), amber: z.int(), red: z.int(), few: z.int() })

export const previewKpi = call({
  path: `${PATH}/preview`,
  request: z.pick(kpiValues, {
    measure: true,
    direction: true,
    green: true,
    amber: true,
    scope: true,
    scopeIDs: true,
  }),
  response: distribution,
  summary: 'How many people of the last four weeks would stand in each band with these bounds.',
  spec: '4 §4.5.17',
  permission: SET_UP,
})

const banded = z.object({
  value,
  band: z.nullable(z.enum(bands)),
  /** Marked, and neither ranked nor banded. */
  isFew: z.boolean(),
})

const breakdown = z.array(z.extend(banded, { key: z.string(), name: z.string() }))
/** By what the dashboard of performance breaks KPIs down. */
export const KPI_ROWS = ['AREA', 'PROJECT', 'CONTRACT_TYPE', 'WEEK'] as const
const time = { from: day, to: day }

export const performanceDashboard = call({
  path: '/api/resource/performance',
  request: z.object(time),
  response: z.object({
    tiles: z.array(
      z.extend(banded, {
        id: recordID,
        name: z.string(),
        measure,
        direction: z.enum(keys<KpiDirection>(KPI_DIRECTIONS)),
        green: z.number(),
        amber: z.number(),
        best: z.nullable(z.string()),
        worst: z.nullable(z.string()),
        rows: z.object({
          AREA: breakdown,
          PROJECT: breakdown,
          CONTRACT_TYPE: breakdown,
          /** Weeks by their Monday, the last four. */
          WEEK: breakdown,
        }),
      }),
    ),
    asOf: timestamp,
  }),
  summary: 'The active KPIs of the whole field, by area, project, contract type and week. It names nobody.',
  spec: '4 §4.5.16',
  permission: 'IRESOURCE_CAN_SEE_PERFORMANCE',
  extension: true,
})

export const kpiRecords = call({
  path: '/api/resource/performance/records',
  request: z.object({
    ...time,
    kpiID: recordID,
    by: z._default(z.nullable(z.enum(KPI_ROWS)), null),
    key: z._default(z.string().check(z.maxLength(40)), ''),
  }),
  response: z.object({
    total: z.int(),
    /** The latest first, 100 at most. `value`: seconds of a call, a review's score, or a day's adherence in percent. */
    rows: z.array(z.object({ id: z.string(), at: timestamp, what: z.string(), where: z.string(), value })),
  }),
  summary: 'The records that a KPI’s figure was made of: interviews, days or reviews, without their people.',
  spec: '4 §4.5.16',
  permission: 'IRESOURCE_CAN_SEE_PERFORMANCE',
  extension: true,
})

const person = z.object({
  userID,
  name: z.string(),
  /** 1 for the highest index; null for who has few data or no index. */
  rank: z.nullable(z.int()),
  tally: interviewTally,
  /** In percent. */
  adherence: value,
  qcScore: value,
  reviews: z.int(),
  /** Completes that the shifts so far were to bring, or those set of the week or month; null without any. */
  target: z.nullable(z.number()),
  /** What was set of them, of every measure. */
  targets: heldTargets,
  isFew: z.boolean(),
  kpis: z.array(z.extend(banded, { id: recordID })),
  /** The index of the last four weeks, the present one last. */
  trend: z.array(value),
})

export const PERFORMANCE_SCOPES = ['TEAM', 'AREA', 'ALL'] as const
export const supervisorPerformance = call({
  path: '/api/supervisor/performance',
  request: z.object({
    ...time,
    projectID: z._default(z.nullable(recordID), null),
    scope: z._default(z.enum(PERFORMANCE_SCOPES), 'ALL'),
  }),
  response: z.object({
    /** By index, highest first; who has few data last. */
    rows: z.array(person),
    team: interviewTally,
    /** Everybody's on the projects that these people worked on. */
    project: interviewTally,
    /** What was set of the project that is asked for. */
    projectTargets: heldTargets,
    kpis: z.array(z.object({ id: recordID, name: z.string(), measure })),
    projects: z.array(named),
    asOf: timestamp,
  }),
  summary: 'How the viewer’s people interview, each with the KPIs that are about them.',
  spec: '4 §4.4.2, §5.5',
  permission: 'ISUPERVISOR_CAN_SEE_PERFORMANCE',
})
export type Performance = z.output<typeof supervisorPerformance.response>

export const personCatiReport = call({
  path: '/api/supervisor/performance/person',
  request: z.extend(myCatiReport.request, { userID }),
  response: z.object({ name: z.string(), report: catiReport }),
  summary: 'Somebody’s CATI report as they read it themselves.',
  spec: '4 §4.4.2',
  permission: 'ISUPERVISOR_CAN_SEE_PERFORMANCE',
  extension: true,
})

const targetValues = {
  userID: z._default(z.nullable(userID), null),
  projectID: z._default(z.nullable(recordID), null),
  measure: z._default(z.enum(TARGET_MEASURES), 'completes'),
  period: z.enum(keys<TargetPeriod>(TARGET_PERIODS)),
  /** In the measure's own unit; shares in percent. */
  value: z.number().check(z.minimum(0), z.maximum(10_000)),
  from: day,
  to: z._default(z.nullable(day), null),
}
const target = z.object({
  ...targetValues,
  id: recordID,
  person: z.nullable(z.string()),
  project: z.nullable(z.string()),
  /** Who set it; null where they are gone. */
  by: z.nullable(z.string()),
  /** Whether it holds today: not one that begins later, is over, or gave way to a newer one. */
  holds: z.boolean(),
})
export type Target = z.output<typeof target>

const SETS = { anyOf: ['ISUPERVISOR_CAN_SEE_PERFORMANCE', 'IRESOURCE_CAN_SET_UP_KPIS'] } as const

export const setTarget = call({
  path: '/api/supervisor/target/set',
  request: z.object(targetValues),
  response: z.object({ id: recordID }),
  summary:
    'Sets what a person or project is to reach in a measure from a day on; the person is told. The newest counts.',
  spec: '4 §2.4, §4.4.2, §5.5',
  permission: SETS,
})

export const personTargets = call({
  path: '/api/supervisor/target/list',
  request: z.object({ userID }),
  response: z.object({ rows: z.array(target) }),
  summary: 'The targets that were set of somebody, the newest first.',
  spec: '4 §4.4.2',
  permission: SETS,
  extension: true,
})

export const withdrawTarget = call({
  path: '/api/supervisor/target/withdraw',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes a target away; the one before it counts again.',
  spec: '4 §4.4.2',
  permission: SETS,
  extension: true,
})

export const restoreTarget = call({
  path: '/api/supervisor/target/restore',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Puts a target back that was taken away.',
  spec: '4 §4.4.2',
  permission: SETS,
  extension: true,
})

export const listTargets = call({
  path: '/api/resource/target/list',
  request: z.object({}),
  response: z.object({ rows: z.array(target) }),
  summary: 'Targets by person and project.',
  spec: '4 §4.5.17, §5.5',
  permission: SET_UP,
})

export const removeTarget = call({
  path: '/api/resource/target/remove',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Takes a target away; it can be restored.',
  spec: '4 §4.5.17, §5.5',
  permission: SET_UP,
})
