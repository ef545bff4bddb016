import type { ChatSource } from '#shared/contract/chat-address.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import { directLabel } from '../chat/conversations.ts'
import type { PoolName } from './dialogue/pools.ts'
import { type AREAS, PEOPLE, type Person, personCalled } from './people.ts'
import type { UserType } from './roles.ts'
import { nextMonday } from './timeline.ts'

/** A conversation to be filled. */
export interface Room {
  /** Its place in the list, from 1. */
  readonly id: number
  readonly source: ChatSource
  readonly sourceID: number
  readonly label: string
  readonly displayLabel: string
  readonly displayGroupLabel: string
  readonly parentID: number | null
  readonly status: string
  readonly priority: Priority | ''
  readonly members: readonly Person[]
  readonly messages: number
  /** Themes of its talk; one that is named twice comes up twice as often. */
  readonly pools: readonly PoolName[]
  /** Slots with a fixed value, such as the project of a project's room. */
  readonly fixed: ReadonlyMap<string, string>
  /** For how many days it has existed. */
  readonly days: number
}

interface Plan {
  readonly source: ChatSource
  /** The record's id; threads have their own. */
  readonly record?: number
  readonly title: string
  readonly members: readonly Person[]
  readonly messages: number
  readonly pools: readonly PoolName[]
  readonly project?: string
  /** The title of the conversation it belongs to. */
  readonly parent?: string
  readonly status?: string
  readonly priority?: Priority
  readonly days?: number
}

const ofArea = (...areas: (typeof AREAS)[number][]): Person[] =>
  PEOPLE.filter(
    (person) => areas.includes(person.area) && !['FINANCE', 'HR', 'AGENCY', 'RECRUIT'].includes(person.type),
  )
const ofType = (...types: UserType[]): Person[] => PEOPLE.filter((person) => types.includes(person.type))
const called = (...names: string[]): Person[] => names.map(personCalled)
const together = (...groups: readonly (readonly Person[])[]): Person[] => [...new Set(groups.flat())]

const PROJECT_TEAM = together(ofType('RESEARCHER'), called('Marcus Oyelaran', 'Stephen Booth'))

const PROJECT_ROOMS: readonly Plan[] = [
  {
    source: 'PROJECT',
    record: 2101,
    title: 'Household Travel Survey',
    members: together(
      ofArea('Leeds', 'Glasgow', 'Home working North'),
      PROJECT_TEAM,
      called('Tom Hargreaves'),
    ),
    messages: 6400,
    pools: ['floor', 'floor', 'floor', 'floor', 'project', 'shifts', 'tech', 'training', 'social'],
    project: 'Household Travel',
    status: 'In field',
    priority: 'HIGH',
    days: 90,
  },
  {
    source: 'PROJECT',
    record: 2102,
    title: 'Consumer Pulse tracker',
    members: together(ofArea('Cardiff', 'Belfast', 'Home working South'), PROJECT_TEAM),
    messages: 1400,
    pools: ['floor', 'floor', 'project'],
    project: 'Consumer Pulse',
    status: 'In field',
    priority: 'MEDIUM',
  },
  {
    source: 'PROJECT',
    record: 2103,
    title: 'Retail Bank Satisfaction',
    members: together(ofArea('Leeds'), PROJECT_TEAM),
    messages: 1000,
    pools: ['floor', 'project', 'project'],
    project: 'Bank Satisfaction',
    status: 'In field',
    priority: 'HIGH',
    days: 60,
  },
  {
    source: 'PROJECT',
    record: 2104,
    title: 'Energy Switching Study',
    members: together(ofArea('Glasgow', 'Belfast'), PROJECT_TEAM),
    messages: 700,
    pools: ['floor', 'project'],
    project: 'Energy Switching',
    status: 'Set-up',
    priority: 'MEDIUM',
    days: 45,
  },
  {
    source: 'PROJECT',
    record: 2105,
    title: 'Patient Experience (Wales)',
    members: together(ofArea('Cardiff'), PROJECT_TEAM),
    messages: 600,
    pools: ['floor', 'project'],
    project: 'Patient Experience',
    status: 'In field',
    priority: 'LOW',
  },
  {
    source: 'PROJECT_MEMBER',
    record: 311,
    title: 'Jamie Whitfield on Household Travel',
    parent: 'Household Travel Survey',
    members: called('Jamie Whitfield', 'Priya Nair', 'Olu Bankole', 'Stephen Booth'),
    messages: 180,
    pools: ['floor', 'training', 'shifts'],
    project: 'Household Travel',
  },
  {
    source: 'PROJECT_MEMBER',
    record: 312,
    title: 'Carys Evans on Patient Experience',
    parent: 'Patient Experience (Wales)',
    members: called('Carys Evans', 'Megan Pritchard', 'Sophie Lindqvist', 'Stephen Booth'),
    messages: 140,
    pools: ['floor', 'training', 'shifts'],
    project: 'Patient Experience',
  },
  {
    source: 'TOPIC',
    record: 12,
    title: 'Screener drop-out at Q7',
    parent: 'Household Travel Survey',
    members: called(
      'Priya Nair',
      'Jamie Whitfield',
      'Mohammed Iqbal',
      'Callum Reid',
      'Olu Bankole',
      'Ben Castellano',
    ),
    messages: 220,
    pools: ['project', 'floor'],
    project: 'Household Travel',
    days: 30,
  },
  {
    source: 'TOPIC',
    record: 13,
    title: 'Call-back etiquette',
    parent: 'Household Travel Survey',
    members: called(
      'Priya Nair',
      'Jamie Whitfield',
      'Ellie Thornton',
      'Grace Adeyemi',
      'Zainab Hussain',
      'Iain Buchanan',
    ),
    messages: 180,
    pools: ['floor', 'training'],
    project: 'Household Travel',
    days: 40,
  },
  {
    source: 'TOPIC',
    record: 14,
    title: 'Welsh-language interviews',
    parent: 'Patient Experience (Wales)',
    members: called('Megan Pritchard', 'Carys Evans', 'Owen Parry', 'Lowri Hughes', 'Sophie Lindqvist'),
    messages: 150,
    pools: ['project', 'floor', 'training'],
    project: 'Patient Experience',
  },
]

const RECORD_ROOMS: readonly Plan[] = [
  {
    source: 'TASK_CHAT',
    record: 41,
    title: 'Wave 3 — quota cells',
    members: called(
      'Priya Nair',
      'Jamie Whitfield',
      'Olu Bankole',
      'Ben Castellano',
      'Stephen Booth',
      'Callum Reid',
    ),
    messages: 320,
    pools: ['task', 'project'],
    project: 'Household Travel',
    status: 'In progress',
    priority: 'HIGH',
    days: 50,
  },
  {
    source: 'TASK_CHAT',
    record: 42,
    title: 'Rebuild the income routing',
    members: called('Ben Castellano', 'Sophie Lindqvist', 'Olu Bankole', 'Emily Cartwright'),
    messages: 160,
    pools: ['task'],
    status: 'In review',
    priority: 'MEDIUM',
    days: 40,
  },
  {
    source: 'TASK_CHAT',
    record: 47,
    title: 'Translate the screener into Welsh',
    members: called('Carys Evans', 'Owen Parry', 'Sophie Lindqvist', 'Megan Pritchard'),
    messages: 140,
    pools: ['task'],
    project: 'Patient Experience',
    status: 'To do',
    priority: 'LOW',
    days: 35,
  },
  {
    source: 'SUBTASK',
    record: 9,
    title: 'Check the 18–24 cells in Wales',
    parent: 'Wave 3 — quota cells',
    members: called('Priya Nair', 'Olu Bankole', 'Ben Castellano'),
    messages: 60,
    pools: ['task'],
    project: 'Household Travel',
    status: 'In progress',
    priority: 'MEDIUM',
    days: 20,
  },
  {
    source: 'SUBTASK',
    record: 10,
    title: 'Income routing: test cases',
    parent: 'Rebuild the income routing',
    members: called('Ben Castellano', 'Sophie Lindqvist'),
    messages: 50,
    pools: ['task'],
    status: 'Done',
    priority: 'LOW',
    days: 25,
  },
  {
    source: 'TICKET_CHAT',
    record: 1209,
    title: 'Headset crackles on every call',
    members: called('Jamie Whitfield', 'Kerry Blackwood', 'Luke Adamson', 'Priya Nair'),
    messages: 120,
    pools: ['ticket'],
    status: 'Open',
    priority: 'MEDIUM',
    days: 20,
  },
  {
    source: 'TICKET_CHAT',
    record: 1214,
    title: 'VPN drops every twenty minutes',
    members: called('Beth Ramsden', 'Luke Adamson', 'Dwayne Campbell', 'Tom Hargreaves'),
    messages: 110,
    pools: ['ticket'],
    status: 'Waiting',
    priority: 'HIGH',
    days: 18,
  },
  {
    source: 'TICKET_CHAT',
    record: 1221,
    title: 'Dialler slow on the Leeds floor',
    members: together(
      called('Kerry Blackwood', 'Luke Adamson', 'Tom Hargreaves', 'Priya Nair'),
      called('Jamie Whitfield', 'Joe Sutcliffe', 'Kasia Nowak', 'Marcus Oyelaran'),
    ),
    messages: 240,
    pools: ['ticket', 'tech'],
    status: 'Open',
    priority: 'EMERGENCY',
    days: 30,
  },
  {
    source: 'WURKROOM_CLAIM',
    record: 77,
    title: 'Downtime claim, dialler outage',
    members: called('Jamie Whitfield', 'Priya Nair', 'Vikram Rao'),
    messages: 60,
    pools: ['claim'],
    status: 'Submitted',
    days: 14,
  },
  {
    source: 'WURKROOM_CLAIM',
    record: 81,
    title: 'Mileage, Cardiff to Swansea',
    members: called('Fatima Warsame', 'Megan Pritchard', 'Claire Sanderson'),
    messages: 50,
    pools: ['claim'],
    status: 'Approved',
    days: 20,
  },
  {
    source: 'JOB_ORDER',
    record: 530,
    title: 'Regional boost, Scotland',
    members: called(
      'Emily Cartwright',
      'Sophie Lindqvist',
      'Catriona Baird',
      'Anjali Deshmukh',
      'Claire Sanderson',
    ),
    messages: 150,
    pools: ['jobOrder', 'project'],
    status: 'Confirmed',
    priority: 'HIGH',
    days: 40,
  },
  {
    source: 'JOB_ORDER',
    record: 534,
    title: 'Energy Switching, wave 3',
    members: called('Emily Cartwright', 'Olu Bankole', 'Stephen Booth', 'Claire Sanderson', 'Priya Nair'),
    messages: 120,
    pools: ['jobOrder'],
    project: 'Energy Switching',
    status: 'Quoted',
    priority: 'MEDIUM',
    days: 30,
  },
  {
    source: 'MEETING',
    record: 88,
    title: 'Monday planning',
    members: together(
      ofType('SUPERVISOR', 'RESOURCE'),
      called('Marcus Oyelaran', 'Catriona Baird', 'Olu Bankole'),
    ),
    messages: 260,
    pools: ['meeting', 'project'],
  },
  {
    source: 'MEETING',
    record: 91,
    title: 'QC calibration',
    members: together(ofType('SUPERVISOR', 'TRAINER'), called('Mohammed Iqbal', 'Jamie Whitfield')),
    messages: 160,
    pools: ['meeting', 'training'],
  },
]

const groupRooms = (now: number): readonly Plan[] => [
  {
    source: 'MANUAL',
    title: 'Leeds floor',
    members: ofArea('Leeds'),
    messages: 1800,
    pools: ['floor', 'floor', 'shifts', 'tech', 'social'],
  },
  {
    source: 'MANUAL',
    title: 'Supervisors',
    members: together(
      ofType('SUPERVISOR', 'MANAGER'),
      called('Ruth Okonkwo', 'Stephen Booth', 'Sandra Whittle'),
    ),
    messages: 800,
    pools: ['project', 'hr', 'training', 'meeting'],
  },
  {
    source: 'MANUAL',
    title: `Holiday cover w/c ${nextMonday(now)}`,
    members: together(
      ofType('RESOURCE'),
      ofArea('Leeds').filter((person) => person.type === 'INTERVIEWER'),
      called('Priya Nair'),
    ),
    messages: 260,
    pools: ['shifts'],
    days: 21,
  },
  {
    source: 'MANUAL',
    title: 'Glasgow crew',
    members: ofArea('Glasgow'),
    messages: 740,
    pools: ['floor', 'shifts', 'social', 'tech'],
  },
  {
    source: 'MANUAL',
    title: 'Home workers North',
    members: together(ofArea('Home working North'), called('Luke Adamson')),
    messages: 620,
    pools: ['tech', 'shifts', 'floor', 'social'],
  },
  {
    source: 'MANUAL',
    title: 'Tea and biscuits',
    members: PEOPLE.filter((person) => person.type !== 'AGENCY' && person.type !== 'RECRUIT'),
    messages: 700,
    pools: ['social'],
  },
  {
    source: 'MANUAL',
    title: 'Bright Staffing and Northgate',
    members: called(
      'Gemma Stacey',
      'Andrei Popescu',
      'Stephen Booth',
      'Anjali Deshmukh',
      'Laura Finch',
      'Priya Nair',
    ),
    messages: 320,
    pools: ['agency'],
  },
  {
    source: 'MANUAL',
    title: 'Training and QC',
    members: together(
      ofType('TRAINER'),
      ofArea('Leeds'),
      called('Callum Reid', 'Megan Pritchard', 'Tariq Mahmood'),
    ),
    messages: 380,
    pools: ['training'],
  },
]

const direct = (
  one: string,
  other: string,
  messages: number,
  pools: readonly PoolName[] = ['direct'],
): Plan => ({
  source: 'MESSAGE',
  title: `${one} and ${other}`,
  members: called(one, other),
  messages,
  pools,
})

const DIRECT_ROOMS: readonly Plan[] = [
  direct('Jamie Whitfield', 'Priya Nair', 240),
  direct('Jamie Whitfield', 'Ellie Thornton', 260),
  direct('Priya Nair', 'Callum Reid', 220),
  direct('Priya Nair', 'Marcus Oyelaran', 180),
  direct('Tom Hargreaves', 'Kerry Blackwood', 140, ['direct', 'tech']),
  direct('Gemma Stacey', 'Stephen Booth', 160, ['direct', 'agency']),
  direct('Jamie Whitfield', 'Mohammed Iqbal', 120),
  direct('Priya Nair', 'Gemma Stacey', 90, ['direct', 'agency']),
]

const PREFIX: Readonly<Record<Exclude<ChatSource, 'MESSAGE'>, string>> = {
  PROJECT: 'PROJECT',
  PROJECT_MEMBER: 'PROJECT MEMBER',
  TASK_CHAT: 'TASK',
  SUBTASK: 'SUBTASK',
  TICKET_CHAT: 'TICKET',
  WURKROOM_CLAIM: 'CLAIM',
  JOB_ORDER: 'JOB ORDER',
  MEETING: 'MEETING',
  TOPIC: 'TOPIC',
  MANUAL: 'GROUP',
}
const GROUP_LABEL: Readonly<Record<Exclude<ChatSource, 'TOPIC'>, string>> = {
  PROJECT: 'Projects',
  PROJECT_MEMBER: 'Projects',
  TASK_CHAT: 'Tasks',
  SUBTASK: 'Tasks',
  TICKET_CHAT: 'Tickets',
  WURKROOM_CLAIM: 'Claims',
  JOB_ORDER: 'Job Orders',
  MEETING: 'Meetings',
  MANUAL: 'Groups',
  MESSAGE: 'Chats',
}

/** The name on the wire, which is unique: 'TASK: 41', and for two people their ids. */
function labelOf({ source, members }: Plan, sourceID: number): string {
  if (source !== 'MESSAGE') return `${PREFIX[source]}: ${sourceID}`
  const [one, other] = members
  if (!one || !other) throw new Error('a conversation between fewer than two people')
  return directLabel(one.id, other.id)
}

/** The seeded company's 40 conversations: every source of spec 2 §3. */
export function planRooms(now: number): Room[] {
  const plans = [...PROJECT_ROOMS, ...RECORD_ROOMS, ...groupRooms(now), ...DIRECT_ROOMS]
  return plans.map((plan, place) => {
    const id = place + 1
    const sourceID = plan.record ?? id
    const parentPlace = plans.findIndex((other) => other.title === plan.parent)
    return {
      id,
      source: plan.source,
      sourceID,
      label: labelOf(plan, sourceID),
      displayLabel: plan.title,
      displayGroupLabel: plan.source === 'TOPIC' ? (plan.parent ?? '') : GROUP_LABEL[plan.source],
      parentID: parentPlace < 0 ? null : parentPlace + 1,
      status: plan.status ?? '',
      priority: plan.priority ?? '',
      members: plan.members,
      messages: plan.messages,
      pools: plan.pools,
      fixed: new Map(plan.project === undefined ? [] : [['project', plan.project]]),
      days: plan.days ?? 90,
    }
  })
}
