import type { Verdict } from '#shared/domain/forecast.ts'
import { numberText } from '#shared/domain/locale.ts'
import type { ProjectStatus } from '#shared/domain/projects.ts'

const one = (value: number) => numberText(Math.round(value * 10) / 10)
const whole = (value: number) => numberText(Math.round(value))

const VERDICTS: Readonly<Record<Verdict, string>> = {
  ON_TRACK: 'On track',
  AT_RISK: 'At risk',
  BEHIND: 'Behind',
  SAMPLE_SHORT: 'Sample short',
  DONE: 'Done',
}
const STATUSES: Readonly<Record<ProjectStatus, string>> = {
  PLANNED: 'Planned',
  LIVE: 'Live',
  PAUSED: 'Paused',
  FIELD_COMPLETE: 'Field complete',
  CLOSED: 'Closed',
  CANCELLED: 'Cancelled',
}

/** The words of Project advisory (spec 4 §4.5.12). */
export const TEXT = {
  title: 'Project advisory',
  loading: 'Loading projects',
  failed: 'This page could not be loaded.',
  empty: 'No project is live or planned.',
  noMatch: 'Nothing matches these filters.',
  clearAll: 'Clear all',
  filter: 'Verdict',
  all: (many: number) => `All ${many}`,
  verdicts: VERDICTS,
  statuses: STATUSES,
  verdictCount: (verdict: Verdict, many: number) => `${VERDICTS[verdict]} ${many}`,
  columns: {
    name: 'Project',
    verdict: 'Verdict',
    status: 'Status',
    end: 'End',
    achieved: 'Achieved',
    remaining: 'Remaining',
    rate: 'Rate / expected',
    hoursNeeded: 'Hours needed',
    hoursAllocated: 'Allocated',
    gap: 'Gap',
    forecast: 'Forecast',
    finish: 'Finish',
    cells: 'Cells',
    sample: 'Sample a complete',
    refusalRate: 'Refusals',
    qcScore: 'QC',
    abandoned: 'Abandoned',
  },
  of: (value: number, target: number) => `${whole(value)} of ${whole(target)}`,
  share: (value: number, target: number) => (target > 0 ? `${whole((value / target) * 100)} %` : '–'),
  rates: (rate: number, target: number) =>
    `${numberText(Math.round(rate * 100) / 100)} / ${numberText(Math.round(target * 100) / 100)}`,
  hours: (hours: number | null) => (hours === null ? '–' : `${whole(hours)} h`),
  percent: (share: number | null) => (share === null ? '–' : `${one(share * 100)} %`),
  number: (value: number | null) => (value === null ? '–' : one(value)),
  whole: (value: number | null) => (value === null ? '–' : whole(value)),
  cells: (open: number, full: number, behind: number) =>
    [`${open} open`, `${full} full`, behind > 0 ? `${behind} behind` : ''].filter(Boolean).join(', '),
  trend: (shares: readonly (number | null)[]) =>
    `Abandoned calls of the last days: ${shares.map((share) => (share === null ? '–' : `${one(share * 100)} %`)).join(', ')}`,
  never: 'Not by these hours',
  close: 'Close',
  moving: {
    title: 'Status',
    cancel: 'Leave it',
    actions: {
      PLANNED: 'Plan',
      LIVE: 'Make live',
      PAUSED: 'Pause',
      FIELD_COMPLETE: 'Complete',
      CLOSED: 'Close project',
      CANCELLED: 'Cancel project',
    } satisfies Record<ProjectStatus, string>,
    resume: 'Resume',
    titleOf: (action: string, name: string) => `${action}: ${name}`,
    why: {
      LIVE: 'Interviewers can choose it from then on, and people can be allocated to it. Who has it in their plan is told.',
      PAUSED: 'Nobody can choose it until it is resumed.',
      CANCELLED: 'Nobody can choose it any more. It can’t be taken up again.',
      CLOSED: 'It leaves this page. It can’t be opened again.',
    } as Partial<Record<ProjectStatus, string>>,
    ends: (count: number, people: number) =>
      count === 0
        ? 'Nobody is allocated to it.'
        : `${count === 1 ? '1 allocation ends' : `${count} allocations end`}, of ${people === 1 ? '1 person' : `${people} people`}, who are told:`,
    more: (count: number) => `and ${count} more`,
  },
  panel: (name: string) => `${name}, details`,
  advice: 'Advice',
  brief: 'Brief',
  allWell: 'Nothing has to change.',
  progress: 'Progress against plan',
  progressSummary: (completes: number, plan: number) =>
    `${whole(completes)} completes by now, ${whole(plan)} by the plan.`,
  completes: 'Completes',
  plan: 'Plan',
  day: 'Day',
  hoursTitle: 'Hours by day',
  hoursSummary: (allocated: number, needed: number) =>
    `${whole(allocated)} hours allocated of ${whole(needed)} needed in the days shown.`,
  allocated: 'Allocated',
  needed: 'Needed',
  cellsTitle: 'Quota cells',
  cell: 'Cell',
  target: 'Target',
  achieved: 'Achieved',
  state: 'State',
  cellStates: { OPEN: 'Open', FULL: 'Full', OVER: 'Over', SUSPENDED: 'Suspended' },
  behind: 'behind',
  peopleTitle: 'People by index',
  person: 'Person',
  index: 'Index',
  nobody: 'Nobody has worked on it in the last 4 weeks.',
  sampleTitle: 'Sample',
  noSample: 'Its survey tool has told nothing of the sample.',
  sampleAsOf: (time: string) => `As of ${time}`,
  sampleParts: {
    fresh: 'Fresh',
    inProgress: 'In progress',
    appointments: 'Appointments',
    refused: 'Refused',
    complete: 'Complete',
    ineligible: 'Ineligible',
    exhausted: 'Exhausted',
  },
  whatIf: {
    title: 'What if',
    hint: 'Nothing is saved.',
    hours: 'Hours more',
    people: 'People more, each evening',
    rate: 'Completes an hour',
    end: 'End',
    reset: 'As it is',
    result: (before: number, after: number, verdict: Verdict) =>
      `Forecast ${whole(after)} instead of ${whole(before)}: ${VERDICTS[verdict]}`,
  },
} as const
