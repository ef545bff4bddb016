import * as z from 'zod/mini'
import { PERSON_CORE_COLUMNS, personCoreRow } from '../admin/person.ts'
import { recordType } from '../record.ts'

/** Somebody is here by what they chose to say of it, or by an open window; OFFLINE without one. */
export const PRESENCE_WORDS = {
  ONLINE: 'Online',
  AVAILABLE: 'Available',
  BUSY: 'Busy',
  IN_CALL: 'In a call',
  MEETING: 'In a meeting',
  PRESENTING: 'Presenting',
  DO_NOT_DISTURB: 'Do not disturb',
  AWAY: 'Away',
  'BE RIGHT BACK': 'Be right back',
  OUT_OF_OFFICE: 'Out of office',
  OFFLINE: 'Offline',
} as const

const figure = z.nullable(z.number())

/** What comes after the core (spec 4 §4.4.7); null where there is nothing to divide by, or it isn't the viewer's. */
export const teamColumns = {
  /** Names of skills that count, with commas between. */
  skills: z.nullable(z.string()),
  /** Not in exports. */
  presence: z.nullable(z.enum(Object.keys(PRESENCE_WORDS) as (keyof typeof PRESENCE_WORDS)[])),
  /** Hours of this week. */
  plannedHours: z.number(),
  workedHours: figure,
  /** Of 4 weeks: percent; index; score. */
  adherence: figure,
  index: figure,
  qcScore: figure,
  reviewsDue: figure,
  coachingActions: figure,
} as const

/** Supervisor › Users: the people of the supervisor's scope (spec 4 §4.4.7). */
export const teamPersonRecord = recordType({
  name: 'teamPerson',
  page: 'supervisor.users',
  path: '/api/supervisor/users',
  spec: '4 §4.4.7',
  words: { one: 'person', many: 'people', none: 'Nobody reports to you yet.' },
  row: z.object({ ...personCoreRow, ...teamColumns }),
  columns: {
    ...PERSON_CORE_COLUMNS,
    skills: { kind: 'text', label: 'Skills', isSearched: true, width: 13 },
    presence: { kind: 'choice', label: 'Presence', choices: PRESENCE_WORDS, width: 8 },
    plannedHours: { kind: 'number', unit: 'HOURS', label: 'Planned this week, h', width: 8 },
    workedHours: { kind: 'number', unit: 'HOURS', label: 'Worked this week, h', width: 8 },
    adherence: { kind: 'number', label: 'Adherence 4 weeks, %', width: 8 },
    index: { kind: 'number', label: 'Index 4 weeks', width: 7 },
    qcScore: { kind: 'number', label: 'QC score', width: 7 },
    reviewsDue: { kind: 'number', label: 'Reviews due', width: 7 },
    coachingActions: { kind: 'number', label: 'Open coaching actions', width: 8 },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: 'ISUPERVISOR_CAN_SEE_INTERVIEWERS',
})
