import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { chatSource } from '#shared/contract/chat-address.ts'
import { HELP_CENTER_EDITORS } from '#shared/contract/help-center.ts'
import * as publicSubjects from '#shared/contract/public-subjects.ts'
import { mentionedIDs } from '#shared/domain/chat.ts'
import { NOTIFICATION_TYPES, targetOf } from '#shared/domain/notifications.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { readTranscript } from '#shared/domain/ticket-transcript.ts'
import { TICKET_STATUSES } from '#shared/domain/tickets.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { directLabel } from '../chat/conversations.ts'
import { listThreads } from '../chat/thread-list.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { PEOPLE, personCalled } from './people.ts'
import { seedDatabase } from './seed.ts'
import { DAY } from './timeline.ts'

const SYSTEM_USER_ID = -2

const NOW = Date.UTC(2026, 10, 21, 15, 40)
const sealCodeSecret = (userID: number, secret: string) => `sealed for ${userID}: ${secret}`
const sealDetails = (userID: number, tool: string, details: object) =>
  `sealed for ${userID} ${tool}: ${JSON.stringify(details)}`
const sealRemoteDesktop = (userID: number, id: number) => `sealed for ${userID} ${id}`
const hashPassword = async (password: string) => `hash of ${password}`

async function seeded(now: number): Promise<Database> {
  const db = await openTestDatabase()
  await seedDatabase(db, { hashPassword, sealCodeSecret, sealDetails, sealRemoteDesktop, now })
  return db
}

const TABLES = [
  'areas',
  'users',
  'userPermissions',
  'threads',
  'threadMembers',
  'messages',
  'mentions',
  'reactions',
  'attachments',
  'polls',
  'pollOptions',
  'pollVotes',
  'chatDocuments',
  'chatStatuses',
  'twoFactor',
  'devices',
  'toolCredentials',
  'publicLinks',
  'onboardingTasks',
  'speedTestRuns',
  'hardwareReports',
  'remoteDesktops',
  'settings',
  'externalAccounts',
  'tickets',
  'ticketTimeline',
  'ticketNotes',
  'ticketEscalations',
  'systemIssues',
  'activitySessions',
  'diallerStatuses',
  'idleReadings',
  'projectBriefs',
  'projectBriefReads',
  'recordedReadings',
  'notifications',
] as const

async function digest(db: Database): Promise<string> {
  const hash = createHash('sha256')
  for (const table of TABLES) {
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.table(table)} order by 1, 2`.execute(db)
    for (const value of rows.flatMap((row) => Object.values(row)))
      hash.update(value instanceof Uint8Array ? value : `${value}|`)
  }
  return hash.digest('hex')
}

let db: Database
beforeAll(async () => {
  db = await seeded(NOW)
})

const count = async (table: (typeof TABLES)[number]) =>
  (await db.selectFrom(table).select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n

describe('the seeded company', () => {
  test('the same present gives the same rows', async () => {
    expect(await digest(await seeded(NOW))).toBe(await digest(db))
  })

  test('has VPN, dialler and survey-tool details for whoever works with them', async () => {
    const toolsOf = async (name: string) => {
      const rows = await db
        .selectFrom('toolCredentials')
        .select(['tool', 'isAutoConnect', 'sealed'])
        .where('userID', '=', personCalled(name).id)
        .orderBy('tool')
        .execute()
      return rows.map(({ tool, isAutoConnect, sealed }) => [
        tool,
        isAutoConnect,
        sealed.includes('TOKEN_LOGIN'),
      ])
    }
    expect(await toolsOf('Jamie Whitfield')).toEqual([
      ['DIALLER', 0, false],
      ['SURVEY_TOOL', 0, false],
      ['VPN', 0, false],
    ])
    expect(await toolsOf('Sunil Patel')).toEqual([
      ['DIALLER', 0, true],
      ['SURVEY_TOOL', 0, false],
      ['VPN', 1, false],
    ])
    expect((await toolsOf('Priya Nair')).map(([tool]) => tool)).toEqual([
      'DIALLER',
      'DIMENSIONS',
      'DIMENSIONS_STAGING',
      'SURVEY_TOOL',
      'VPN',
    ])
    expect(await toolsOf('Gemma Stacey')).toEqual([])
  })

  test('has about 60 people, SAM, 40 conversations and 20,000 messages', async () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(58)
    expect(await count('users')).toBe(PEOPLE.length + 1)
    expect(await count('threads')).toBe(40)
    expect(await count('messages')).toBe(20_000)
  })

  test.each([
    ['a Monday before work', Date.UTC(2026, 0, 5, 5)],
    ['a Sunday night', Date.UTC(2027, 5, 13, 23, 59)],
    ['the last second of a leap day', Date.UTC(2028, 1, 29, 23, 59, 59)],
  ])('works on %s, with the same people saying as much', async (_, now) => {
    const other = await seeded(now)
    const { n, first, last } = await other
      .selectFrom('messages')
      .select((eb) => [
        eb.fn.countAll<number>().as('n'),
        eb.fn.min('entryTime').as('first'),
        eb.fn.max('entryTime').as('last'),
      ])
      .executeTakeFirstOrThrow()
    expect(n).toBe(20_000)
    expect(first).toBeGreaterThan(now - 90 * DAY)
    expect(last).toBeLessThanOrEqual(now)
    expect(last).toBeGreaterThan(now - DAY / 24)
  })

  test('C002 has a conversation of every source, and one of over 6,000 messages', async () => {
    const rows = await db.selectFrom('threads').select('source').distinct().execute()
    expect(rows.map((row) => row.source).sort()).toEqual([...chatSource.options].sort())
    const biggest = await db
      .selectFrom('messages')
      .groupBy('threadID')
      .select(db.fn.countAll<number>().as('n'))
      .orderBy('n', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(biggest.n).toBeGreaterThanOrEqual(6000)
  })

  test('topics and subtasks have a parent, and threads are addressed by their own id', async () => {
    const threads = await db.selectFrom('threads').selectAll().execute()
    for (const thread of threads) {
      if (thread.source === 'TOPIC' || thread.source === 'SUBTASK') expect(thread.parentID).not.toBeNull()
      expect(thread.type).toBe(['MANUAL', 'MESSAGE'].includes(thread.source) ? 'THREAD' : 'CHATROOM')
      if (thread.type === 'THREAD') expect(thread.sourceID).toBe(thread.id)
    }
    expect(threads.find((thread) => thread.source === 'TASK_CHAT')?.label).toMatch(/^TASK: \d+$/)
  })

  test('in each conversation later messages have higher ids, and replies stay within it', async () => {
    const messages = await db.selectFrom('messages').selectAll().orderBy('id').execute()
    const byID = new Map(messages.map((message) => [message.id, message]))
    const isOutOfOrder = messages.filter(
      (message, place) => message.entryTime < (messages[place - 1]?.entryTime ?? 0),
    )
    expect(isOutOfOrder).toEqual([])
    const replies = messages.filter((message) => message.replyToID !== null)
    const isAstray = replies.filter(({ id, threadID, replyToID }) => {
      const quoted = byID.get(replyToID ?? 0)
      return quoted?.threadID !== threadID || quoted.id >= id
    })
    expect(isAstray).toEqual([])
    expect(replies.length).toBeGreaterThan(1000)
  })

  test('who writes, is mentioned or reacts is a member, and nobody reacts to themselves', async () => {
    const members = await db.selectFrom('threadMembers').select(['threadID', 'userID']).execute()
    const known = new Set(members.map((row) => `${row.threadID}/${row.userID}`))
    const messages = await db.selectFrom('messages').selectAll().execute()
    const byID = new Map(messages.map((message) => [message.id, message]))
    const isStranger = (messageID: number, userID: number) =>
      !known.has(`${byID.get(messageID)?.threadID}/${userID}`)
    const people = messages.filter((message) => message.userID !== SYSTEM_USER_ID)
    expect(people.filter((message) => isStranger(message.id, message.userID))).toEqual([])

    const mentions = await db.selectFrom('mentions').selectAll().execute()
    expect(mentions.filter((row) => isStranger(row.messageID, row.userID))).toEqual([])
    const unwritten = mentions.filter((row) => {
      const ids = mentionedIDs(byID.get(row.messageID)?.text ?? '')
      return !ids.includes(row.userID) && !ids.includes(0)
    })
    expect(unwritten).toEqual([])

    const reactions = await db.selectFrom('reactions').selectAll().execute()
    const isWrong = reactions.filter(
      (row) => isStranger(row.messageID, row.userID) || byID.get(row.messageID)?.userID === row.userID,
    )
    expect(isWrong).toEqual([])
  })

  test('nothing of the templates is left in a text', async () => {
    const messages = await db.selectFrom('messages').select('text').execute()
    const isUnfinished = ({ text }: { text: string }) =>
      text.trim() === '' ||
      /[{}[\]|]|@[A-Z]\b|\^[A-Z]|undefined/.test(
        text.replace(/@\[[^\]]+\]\(\d+\)|#START_ASSET_TAG\[[^\]]+\]\[\w+:\d+\]END_ASSET_TAG#/g, ''),
      )
    expect(messages.filter(isUnfinished)).toEqual([])
  })

  test('has edits, deletions, pins, broadcasts, topics, links and real files', async () => {
    const has = async (column: 'editTime' | 'deletedAt' | 'pinnedTime' | 'broadcastTime' | 'topicID') =>
      (await db.selectFrom('messages').select('id').where(column, 'is not', null).execute()).length
    expect(await has('editTime')).toBeGreaterThan(50)
    expect(await has('deletedAt')).toBeGreaterThan(50)
    expect(await has('pinnedTime')).toBeGreaterThan(5)
    expect(await has('broadcastTime')).toBeGreaterThan(3)
    expect(await has('topicID')).toBe(3)
    const links = await db.selectFrom('messages').select('id').where('text', 'like', '%https://%').execute()
    expect(links.length).toBeGreaterThan(5)
    const files = await db.selectFrom('attachments').selectAll().execute()
    const beginning = (type: string) => files.find((file) => file.contentType.startsWith(type))?.content
    expect(
      Buffer.from(beginning('image/png') ?? [])
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(Buffer.from(beginning('application/pdf') ?? []).toString()).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
    expect(Buffer.from(beginning('text/csv') ?? []).toString()).toMatch(/^Region,Age,Target/)
    expect(Buffer.from(beginning('text/plain') ?? []).length).toBeGreaterThan(50)
  })

  test('nobody has their own messages unread', async () => {
    const rows = await db
      .selectFrom('threadMembers as tm')
      .innerJoin('messages as m', (join) =>
        join.onRef('m.threadID', '=', 'tm.threadID').onRef('m.id', '>', 'tm.lastReadMessageID'),
      )
      .whereRef('m.userID', '=', 'tm.userID')
      .select('m.id')
      .execute()
    expect(rows).toEqual([])
  })

  test('C118 SAM speaks in it, and nobody can sign in as SAM', async () => {
    const sam = await db.selectFrom('users').selectAll().where('id', '=', -2).executeTakeFirst()
    expect(sam).toMatchObject({ displayName: 'SAM', isActive: 0, passwordHash: '' })
    const said = await db.selectFrom('messages').select('id').where('userID', '=', -2).execute()
    expect(said.length).toBeGreaterThan(20)
  })

  test('S005 there is somebody of each kind of user, and each may do what their kind does', async () => {
    const may = async (userType: string) =>
      permissionsOf(
        (
          await db
            .selectFrom('userPermissions')
            .innerJoin('users', 'users.id', 'userPermissions.userID')
            .where('userType', '=', userType)
            .select('permission')
            .execute()
        ).map(({ permission }) => permission),
      )
    for (const [userType, name] of [
      ['INTERVIEWER', 'CAN_INTERVIEW'],
      ['SUPERVISOR', 'ISUPERVISOR_CAN_SEE_MODULE'],
      ['SUPERVISOR', 'IMANAGER_CAN_SEE_MODULE'],
      ['RESOURCE', 'IRESOURCE_CAN_SEE_PLANNER'],
      ['RECRUITER', 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON'],
      ['TRAINER', 'ITRAINING_CAN_SEE_MODULE'],
      ['HR', 'HR_CAN_SEE_MODULE'],
      ['AGENCY', 'IAGENCY_CAN_SEE_MODULE'],
      ['FINANCE', 'IFINANCE_CAN_SEE_MODULE'],
      ['ADMIN', 'ADMIN_CAN_SEE_MODULE'],
      ['SUPPORT', 'SUPPORT_CAN_SEE_MODULE'],
      ['RESEARCH', 'IRESEARCH_CAN_VIEW_MODULE'],
    ] as const) {
      const { numbers } = await may(userType)
      expect({ userType, may: numbers.includes(PERMISSIONS[name]) }).toEqual({ userType, may: true })
    }
    expect((await may('INTERVIEWER')).can('ADMIN_CAN_SEE_MODULE')).toBe(false)
    // The account of the service desk edits the help center.
    expect(HELP_CENTER_EDITORS).toEqual({ allOf: ['SUPPORT_HELP_CENTER', 'SUPPORT_CAN_EDIT_USER_SETTINGS'] })
    expect((await may('SUPPORT')).can('SUPPORT_HELP_CENTER')).toBe(true)
    expect((await may('SUPPORT')).can('SUPPORT_CAN_EDIT_USER_SETTINGS')).toBe(true)
  })

  test('A024 every user type of the company is one of the documents’, with its words, and each is somebody’s', async () => {
    const rows = await db
      .selectFrom('users')
      .select('userType')
      .distinct()
      // SAM is no person, and in no list.
      .where('id', '!=', SYSTEM_USER_ID)
      .execute()
    expect(rows.map(({ userType }) => userType).sort()).toEqual(Object.keys(USER_TYPES).sort())
  })

  test('every permission of the catalogue is held by somebody', async () => {
    const held = await db.selectFrom('userPermissions').select('permission').distinct().execute()
    const numbers = new Set(held.map(({ permission }) => permission))
    expect(Object.entries(PERMISSIONS).filter(([, number]) => !numbers.has(number))).toEqual([])
  })

  test('there are a restricted supervisor, a recruit who takes the test only, and a user of the sensing module alone', async () => {
    const holders = async (name: PermissionName) =>
      (
        await db
          .selectFrom('userPermissions')
          .innerJoin('users', 'users.id', 'userPermissions.userID')
          .where('permission', '=', PERMISSIONS[name])
          .select(['displayName', 'userType'])
          .execute()
      ).map(({ displayName, userType }) => `${displayName}, ${userType}`)
    expect(await holders('ISUPERVISOR_IS_RESTRICTED')).toEqual(['Nadia Kowalczyk, SUPERVISOR'])
    expect(await holders('IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST')).toEqual(['Amara Nwosu, INTERVIEWER'])
    expect(await holders('SENSE_CAN_SEE_MODULE')).toEqual(['Piotr Zielinski, EXTERNAL'])
    expect(await holders('COMPANION_MODE_REQUIRED')).toEqual(['Beth Ramsden, INTERVIEWER'])
  })

  test('there is a public link of every purpose, each with a subject of its kind', async () => {
    const rows = await db.selectFrom('publicLinks').select(['purpose', 'subject']).execute()
    const subjects = {
      WURKSAFE: publicSubjects.safetySubject,
      SURVEY: publicSubjects.surveySubject,
      TICKET: publicSubjects.ticketSubject,
      CONTACT_DETAILS: publicSubjects.contactSubject,
      RESEARCH_EMAIL: publicSubjects.researchEmailSubject,
      JOB_ORDER: publicSubjects.jobOrderSubject,
      EXPENSE: publicSubjects.expenseSubject,
      MEETING: publicSubjects.meetingSubject,
      WIDGET: publicSubjects.widgetSubject,
      APPLICATION: publicSubjects.applicationSubject,
      OFFER: publicSubjects.offerSubject,
    }
    expect([...new Set(rows.map(({ purpose }) => purpose))].sort()).toEqual(Object.keys(subjects).sort())
    for (const { purpose, subject } of rows)
      expect(subjects[purpose].safeParse(JSON.parse(subject))).toMatchObject({ success: true })
  })

  test('the link to a meeting is about one that is there, whose host gave it out, as it stands in the link', async () => {
    const [link, ...others] = await db
      .selectFrom('publicLinks')
      .where('purpose', '=', 'MEETING')
      .select(['subject', 'createdBy'])
      .execute()
    expect(others).toEqual([])
    const about = publicSubjects.meetingSubject.parse(JSON.parse(link?.subject ?? '{}'))
    const meeting = await db
      .selectFrom('meetings as m')
      .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('m.id', '=', about.meetingID)
      .where('p.cancelledAt', 'is', null)
      .select(['m.hostID', 'm.subject', 'm.agenda', 'm.start', 'm.end', 'p.userID', 'u.displayName'])
      .execute()
    const start = Date.parse(about.startsAt)
    expect(meeting).toEqual([
      {
        ...{ hostID: link?.createdBy, userID: link?.createdBy, displayName: about.host },
        ...{ subject: about.subject, agenda: about.agenda },
        ...{ start, end: start + about.minutes * 60_000 },
      },
    ])
  })

  test('each demo account signs in with its own password and may use the chat', async () => {
    for (const account of DEMO_ACCOUNTS) {
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('userName', '=', account.userName)
        .executeTakeFirstOrThrow()
      expect(user).toMatchObject({ displayName: account.displayName, role: account.role, isActive: 1 })
      expect(user.passwordHash).toBe(`hash of ${account.password}`)
      expect((await listThreads(db, user.id, {})).length).toBeGreaterThan(2)
    }
    expect(DEMO_ACCOUNTS.map((account) => account.kind)).toEqual([
      'interviewer',
      'supervisor',
      'agency user',
      'admin',
      'service desk',
      'planner',
      'manager',
      'recruiter',
      'two-factor',
      'passwordless',
      'magic-password',
      'companion-required',
      'no-multi-token',
    ])
  })

  test('the demo interviewer and supervisor find shared rooms, each other, unread messages and mentions', async () => {
    const jamie = await listThreads(db, personCalled('Jamie Whitfield').id, {})
    const priya = await listThreads(db, personCalled('Priya Nair').id, {})
    const shared = jamie.filter((thread) => priya.some((other) => other.id === thread.id))
    expect(shared.length).toBeGreaterThan(5)
    expect(jamie.some((thread) => thread.partnerName === 'Priya Nair' && thread.unread === 2)).toBe(true)
    for (const list of [jamie, priya]) {
      expect(list.filter((thread) => thread.unread > 0).length).toBeGreaterThan(2)
      expect(list.filter((thread) => thread.isFocus).length).toBeGreaterThan(1)
      expect(list.every((thread) => thread.unread < 20)).toBe(true)
    }
  })

  test('the one-to-one of two people is the one that starting a conversation finds', async () => {
    const [jamie, priya] = ['Jamie Whitfield', 'Priya Nair'].map(personCalled)
    const threads = await listThreads(db, jamie?.id ?? 0, { source: 'MESSAGE' })
    const shared = threads.find((thread) => thread.partnerID === priya?.id)
    expect(shared?.label).toBe(directLabel(jamie?.id ?? 0, priya?.id ?? 0))
  })

  test('has 300 tickets in every state, each with its history up to now', async () => {
    const tickets = await db.selectFrom('tickets').selectAll().execute()
    expect(tickets).toHaveLength(300)
    expect(new Set(tickets.map(({ status }) => status))).toEqual(new Set(TICKET_STATUSES))
    const states = {
      'waits for feedback': tickets.filter(({ requireFeedback }) => requireFeedback === 1),
      'has feedback': tickets.filter(({ rating }) => rating !== null),
      merged: tickets.filter(({ mergedInto }) => mergedInto !== null),
      late: tickets.filter(({ nextDeadline }) => nextDeadline !== null && nextDeadline < NOW),
      'with a due date': tickets.filter(({ dueBy }) => dueBy !== null),
      'not readable': tickets.filter(({ transcript }) => readTranscript(transcript).kind === 'text'),
      'without a transcript': tickets.filter(({ transcript }) => transcript === ''),
    }
    for (const [state, found] of Object.entries(states)) expect(found.length, state).toBeGreaterThan(0)
    expect(tickets.filter(({ message, resolvedComment }) => /[{}]/.test(message + resolvedComment))).toEqual(
      [],
    )

    const events = await db.selectFrom('ticketTimeline').selectAll().orderBy('id').execute()
    for (const ticket of tickets) {
      const own = events.filter(({ ticketID }) => ticketID === ticket.id)
      expect(own[0]).toMatchObject({ event: 'RAISED', eventTime: ticket.raisedAt, byID: ticket.raisedBy })
      expect(own).toHaveLength(ticket.version)
      const times = own.map(({ eventTime }) => eventTime)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(times.at(-1)).toBeLessThanOrEqual(NOW)
      expect(ticket.resolvedAt === null).toBe(ticket.status !== 'RESOLVED')
    }
    const revoked = await db
      .selectFrom('systemIssues')
      .where('revokedAt', 'is not', null)
      .selectAll()
      .execute()
    expect(revoked.length).toBeGreaterThan(0)
  })

  test('the rooms of tickets belong to tickets that are there', async () => {
    const rooms = await db
      .selectFrom('threads')
      .where('source', '=', 'TICKET_CHAT')
      .select('sourceID')
      .orderBy('sourceID')
      .execute()
    const ids = rooms.map(({ sourceID }) => sourceID)
    const tickets = await db.selectFrom('tickets').where('id', 'in', ids).select('id').orderBy('id').execute()
    expect(tickets.map(({ id }) => id)).toEqual(ids)
  })

  test('the demo people have notifications of every kind, leading everywhere', async () => {
    for (const name of ['Jamie Whitfield', 'Priya Nair', 'Gemma Stacey', 'Tom Hargreaves']) {
      const own = await db
        .selectFrom('notifications')
        .where('userID', '=', personCalled(name).id)
        .selectAll()
        .execute()
      for (const type of NOTIFICATION_TYPES) expect(own.map((one) => one.type)).toContain(type)
      const targets = new Set(own.map(targetOf).filter((target) => target !== null))
      expect(targets).toEqual(new Set(['TASK', 'TICKET', 'TICKET_ISSUE', 'TOUR', 'MEETING']))
    }
  })

  test('a database with people in it is left as it is', async () => {
    const before = await digest(db)
    await expect(seedDatabase(db, { hashPassword, sealCodeSecret, now: NOW })).rejects.toThrow()
    expect(await digest(db)).toBe(before)
  })
})
