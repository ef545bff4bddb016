import type { ReportDefinition } from './reports.ts'

export interface ReportTemplate {
  readonly name: string
  readonly what: string
  readonly definition: ReportDefinition
}

const COUNT = { figure: 'COUNT', field: null } as const
const SHARE = { figure: 'SHARE', field: null } as const
const none = { columns: [], filters: [], sort: [] } as const

/** What a first report can begin with (spec 5 §5.6); those whose records the viewer may open are offered. */
export const REPORT_TEMPLATES: readonly ReportTemplate[] = [
  {
    name: 'People by area',
    what: 'How many people each area has, and their weekly hours',
    definition: {
      ...none,
      source: 'person',
      rows: [{ field: 'areaName', step: null }],
      measures: [COUNT, SHARE, { figure: 'SUM', field: 'weeklyHours' }],
    },
  },
  {
    name: 'Leavers by month',
    what: 'How many people left in each month, and why',
    definition: {
      ...none,
      source: 'leaver',
      rows: [
        { field: 'leaveDate', step: 'MONTH' },
        { field: 'leaveReason', step: null },
      ],
      measures: [COUNT],
      sort: [{ field: 'leaveDate', direction: 'DESC' }],
    },
  },
  {
    name: 'Absence',
    what: 'How often and how many days people of each area were away, by kind',
    definition: {
      ...none,
      source: 'absence',
      rows: [
        { field: 'areaName', step: null },
        { field: 'kind', step: null },
      ],
      measures: [COUNT, { figure: 'SUM', field: 'days' }, { figure: 'DISTINCT', field: 'displayName' }],
      sort: [{ field: '#2', direction: 'DESC' }],
    },
  },
  {
    name: 'Holiday left',
    what: 'What everybody has of holiday this year, has taken and booked, and what is left',
    definition: {
      source: 'holidayBalance',
      rows: [],
      columns: [
        'displayName',
        'areaName',
        'entitlement',
        'carried',
        'adjustments',
        'taken',
        'booked',
        'pending',
        'remaining',
        'free',
      ].map((field) => ({ field, step: null })),
      measures: [],
      filters: [],
      sort: [{ field: 'remaining', direction: 'DESC' }],
    },
  },
  {
    name: 'Hours by project',
    what: 'How many hours were worked on each project, month by month',
    definition: {
      ...none,
      source: 'workedTime',
      rows: [
        { field: 'project', step: null },
        { field: 'startedAt', step: 'MONTH' },
      ],
      measures: [
        { figure: 'SUM', field: 'hours' },
        { figure: 'DISTINCT', field: 'displayName' },
      ],
      sort: [{ field: '#1', direction: 'DESC' }],
    },
  },
  {
    name: 'Completes per hour',
    what: 'What each project and interviewer completes in an hour of interviewing',
    definition: {
      ...none,
      source: 'interviewing',
      rows: [
        { field: 'project', step: null },
        { field: 'displayName', step: null },
      ],
      measures: [
        { figure: 'AVERAGE', field: 'completesPerHour' },
        { figure: 'SUM', field: 'completes' },
        { figure: 'SUM', field: 'hours' },
      ],
      filters: [{ field: 'at', operator: 'THIS_MONTH', values: [] }],
      sort: [{ field: '#1', direction: 'DESC' }],
    },
  },
  {
    name: 'Tickets by type',
    what: 'How many tickets each type has, and how many are open',
    definition: {
      ...none,
      source: 'ticket',
      rows: [
        { field: 'ticketType', step: null },
        { field: 'status', step: null },
      ],
      measures: [COUNT, SHARE],
      sort: [{ field: '#1', direction: 'DESC' }],
    },
  },
  {
    name: 'Agency charge',
    what: 'What each agency charges an hour, and what is left of it',
    definition: {
      ...none,
      source: 'agencyRate',
      rows: [{ field: 'agency', step: null }],
      measures: [
        COUNT,
        { figure: 'AVERAGE', field: 'charge' },
        { figure: 'MINIMUM', field: 'charge' },
        { figure: 'MAXIMUM', field: 'charge' },
        { figure: 'AVERAGE', field: 'marginPercent' },
      ],
    },
  },
]
