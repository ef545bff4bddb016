import type { PowerDefinition, PowerField, PowerMeasure } from './power-report.ts'

/** Of calls, hours and days a number, or a sum of a field. */
const of = (figure: PowerMeasure['figure'], field: string | null = null): PowerMeasure => ({ figure, field })
const sum = (field: string) => of('SUM', field)

type Ready = Pick<PowerDefinition, 'source' | 'rows' | 'measures' | 'chart'> &
  Partial<Pick<PowerDefinition, 'columns' | 'filters' | 'sort'>>

/** The ready reports of Supervisor › Reports that are tables (spec 4 §4.4.8); ‘End of shift’ has a page of its own. */
export const READY_REPORTS = {
  PRODUCTIVITY: {
    source: 'INTERVIEWS',
    rows: ['PERSON', 'PROJECT'],
    measures: [
      ...[of('interviewingHours'), of('attempts'), of('contacts'), of('completes')],
      ...[of('completesPerHour'), of('index'), of('strikeRate'), of('refusalRate')],
    ],
    chart: 'BAR',
  },
  HOURS: {
    source: 'INTERVIEWS',
    rows: ['HOUR'],
    measures: [of('completes'), of('contacts'), of('people')],
    chart: 'LINE',
  },
  BREAKS: {
    source: 'BREAKS',
    rows: ['PERSON', 'PROJECT'],
    measures: [
      ...[sum('breakMinutes'), sum('breakOverMinutes'), sum('idleMinutes'), sum('personalMinutes')],
      sum('workedHours'),
    ],
    chart: 'BAR',
    sort: { measure: 1, direction: 'DESC' },
  },
  SYSTEM_ISSUES: {
    source: 'SYSTEM_ISSUES',
    rows: ['KIND', 'AREA'],
    measures: [of('COUNT'), sum('seconds'), of('people')],
    chart: 'BAR',
  },
  REFUSALS: {
    source: 'INTERVIEWS',
    rows: ['PROJECT', 'PERSON'],
    measures: [of('refusals'), of('contacts'), of('refusalRate'), of('cooperationRate'), of('breakOffs')],
    chart: 'BAR',
  },
  INCIDENTS: {
    source: 'INCIDENTS',
    rows: ['PROJECT', 'PERSON'],
    measures: [of('COUNT'), of('people')],
    chart: 'BAR',
  },
  OUTSIDE: {
    source: 'INTERVIEWS',
    rows: ['PERSON', 'PROJECT'],
    measures: [of('COUNT'), sum('minutes'), of('completes')],
    filters: [{ field: 'RECORDED', values: ['OUTSIDE'] }],
    chart: 'BAR',
    sort: { measure: 0, direction: 'DESC' },
  },
} as const satisfies Record<string, Ready>
export type ReadyReport = keyof typeof READY_REPORTS
export const READY_REPORT_NAMES = Object.keys(READY_REPORTS) as ReadyReport[]

/** A ready report as a definition, of this week and the viewer's team. */
export function readyDefinition(name: ReadyReport): PowerDefinition {
  const ready: Ready = READY_REPORTS[name]
  return {
    ...{ columns: [], filters: [], sort: null, time: 'WEEK', from: '', to: '', group: 'TEAM' },
    ...ready,
  }
}

/** What each ready report can be narrowed by (spec 4 §4.4.8), where its records have it. */
export const READY_FILTERS: readonly PowerField[] = ['PROJECT', 'AREA', 'MANAGER']
