import { type CallingHours, callableUntil, onDays } from '#shared/domain/calling-hours.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ProjectKind, ProjectStatus } from '#shared/domain/projects.ts'

/** A part of a project's target, and its share of the interviews beside the others. */
interface DemoCell {
  readonly label: string
  readonly dimensions: readonly { readonly name: string; readonly value: string }[]
}

/** What the demo company works on (spec 4 §3.1). Those that people talk about have a room of their number. */
export interface DemoProject {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly client: string
  readonly kind: ProjectKind
  readonly status: ProjectStatus
  /** Completes of an hour, and minutes of an interview. */
  readonly perHour: number
  readonly minutes: number
  /** How likely somebody answers beside the usual. */
  readonly contact: number
  readonly cells: readonly DemoCell[]
  readonly hours: CallingHours
  /** Name of the skill that everybody on it has. */
  readonly skill?: string
}

const cellsBy = (dimensions: Readonly<Record<string, readonly string[]>>): DemoCell[] => {
  let cells: DemoCell[] = [{ label: '', dimensions: [] }]
  for (const [name, values] of Object.entries(dimensions))
    cells = cells.flatMap((cell) =>
      values.map((value) => ({
        label: `${cell.label} ${value}`.trim(),
        dimensions: [...cell.dimensions, { name, value }],
      })),
    )
  return cells
}

const AGES = ['18-44', '45+']
const SEXES = ['men', 'women']
const WEEK = [1, 2, 3, 4, 5]
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const inLondon = (...times: readonly CallingHours['times'][]): CallingHours => ({
  timeZone: LONDON,
  times: times.flat(),
})

/** The one that calls the other side of the world, so that somebody is at work at any hour. */
export const ROUND_THE_CLOCK = 2106
/** In Welsh. */
export const WELSH = 2105
export const INBOUND = 2104
export const CODED = 2107
/** In field until so many days ago. */
export const DONE = 2103
export const DONE_DAYS_AGO = 14

export const DEMO_PROJECTS: readonly DemoProject[] = [
  {
    ...{ id: 2101, code: 'HTS', name: 'Household Travel Survey', client: 'Department for Transport' },
    ...{ kind: 'CATI', status: 'LIVE', perHour: 1.1, minutes: 18, contact: 1 },
    cells: cellsBy({ Region: ['North', 'Midlands', 'South', 'Scotland'], Age: AGES, Sex: SEXES }),
    hours: inLondon(
      onDays(WEEK, '09:00', '21:00'),
      onDays([6], '10:00', '18:00'),
      onDays([7], '11:00', '17:00'),
    ),
  },
  {
    ...{ id: 2102, code: 'PULSE', name: 'Consumer Pulse tracker', client: 'Calder Bank' },
    ...{ kind: 'CATI', status: 'LIVE', perHour: 2.4, minutes: 9, contact: 1.05 },
    cells: cellsBy({ Region: ['North', 'Midlands', 'South', 'Wales'], Age: AGES, Sex: SEXES }),
    hours: inLondon(onDays(WEEK, '09:00', '21:00'), onDays([6], '10:00', '17:00')),
  },
  {
    ...{ id: DONE, code: 'RBS', name: 'Retail Bank Satisfaction', client: 'Calder Bank' },
    ...{ kind: 'CATI', status: 'FIELD_COMPLETE', perHour: 0.7, minutes: 20, contact: 0.9 },
    cells: cellsBy({
      'Company size': ['Micro', 'Small', 'Medium', 'Large'],
      Sector: ['services', 'production'],
    }),
    hours: inLondon(onDays(WEEK, '09:00', '17:30')),
  },
  {
    ...{ id: INBOUND, code: 'ESS', name: 'Energy Switching Study', client: 'Ember Energy' },
    ...{ kind: 'INBOUND', status: 'LIVE', perHour: 3.2, minutes: 10, contact: 2.6 },
    cells: cellsBy({ Region: ['England', 'Scotland', 'Wales', 'N. Ireland'], Age: AGES }),
    hours: inLondon(onDays(WEEK, '08:00', '20:00'), onDays([6], '09:00', '17:00')),
  },
  {
    ...{ id: WELSH, code: 'PEW', name: 'Patient Experience (Wales)', client: 'NHS Wales' },
    ...{ kind: 'CATI', status: 'LIVE', perHour: 1.9, minutes: 11, contact: 1.1, skill: 'Welsh' },
    cells: cellsBy({ Region: ['North Wales', 'Mid Wales', 'South Wales'], Age: AGES }),
    hours: inLondon(onDays(WEEK, '09:00', '20:00'), onDays([6], '10:00', '16:00')),
  },
  {
    ...{ id: ROUND_THE_CLOCK, code: 'CGB', name: 'Global Banking Study', client: 'Calder Bank' },
    ...{ kind: 'CATI', status: 'LIVE', perHour: 0.9, minutes: 14, contact: 1 },
    cells: cellsBy({ Country: ['Australia', 'New Zealand', 'United States', 'Canada'], Age: AGES }),
    hours: { timeZone: 'Australia/Sydney', times: onDays(EVERY_DAY, '00:00', '24:00') },
  },
  {
    ...{ id: CODED, code: 'PEWC', name: 'Patient Experience: open answers', client: 'NHS Wales' },
    ...{ kind: 'CODING', status: 'LIVE', perHour: 3, minutes: 5, contact: 1 },
    cells: cellsBy({ Question: ['Waiting', 'Staff', 'Information'], Language: ['Welsh', 'English'] }),
    hours: inLondon(),
  },
  {
    ...{ id: 2108, code: 'BUS27', name: 'Bus Passenger Panel 2027', client: 'Department for Transport' },
    ...{ kind: 'CATI', status: 'PLANNED', perHour: 1.6, minutes: 12, contact: 1 },
    cells: cellsBy({ Region: ['North', 'Midlands', 'South'], Age: AGES }),
    hours: inLondon(onDays(WEEK, '09:00', '21:00')),
  },
]

const BY_ID = new Map(DEMO_PROJECTS.map((project) => [project.id, project]))

/** @throws where the demo has none of that number */
export function demoProject(id: number): DemoProject {
  const project = BY_ID.get(id)
  if (!project) throw new Error(`the demo has no project ${id}`)
  return project
}

/** Which of these can be called then, the first first, and until when; the round-the-clock one else. */
export function openAt(
  projects: readonly number[],
  at: number,
  /** When the finished one ended. */
  doneAt: number,
): { readonly id: number; readonly until: number } {
  for (const id of projects) {
    if (id === DONE && at >= doneAt) continue
    const until = callableUntil(demoProject(id).hours, at)
    if (until !== null && until - at > 5 * 60_000)
      return { id, until: id === DONE ? Math.min(until, doneAt) : until }
  }
  return { id: ROUND_THE_CLOCK, until: callableUntil(demoProject(ROUND_THE_CLOCK).hours, at) ?? at }
}

const COUNTRY_HOURS: Readonly<Record<string, string>> = {
  Australia: 'Australia/Sydney',
  'New Zealand': 'Pacific/Auckland',
  'United States': 'America/Chicago',
  Canada: 'America/Toronto',
}
const DAYTIME = onDays(EVERY_DAY, '09:00', '21:00')

/** Cells whose people are awake then: the places in the project's list. */
export function awakeCells({ cells }: DemoProject, at: number): number[] {
  const all = cells.map((_, place) => place)
  const awake = all.filter((place) => {
    const zone = COUNTRY_HOURS[cells[place]?.dimensions[0]?.value ?? '']
    return zone === undefined || callableUntil({ timeZone: zone, times: DAYTIME }, at) !== null
  })
  return awake.length > 0 ? awake : all
}
