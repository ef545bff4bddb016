import { londonDayAfter, startOfLondonDay } from '#shared/domain/london-time.ts'
import { DEFAULT_TASK_STATUSES, type TaskStatusKind } from '#shared/domain/task-lists.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import type { Room } from './rooms.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const EPICS = [
  'Department for Transport',
  'Bright Homes',
  'Calder Bank',
  'Ember Energy',
  'NHS Wales',
] as const

/** By the number of their rooms: code, client, kind. */
const PROJECTS: Readonly<Record<number, readonly [string, (typeof EPICS)[number], string]>> = {
  2101: ['HTS', 'Department for Transport', 'CATI'],
  2102: ['PULSE', 'Bright Homes', 'CATI'],
  2103: ['RBS', 'Calder Bank', 'CATI'],
  2104: ['ESS', 'Ember Energy', 'CATI'],
  2105: ['PEW', 'NHS Wales', 'CATI'],
}

async function seedProjects(trx: Database, rooms: readonly Room[], now: number): Promise<void> {
  await insertRows(
    trx,
    'epics',
    ['id', 'name', 'createdAt'],
    EPICS.map((name, place) => [place + 1, name, now - 200 * DAY]),
  )
  const rows = rooms
    .filter(({ source }) => source === 'PROJECT')
    .map(({ sourceID, displayLabel, days }) => {
      const [code = `P${sourceID}`, epic = EPICS[0], kind = 'CATI'] = PROJECTS[sourceID] ?? []
      return [sourceID, code, displayLabel, EPICS.indexOf(epic) + 1, kind, now - days * DAY]
    })
  await insertRows(trx, 'projects', ['id', 'code', 'name', 'epicID', 'kind', 'createdAt'], rows)
}

interface Planned {
  readonly id?: number
  readonly subject: string
  readonly who: string
  readonly by: string
  /** 0 for the project 'Office'. */
  readonly project: number
  /** The day it begins, from today, and the hour. */
  readonly day: number
  readonly hour: number
  readonly hours: number
  /** Days from its beginning to its due date. */
  readonly due?: number
  readonly status?: string
  readonly priority?: Priority
  readonly points?: string
  /** Place in the config's list. */
  readonly prefix?: number
  readonly description?: string
}

const todo = (
  subject: string,
  [who, by]: readonly [string, string],
  project: number,
  [day, hour, hours]: readonly [number, number, number],
  more: Omit<Partial<Planned>, 'subject' | 'who' | 'by' | 'project'> = {},
): Planned => ({ subject, who, by, project, day, hour, hours, ...more })

const PRIYA = ['Priya Nair', 'Priya Nair'] as const
const BEN = ['Ben Castellano', 'Olu Bankole'] as const
const JAMIE = ['Jamie Whitfield', 'Priya Nair'] as const

const OF_PEOPLE: readonly Planned[] = [
  todo('Listen to five recordings of the new starters', PRIYA, 2101, [0, 10, 1.5], {
    priority: 'HIGH',
    prefix: 1,
  }),
  todo('Answer the client about the refusal rate', PRIYA, 2101, [0, 14, 0.5], {
    priority: 'EMERGENCY',
    points: '3',
  }),
  todo('Write the brief for the weekend shift', PRIYA, 2103, [1, 9, 1], { priority: 'MEDIUM' }),
  todo('Check the appointments of the week', PRIYA, 2101, [2, 9, 0.75], { points: '2' }),
  todo('One-to-one with Callum: notes', PRIYA, 0, [3, 11, 0.5], { points: '1' }),
  todo('Plan cover for the half-term week', PRIYA, 0, [4, 15, 2], { due: 4, points: '8' }),
  todo('Report of the first half of the interviews', PRIYA, 2103, [-3, 9, 3], {
    due: 2,
    priority: 'HIGH',
    status: 'In progress',
    points: '8',
  }),
  todo('Clean up the open-ended answers of wave 2', PRIYA, 2101, [-6, 13, 4], {
    due: 3,
    status: 'Done',
  }),
  todo('Read the brief of wave 3', JAMIE, 2101, [0, 9, 0.5], { points: '1', priority: 'HIGH' }),
  todo('Call back the three appointments of Tuesday', JAMIE, 2101, [1, 16, 1], { points: '2' }),
  todo('Practise the Welsh introduction', JAMIE, 2105, [-1, 17, 1], { due: 3, status: 'In progress' }),
  todo('Send in the headset that crackles', JAMIE, 0, [2, 12, 0.25], { points: '1' }),
  todo('Ask Ellie about the new screener', ['Ellie Thornton', 'Priya Nair'], 2101, [0, 11, 0.5]),
  todo('Double-check the quota of Leeds 35–44', ['Mohammed Iqbal', 'Priya Nair'], 2101, [-2, 9, 1], {
    due: 1,
    status: 'In progress',
    prefix: 2,
  }),
  todo('Show two newcomers the dialler', ['Callum Reid', 'Priya Nair'], 0, [1, 10, 2]),
  todo('Routing of question 12 sends people back', BEN, 2101, [0, 10, 2], {
    priority: 'HIGH',
    prefix: 4,
    status: 'In progress',
  }),
  todo('Data tables for the steering group', BEN, 2102, [2, 9, 6], { due: 2, points: '13', prefix: 3 }),
]

/** What the rooms of tasks say of them. */
const OF_ROOMS: Readonly<Record<number, Omit<Planned, 'subject'>>> = {
  41: {
    who: 'Priya Nair',
    by: 'Olu Bankole',
    project: 2101,
    day: -4,
    hour: 9,
    hours: 12,
    due: 6,
    points: '13',
  },
  42: { who: 'Ben Castellano', by: 'Sophie Lindqvist', project: 2104, day: -5, hour: 9, hours: 8, due: 6 },
  47: {
    who: 'Carys Evans',
    by: 'Sophie Lindqvist',
    project: 2105,
    day: 1,
    hour: 10,
    hours: 3,
    due: 5,
    points: '3',
  },
  9: { who: 'Priya Nair', by: 'Olu Bankole', project: 2101, day: 0, hour: 15, hours: 1, due: 1, points: '3' },
  10: { who: 'Ben Castellano', by: 'Sophie Lindqvist', project: 2104, day: -6, hour: 9, hours: 2, due: 3 },
}

function ofRooms(rooms: readonly Room[]): Planned[] {
  return rooms.flatMap(({ source, sourceID, displayLabel, status, priority }) => {
    const known = source === 'TASK_CHAT' || source === 'SUBTASK' ? OF_ROOMS[sourceID] : undefined
    return known
      ? [{ ...known, id: sourceID, subject: displayLabel, status, priority: priority as Priority }]
      : []
  })
}

const kindOf = (status: string): TaskStatusKind =>
  DEFAULT_TASK_STATUSES.find(({ name }) => name === status)?.kind ?? 'TO_DO'

function rowOf(planned: Planned, id: number, officeID: number, now: number): readonly unknown[] {
  const { subject, who, by, project, day, hour, hours, due = 0, status = 'To do' } = planned
  const { priority = 'MEDIUM', points = '5', prefix = null, description = subject } = planned
  const start = londonDayAfter(startOfLondonDay(now), day) + hour * HOUR
  const kind = kindOf(status)
  const made = Math.min(start, now) - 2 * DAY
  return [
    id,
    personCalled(who).id,
    project === 0 ? officeID : project,
    prefix,
    subject,
    description,
    start,
    start + Math.max(hours * HOUR, 15 * MINUTE),
    londonDayAfter(start, due + 1) - 1000,
    priority,
    points,
    hours,
    kind === 'DONE' ? 'Autumn 1' : '',
    '',
    status,
    kind,
    kind === 'DONE' ? Math.min(now - HOUR, start + DAY) : null,
    personCalled(by).id,
    made,
    made,
  ]
}

const COLUMNS = [
  'id',
  'userID',
  'projectID',
  'prefixID',
  'subject',
  'description',
  'eventStart',
  'eventEnd',
  'dueDate',
  'priority',
  'storyPoint',
  'requiredHours',
  'sprint',
  'milestone',
  'status',
  'statusKind',
  'completionTime',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const

/** Numbers of the tasks without a room begin here. */
const FIRST_ID = 101

/** Projects, and what people of the demo company have to do around the present. */
export async function seedTasks(trx: Database, rooms: readonly Room[], now: number): Promise<void> {
  await seedProjects(trx, rooms, now)
  const office = await trx
    .selectFrom('projects')
    .where('code', '=', 'OFFICE')
    .select('id')
    .executeTakeFirstOrThrow()
  const planned = [...ofRooms(rooms), ...OF_PEOPLE]
  const rows = planned.map((one, place) => rowOf(one, one.id ?? FIRST_ID + place, office.id, now))
  await insertRows(trx, 'tasks', COLUMNS, rows)
  await insertRows(
    trx,
    'taskHistory',
    ['taskID', 'eventTime', 'event', 'byID', 'text', 'changes'],
    rows.map((row) => [row[0], row[18], 'ADDED', row[17], '', '[]']),
  )
  await insertRows(
    trx,
    'taskLinks',
    ['fromID', 'toID', 'kind'],
    [
      [41, 9, 'PARENT_OF'],
      [42, 10, 'PARENT_OF'],
      [9, 41, 'BLOCKS'],
      [42, 47, 'BLOCKS'],
    ],
  )
}
