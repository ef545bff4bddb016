import * as z from 'zod/mini'
import { WORK_LOCATION_WORDS, WORK_LOCATIONS } from '../../domain/person.ts'
import { PERSON_CORE_COLUMNS, personCoreRow } from '../admin/person.ts'
import { recordType } from '../record.ts'

const text = z.nullable(z.string())

/** What comes after the core (spec 4 §4.5.18). Hours; null where nobody says them. */
export const plannedColumns = {
  contractedHours: z.nullable(z.number()),
  pattern: text,
  coreHours: z.string(),
  plannedHours: z.number(),
  plannedNextWeek: z.number(),
  meanHours: z.number(),
  isOptedOut48: z.boolean(),
  skills: text,
  /** Names of the projects that they may be planned for. */
  projects: text,
  availability: z.string(),
  holidayFree: z.nullable(z.number()),
  workLocation: z.enum(WORK_LOCATIONS),
} as const

/** Resource › Users: whom the planner plans (spec 4 §4.5.18). */
export const plannedPersonRecord = recordType({
  name: 'plannedPerson',
  page: 'resource.users',
  path: '/api/resource/users',
  spec: '4 §4.5.18',
  words: { one: 'person', many: 'people', none: 'No one matches these filters.' },
  row: z.object({ ...personCoreRow, ...plannedColumns }),
  columns: {
    ...PERSON_CORE_COLUMNS,
    contractedHours: { kind: 'number', unit: 'HOURS', label: 'Contracted, h', width: 7 },
    pattern: { kind: 'text', isGroupable: true, label: 'Pattern', isSearched: true, width: 10 },
    coreHours: { kind: 'text', label: 'Core hours', width: 13 },
    plannedHours: { kind: 'number', unit: 'HOURS', label: 'Planned this week, h', width: 8 },
    plannedNextWeek: { kind: 'number', unit: 'HOURS', label: 'Planned next week, h', width: 8 },
    meanHours: { kind: 'number', unit: 'HOURS', label: 'Mean of 17 weeks, h', width: 8 },
    isOptedOut48: { kind: 'yesNo', label: 'Opted out of 48 hours', width: 8 },
    skills: { kind: 'text', label: 'Skills', isSearched: true, width: 13 },
    projects: { kind: 'text', label: 'Eligible for', isSearched: true, width: 14 },
    availability: { kind: 'text', label: 'Availability', width: 11 },
    holidayFree: { kind: 'number', unit: 'HOURS', label: 'Holiday free, h', width: 7 },
    workLocation: { kind: 'choice', label: 'Location', choices: WORK_LOCATION_WORDS, width: 8 },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: { anyOf: ['IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_EDIT_CORE_HOURS'] },
})
