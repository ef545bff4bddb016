import type { ReportDefinition } from '#shared/domain/reports.ts'

export interface Template {
  readonly name: string
  readonly what: string
  readonly definition: ReportDefinition
}

const COUNT = { figure: 'COUNT', field: null } as const
const SHARE = { figure: 'SHARE', field: null } as const
const none = { columns: [], filters: [], sort: [] } as const

/** What a first report can begin with (spec 5 §5.6); those whose records the viewer may open are offered. */
export const TEMPLATES: readonly Template[] = [
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
