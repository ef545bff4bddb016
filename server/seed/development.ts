import { searchable } from '#shared/domain/locale.ts'
import { LONDON, londonDayAfter, londonField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { recordExpires, type TrainingCategory, type TrainingNeeds } from '#shared/domain/training.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { PEOPLE, type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { DAY, HOUR, MINUTE } from './timeline.ts'

const SEED = 4217

interface SeedType {
  readonly name: string
  readonly category: TrainingCategory
  readonly months: number | null
  readonly minutes: number
  readonly passMark: number | null
  /** What passing gives, by the skill's name. */
  readonly skill?: string
  readonly needs: {
    readonly userTypes?: readonly string[]
    readonly skill?: string
    readonly project?: number
  }
}

const TYPES: readonly SeedType[] = [
  {
    ...{ name: 'Induction', category: 'INDUCTION', months: null, minutes: 180, passMark: null },
    needs: { userTypes: ['INTERVIEWER'] },
  },
  {
    ...{ name: 'Data protection', category: 'COMPLIANCE', months: 12, minutes: 60, passMark: 80 },
    needs: { userTypes: ['INTERVIEWER', 'SUPERVISOR'] },
  },
  {
    ...{ name: 'Telephone interviewing', category: 'METHOD', months: 24, minutes: 120, passMark: 70 },
    ...{ skill: 'Telephone interviewing', needs: { userTypes: ['INTERVIEWER'] } },
  },
  {
    ...{ name: 'Display screen work', category: 'SAFETY', months: 24, minutes: 30, passMark: null },
    needs: { userTypes: ['INTERVIEWER', 'SUPERVISOR'] },
  },
  {
    ...{ name: 'Predictive dialler', category: 'TOOL', months: 36, minutes: 60, passMark: null },
    ...{ skill: 'Predictive dialler', needs: { skill: 'Predictive dialler' } },
  },
  {
    ...{
      name: 'Brief: Welsh language survey',
      category: 'PROJECT_BRIEF',
      months: 6,
      minutes: 45,
      passMark: null,
    },
    needs: { project: 2105 },
  },
]

const PRAISE = [
  'Kept calm with a respondent who was upset, and offered to ring back.',
  'Helped two new colleagues through their first evening.',
  'Best refusal rate of the team this week, and every question read out.',
  'Took a late shift at short notice when the dialler was down.',
]
const NEUTRAL = [
  'Asked for later starts from next month on; noted with Resource.',
  'Would like to train for in-depth interviews.',
  'Moves house in two weeks, the new address is with HR.',
]
const CONCERN = [
  'Late three times this week; agreed to take the earlier bus.',
  'Left out the data protection sentence twice. Talked about it.',
]
const AGENDAS = ['How the new project goes', 'Quality of the last two weeks', 'Shifts over the holidays']

const OFFICE_AGENDAS = ['This week and the next', 'Priorities of the month', 'What is in the way', 'Learning']
const OFFICE_ACTIONS = ['Send the plan of next month', 'Book the training that was agreed']

const dayOf = (at: number) => londonField(at).slice(0, 10)

/** Training, notes, talks and welfare contacts of the demo's interviewers (spec 4 §3.1, 6 §4, §5). */
export async function seedDevelopment(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const interviewers = PEOPLE.filter(({ type }) => type === 'INTERVIEWER')
  const supervisors = PEOPLE.filter(({ type }) => type === 'SUPERVISOR')
  await seedTraining(trx, random, { interviewers, supervisors, now })
  await seedTalks(trx, random, { interviewers, now })
  await seedOfficeTalks(trx, now)
  await seedCases(trx, now)
  await seedReturns(trx, now)
}

interface Cast {
  readonly interviewers: readonly Person[]
  readonly supervisors: readonly Person[]
  readonly now: number
}

async function seedTraining(trx: Database, random: Random, { interviewers, supervisors, now }: Cast) {
  const skills = new Map(
    (await trx.selectFrom('skills').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const needsOf = ({ needs }: SeedType): TrainingNeeds => {
    const skillID = needs.skill === undefined ? undefined : skills.get(needs.skill)
    return {
      ...{ userTypes: needs.userTypes ?? [], contractTypeIDs: [] },
      skillIDs: skillID === undefined ? [] : [skillID],
      projectIDs: needs.project === undefined ? [] : [needs.project],
    }
  }
  const trainers = supervisors.slice(0, 3).map(({ id }) => id)
  await insertRows(
    trx,
    'trainingTypes',
    [
      ...(['id', 'version', 'name', 'nameKey', 'category', 'validMonths', 'skillID', 'requiredFor'] as const),
      ...(['passMark', 'minutes', 'capacity', 'trainerIDs', 'changedAt'] as const),
    ],
    TYPES.map((type, place) => [
      ...[place + 1, 1, type.name, searchable(type.name), type.category, type.months],
      ...[type.skill === undefined ? null : (skills.get(type.skill) ?? null), JSON.stringify(needsOf(type))],
      ...[type.passMark, type.minutes, 8, JSON.stringify(trainers), now - 300 * DAY],
    ]),
  )

  // Most have what they need; some of it expires soon, and a few are late.
  const records: unknown[][] = []
  for (const person of [...interviewers, ...supervisors])
    TYPES.forEach(({ months, passMark, needs: { userTypes = [] } }, place) => {
      const isAsked = userTypes.length === 0 || userTypes.includes(person.type)
      if (!isAsked || random.chance(0.1)) return
      const age = months === null ? random.int(60, 900) : Math.floor(months * 30.4 * random.next() * 1.06)
      const day = dayOf(now - Math.max(1, age) * DAY)
      records.push([
        ...[person.id, place + 1, null, day, passMark === null ? 'ATTENDED' : 'PASSED'],
        ...[passMark === null ? null : random.int(passMark, 100), recordExpires(day, months)],
        ...[random.pick(trainers), 1, now - Math.max(1, age) * DAY, now - Math.max(1, age) * DAY],
      ])
    })
  await insertRows(
    trx,
    'trainingRecords',
    [
      ...(['userID', 'typeID', 'sessionID', 'day', 'result', 'score', 'expires', 'trainerID'] as const),
      ...(['version', 'acknowledgedAt', 'changedAt'] as const),
    ],
    records,
  )

  // Two sessions that are to be written down, and one each few days to come.
  const week = startOfLondonWeek(now)
  const starts = [-1, 1, 2, 4, 7, 9, 11, 15, 18, 22].map((days) => {
    const day = londonDayAfter(now, days)
    return day + (days % 2 === 0 ? 10 : 14) * HOUR
  })
  const sessions = starts.map((start, place) => {
    const type = [2, 2, 3, 4, 2, 6, 5, 3, 2, 4][place] ?? 1
    const { minutes } = TYPES[type - 1] ?? { minutes: 60 }
    const trainer = supervisors[place % 3] ?? supervisors[0]
    return {
      id: place + 1,
      type,
      start,
      end: start + minutes * MINUTE,
      trainer,
      capacity: place === 2 ? 3 : 8,
    }
  })
  await insertRows(
    trx,
    'trainingSessions',
    [
      ...(['id', 'version', 'typeID', 'trainerID', 'start', 'end', 'place', 'capacity', 'minimum'] as const),
      ...(['status', 'changedAt'] as const),
    ],
    sessions.map(({ id, type, start, end, trainer, capacity }) => [
      ...[id, 1, type, trainer?.id ?? null, start, end],
      ...[id % 3 === 0 ? 'Online' : 'Training room, Leeds', capacity, 2, 'OPEN', week - 14 * DAY],
    ]),
  )
  const shifts = await trx
    .selectFrom('shifts')
    .where('state', 'in', ['PUBLISHED', 'LIVE', 'COMPLETED'])
    .where('end', '>', londonDayAfter(now, -2))
    .orderBy('id')
    .select(['userID', 'start', 'end'])
    .execute()
  const taken = new Set<string>()
  const attendees = sessions.flatMap(({ id, start, end, capacity }) => {
    const count = id === 3 ? capacity : random.int(2, 4)
    return random
      .sample(interviewers, count)
      .filter(({ id: userID }) => {
        const key = `${userID} ${dayOf(start)}`
        if (taken.has(key)) return false
        taken.add(key)
        return true
      })
      .map(({ id: userID }) => {
        const isInShift = shifts.some((one) => one.userID === userID && one.start < end && start < one.end)
        return [id, userID, 'BOOKED', isInShift ? 1 : 0, null, Math.min(now, start) - 6 * DAY]
      })
  })
  // The third is full, and two wait for a place.
  const inThird = new Set(attendees.flatMap(([id, userID]) => (id === 3 ? [userID] : [])))
  const waiting = interviewers
    .filter(({ id }) => !inThird.has(id))
    .slice(-2)
    .map(({ id }, place) => [3, id, 'WAITING', 0, id, now - (2 - place) * DAY])
  await insertRows(
    trx,
    'trainingAttendees',
    ['sessionID', 'userID', 'state', 'isInShift', 'byID', 'at'],
    [...attendees, ...waiting],
  )
}

async function seedTalks(trx: Database, random: Random, { interviewers, now }: Omit<Cast, 'supervisors'>) {
  // 40 notes, half of them recognitions (spec 4 §3.1).
  const notes = Array.from({ length: 40 }, (_, n) => {
    const person = interviewers[n % interviewers.length] ?? interviewers[0]
    const kind = n % 2 === 0 ? 'RECOGNITION' : n % 4 === 1 ? 'NEUTRAL' : 'CONCERN'
    const text = random.pick(kind === 'RECOGNITION' ? PRAISE : kind === 'NEUTRAL' ? NEUTRAL : CONCERN)
    const at = now - random.int(1, 50) * DAY - random.int(0, 8) * HOUR
    const isRead = random.chance(0.7)
    const hasReply = isRead && kind === 'CONCERN' && random.chance(0.6)
    return [
      ...[person?.id, person?.managerID, at, kind, text, isRead ? at + 5 * HOUR : null],
      ...[hasReply ? 'I understand, it won’t happen again.' : '', hasReply ? at + 6 * HOUR : null],
    ]
  })
  await insertRows(
    trx,
    'fileNotes',
    ['userID', 'byID', 'at', 'kind', 'text', 'acknowledgedAt', 'reply', 'repliedAt'],
    notes,
  )

  const talks: unknown[][] = []
  const meetings: {
    readonly host: number
    readonly person: number
    readonly agenda: string
    readonly start: number
  }[] = []
  for (const person of interviewers) {
    if (person.managerID === null) continue
    if (random.chance(0.15)) {
      // Their next is overdue by some days.
      const long = londonDayAfter(now, -(34 + (person.id % 9))) + 10 * HOUR
      talks.push([
        ...[person.id, person.managerID, dayOf(long), null, long, 30, AGENDAS[0]],
        ...['We went through the last weeks.', '[]', 'SIGNED', long, long + 2 * HOUR, long + DAY, 1, long],
      ])
      continue
    }
    const agenda = random.pick(AGENDAS)
    const held = londonDayAfter(now, -random.int(3, 30)) + random.int(9, 16) * HOUR
    const isSigned = random.chance(0.7)
    const action = { text: 'Listen to one recording a week', due: dayOf(now + 7 * DAY), doneAt: null }
    talks.push([
      ...[person.id, person.managerID, dayOf(held + 3 * DAY), null, held, 30, agenda],
      'We went through the last weeks, and agreed what comes next.',
      ...[JSON.stringify(random.chance(0.5) ? [action] : []), isSigned ? 'SIGNED' : 'HELD', held],
      ...[held + 2 * HOUR, isSigned ? held + DAY : null, 1, held],
    ])
    if (random.chance(0.3))
      meetings.push({
        ...{ host: person.managerID, person: person.id, agenda },
        start: londonDayAfter(now, random.int(1, 12)) + random.int(9, 16) * HOUR,
      })
  }
  for (const { host, person, agenda, start } of meetings) {
    const { id } = await trx
      .insertInto('meetings')
      .values({
        ...{ hostID: host, subject: 'One-to-one', agenda, start, end: start + 30 * MINUTE },
        announcedAt: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(
      trx,
      'meetingPeople',
      ['meetingID', 'userID'],
      [
        [id, host],
        [id, person],
      ],
    )
    talks.push([
      ...[person, host, dayOf(start), id, start, 30, agenda, '', '[]', 'SCHEDULED', null, null, null, 1],
      now - DAY,
    ])
  }
  await insertRows(
    trx,
    'oneToOnes',
    [
      ...(['userID', 'hostID', 'dueDay', 'meetingID', 'start', 'minutes', 'agenda', 'sharedNotes'] as const),
      ...(['actions', 'status', 'heldAt', 'hostSignedAt', 'signedAt', 'version', 'changedAt'] as const),
    ],
    talks,
  )
  await insertRows(
    trx,
    'welfareContacts',
    ['userID', 'byID', 'at', 'day', 'kind', 'text'],
    random.sample(interviewers, 6).map(({ id, managerID }) => {
      const at = now - random.int(1, 20) * DAY
      return [
        id,
        managerID,
        at,
        dayOf(at),
        random.pick(['CALL', 'MEETING']),
        'Asked how things are at home; all is well.',
      ]
    }),
  )
}

/** Everybody else of the company is talked with about once a week; the last talk with a few is longer ago. */
async function seedOfficeTalks(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED + 1)
  const office = PEOPLE.filter(({ type, managerID }) => type !== 'INTERVIEWER' && managerID !== null)
  const talks = office.flatMap(({ id, managerID }, place) =>
    // Each sixth hasn't been spoken to this week.
    (place % 6 === 5 ? [11, 19, 26] : [random.int(1, 4), random.int(8, 10), random.int(15, 17), 23]).map(
      (days, back) => {
        const held = londonDayAfter(now, -days) + random.int(9, 16) * HOUR
        const isSigned = back > 0 || random.chance(0.6)
        const action = { text: random.pick(OFFICE_ACTIONS), due: dayOf(now + 7 * DAY), doneAt: null }
        return [
          ...[id, managerID, dayOf(held + 3 * DAY), held, 30, random.pick(OFFICE_AGENDAS)],
          'We went through what goes well and what is in the way, and agreed what comes next.',
          ...[JSON.stringify(back === 0 && random.chance(0.4) ? [action] : [])],
          ...[isSigned ? 'SIGNED' : 'HELD', held, held + 2 * HOUR, isSigned ? held + DAY : null, 1, held],
        ]
      },
    ),
  )
  await insertRows(
    trx,
    'oneToOnes',
    [
      ...(['userID', 'hostID', 'dueDay', 'start', 'minutes', 'agenda', 'sharedNotes', 'actions'] as const),
      ...(['status', 'heldAt', 'hostSignedAt', 'signedAt', 'version', 'changedAt'] as const),
    ],
    talks,
  )
}

/** Who never came in the last days has a case. */
async function seedCases(trx: Database, now: number): Promise<void> {
  const missed = await trx
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('s.state', '=', 'NO_SHOW')
    .where('s.start', '>', now - 56 * DAY)
    .orderBy('s.start', 'desc')
    .orderBy('s.id')
    .limit(12)
    .select(['s.id', 's.userID', 's.start', 's.end', 'u.managerID'])
    .execute()
  await insertRows(
    trx,
    'absenceCases',
    [
      ...(['userID', 'shiftID', 'day', 'start', 'end', 'kind', 'state', 'version'] as const),
      ...(['detectedAt', 'changedAt', 'reason', 'decidedBy', 'decidedAt', 'payEffect'] as const),
    ],
    missed.map(({ id, userID, start, end, managerID }, place) => {
      const isOld = start < now - 8 * DAY
      const state = !isOld ? 'OPEN' : place % 2 === 0 ? 'UNAUTHORISED' : 'AUTHORISED'
      const reason = !isOld ? '' : place % 2 === 0 ? 'No word from them.' : 'The trains stood still.'
      return [
        ...[userID, id, dayOf(start), start, end, 'NO_SHOW', state, 1, end + 15 * MINUTE, end + 15 * MINUTE],
        ...[reason, isOld ? managerID : null, isOld ? end + 2 * DAY : null, isOld ? 'UNPAID' : null],
      ]
    }),
  )
}

const RETURNS = [
  { status: 'DUE', certificate: null, fit: null, category: null, details: '' },
  { status: 'DRAFT', certificate: 'SELF', fit: 'YES', category: 'COLD_OR_FLU', details: 'A heavy cold.' },
  {
    status: 'SIGNED_BY_HOST',
    certificate: 'SELF',
    fit: 'WITH_ADJUSTMENTS',
    category: 'BACK_OR_MUSCLES',
    details: 'The back hurts after long sitting.',
  },
] as const
const RETURNS_MAX = 18

/** Some were ill on free days between two shifts, and have come back since (spec 6 §5.3). */
async function seedReturns(trx: Database, now: number): Promise<void> {
  const shifts = await trx
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('s.state', 'in', ['COMPLETED', 'NO_SHOW', 'LIVE', 'PUBLISHED'])
    .where('s.start', '>', now - 12 * DAY)
    .where('s.start', '<', now)
    .where('u.managerID', 'is not', null)
    .where('u.userType', '=', 'INTERVIEWER')
    .where('u.isActive', '=', 1)
    .orderBy('u.managerID')
    .orderBy('u.id')
    .orderBy('s.start')
    .select(['s.userID', 's.start', 's.state', 'u.managerID'])
    .execute()
  const made = new Map<number, number>()
  let count = 0
  for (const [userID, own] of Map.groupBy(shifts, (shift) => shift.userID)) {
    const hostID = own[0]?.managerID ?? 0
    const hosts = made.get(hostID) ?? 0
    const back = own.findLast(
      ({ start, state }, at) =>
        state === 'COMPLETED' &&
        start > now - 6 * DAY &&
        at > 0 &&
        freeDays(own[at - 1]?.start ?? start, start) > 0,
    )
    const before = back && own[own.indexOf(back) - 1]
    const form = RETURNS[hosts]
    if (!back || !before || !form || count >= RETURNS_MAX) continue
    const firstDay = dayOf(londonDayAfter(before.start, 1))
    const lastDay = dayOf(londonDayAfter(back.start, -1))
    await trx
      .insertInto('calendarEvents')
      .values({
        ...{ userID, eventType: 'SICK', eventState: 'APPROVED', subject: 'Sick', note: '', isAllDay: 1 },
        ...{
          startLocal: `${firstDay}T00:00`,
          endLocal: `${dayOf(back.start)}T00:00`,
          zone: LONDON,
          rule: null,
        },
        ...{ version: 1, updatedAt: back.start, deletedAt: null, uid: null, importID: null },
      })
      .execute()
    await trx
      .insertInto('returnToWorkForms')
      .values({
        ...{ ...form, userID, hostID, firstDay, lastDay, returnedAt: back.start, version: 1 },
        ...{ dueDay: dayOf(back.start + 4 * DAY), changedBy: null, changedAt: back.start },
        ...(form.fit === 'WITH_ADJUSTMENTS' && {
          ...{
            adjustments: '["MORE_BREAKS"]',
            adjustmentsUntil: dayOf(now + 21 * DAY),
            hostSignedAt: back.start + HOUR,
          },
        }),
      })
      .execute()
    made.set(hostID, hosts + 1)
    count += 1
  }
}

/** Whole days between two moments. */
const freeDays = (from: number, to: number): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY) - 1
