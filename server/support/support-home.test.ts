import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_THRESHOLDS, METRICS } from '#shared/domain/device-grading.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { SUPPORT_CARDS, type SupportCardKey } from '#shared/domain/support-home.ts'
import type { CallFigures } from '#shared/hubs/call-figures.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { raiseFlag } from '../flags/system-flags.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  PASSWORD,
  post,
  said,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'

const HOUR = 3_600_000
const DESK: readonly PermissionName[] = [
  'SUPPORT_CAN_SEE_MODULE',
  'SUPPORT_HELP_CENTER',
  'SUPPORT_CAN_SEE_SYSTEM_FLAGS',
  'SUPPORT_CAN_EDIT_USER_SETTINGS',
  'ISUPERVISOR_CAN_SEE_MODULE',
]

const live = createLiveClients()
let server: TestServer
let deskID: number
let desk: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  deskID = await addPerson(server, { userName: 'desk', permissions: DESK })
  desk = await signIn(server, 'desk')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

/** A window of that person's. */
async function connectAs(userName: string, address: string) {
  const window = await live.open(server, `${address}${mainHub.path}`, await signIn(server, userName), [
    'REMOTE_COMMAND',
  ])
  await window.client.invoke('setAppVersion', '1')
  return window
}

const ask = async (path: string, payload: object = {}, as = desk) =>
  said(await post(server, `/api/${path}`, payload, as))
const change = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()

interface Listed {
  readonly rows: readonly { readonly id: number; readonly userName?: string }[]
  readonly total: number
}
const listOf = async (path: string, request: object, as = desk) =>
  (await ask(path, request, as)).body as Listed
const namesIn = ({ rows }: Listed) => rows.map(({ userName }) => userName)

type Counts = Partial<Record<SupportCardKey, { count: number; minutes: number | null }>>
async function cards(as = desk): Promise<Counts> {
  const { body } = await ask('support/home/cards', {}, as)
  const list = (body as { cards: { key: SupportCardKey; count: number; minutes: number | null }[] }).cards
  return Object.fromEntries(list.map(({ key, ...rest }) => [key, rest]))
}

/** How many records the list of a card has, asked for as its page asks. */
async function opened(key: SupportCardKey, as = desk): Promise<number> {
  const { list } = SUPPORT_CARDS[key]
  if (list.of === 'tickets') {
    const view: { scope?: string; late?: string; due?: string } = list.view
    const { scope = 'ALL', late, due } = view
    const search = { scope, lateOnly: late === 'true', dueOnly: due === 'true' }
    const { body } = await ask('help/tickets/search', search, as)
    return (body as { total: number }).total
  }
  const paths = { people: 'people', signIns: 'failed-sign-ins', flags: 'flags' }
  return (await listOf(`support/${paths[list.of]}/list`, { filters: list.filters }, as)).total
}

/** A sequence of numbers below 1 that is the same each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test.each([1, 2, 3])(
  'A134 each card counts the records of the list that it opens (company %i)',
  async (seed) => {
    const { db } = server.server
    const next = numbers(seed)
    const often = (share: number) => next() < share
    const minimum = { key: 'devices.minimumDesktopClient', value: '2.10.0', version: null }
    await saveSettings(db, [minimum], { caller: { userID: deskID, displayName: 'desk' }, at: NOON })
    const expected = { LOCKED_OUT: 0, OLD_CLIENTS: 0, LOW_GRADE: 0, SYSTEM_ISSUES: 0, FAILED_SIGN_INS: 0 }
    for (let i = 0; i < 14; i++) {
      const userID = await addPerson(server, { userName: `p${i}`, isActive: !often(0.15) })
      const { status } = await db
        .selectFrom('users')
        .where('id', '=', userID)
        .select('status')
        .executeTakeFirstOrThrow()
      const counts = status === 'ACTIVE' ? 1 : 0
      const byHand = often(0.3)
      const until = often(0.4) ? NOON + (often(0.5) ? 1 : 0) : null
      await change(userID, { ...(byHand && { lockedAt: NOON }), lockedOutUntil: until })
      if (byHand || until === NOON + 1) expected.LOCKED_OUT += counts
      const version = ['2.9.9', '2.10.0', '1', null][Math.floor(next() * 4)] ?? null
      const grade = (['POOR', 'FAIR', 'EXCEPTIONAL', 'UNKNOWN'] as const)[Math.floor(next() * 4)] ?? null
      await db.insertInto('machines').values({ userID, desktopVersion: version, grade }).execute()
      if (version === '2.9.9' || version === '1') expected.OLD_CLIENTS += counts
      if (grade === 'POOR') expected.LOW_GRADE += counts
      if (often(0.5)) {
        const ended = often(0.5)
        await db
          .insertInto('activitySessions')
          .values({
            ...{ userID, activity: 'SYSTEM ISSUES', project: null, category: null, startedBy: userID },
            ...{ startedAt: NOON - 600_000, endedAt: ended ? NOON - 1 : null, endedBy: null },
          })
          .execute()
        if (!ended) expected.SYSTEM_ISSUES += counts
      }
      for (const ago of [0, HOUR - 1, HOUR, 3 * HOUR])
        if (often(0.5)) {
          await db
            .insertInto('failedSignIns')
            .values({ at: NOON - ago, userID, step: 'PASSWORD', isLockedOut: 0, address: '192.0.2.1' })
            .execute()
          if (ago < HOUR) expected.FAILED_SIGN_INS++
        }
      if (often(0.7)) {
        const id = await addTicket(db, { raisedBy: userID, raisedAt: NOON - HOUR })
        const offset = [-1, 0, 1, HOUR, HOUR + 1][Math.floor(next() * 5)] ?? 0
        await db
          .updateTable('tickets')
          .set({ nextDeadline: NOON + offset, assignedTo: often(0.4) ? deskID : null })
          .where('id', '=', id)
          .execute()
      }
    }
    await raiseFlag(db, 'DISK_LOW', NOON)
    await raiseFlag(db, 'MAIL_FAILING', NOON)
    const shown = await cards()
    expect(Object.keys(shown)).toEqual(Object.keys(SUPPORT_CARDS))
    for (const key of Object.keys(SUPPORT_CARDS) as SupportCardKey[])
      expect([key, shown[key]?.count]).toEqual([key, await opened(key)])
    for (const [key, count] of Object.entries(expected))
      expect([key, shown[key as SupportCardKey]?.count]).toEqual([key, count])
    expect(shown.FLAGS?.count).toBe(2)
    const open = (way: '<' | 'in', ...values: number[]) =>
      db
        .selectFrom('tickets')
        .where('resolvedAt', 'is', null)
        .where('nextDeadline', way, (way === '<' ? values[0] : values) as never)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    expect(shown.TICKETS_LATE?.count).toBe((await open('<', NOON)).n)
    expect(shown.TICKETS_DUE?.count).toBe((await open('in', NOON, NOON + 1, NOON + HOUR)).n)
  },
)

test('A134 SYSTEM ISSUES says the minutes of today, and cards whose list one may not see are absent', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann' })
  const session = { userID: ann, activity: 'SYSTEM ISSUES', project: null, category: null } as const
  const midnight = NOON - 13 * HOUR
  await db
    .insertInto('activitySessions')
    .values([
      // London is an hour ahead: 40 minutes before its midnight, 20 after.
      {
        ...session,
        startedBy: null,
        startedAt: midnight - 40 * 60_000,
        endedAt: midnight + 20 * 60_000,
        endedBy: null,
      },
      { ...session, startedBy: null, startedAt: NOON - 5 * 60_000 - 1, endedAt: null, endedBy: null },
    ])
    .execute()
  expect((await cards()).SYSTEM_ISSUES).toEqual({ count: 1, minutes: 25 })
  const eve = await addPerson(server, { userName: 'eve', permissions: ['SUPPORT_CAN_SEE_MODULE'] })
  const as = await signIn(server, 'eve')
  expect(Object.keys(await cards(as))).toEqual(
    'SYSTEM_ISSUES LOCKED_OUT FAILED_SIGN_INS LOW_GRADE OLD_CLIENTS'.split(' '),
  )
  // Without an area and a team there is nobody to count.
  expect((await cards(as)).SYSTEM_ISSUES).toEqual({ count: 0, minutes: 0 })
  await change(ann, { managerID: eve })
  expect((await cards(as)).SYSTEM_ISSUES).toEqual({ count: 1, minutes: 25 })
})

describe('whom support sees', () => {
  const everyList = async (as: { authorization: string }) => ({
    people: namesIn(await listOf('support/people/list', {}, as)),
    signIns: namesIn(
      await listOf('support/failed-sign-ins/list', { sort: [{ field: 'userName', direction: 'ASC' }] }, as),
    ),
  })
  const failAs = (userName: string) =>
    post(server, '/api/auth/confirm-password', { userName, password: 'wrong' })

  test('A025 area and team, the team alone where restricted, ALL with either permission', async () => {
    const { db } = server.server
    const { id: areaID } = await db
      .insertInto('areas')
      .values({ name: 'Leeds', nameKey: 'leeds', changedAt: NOON })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sue = await addPerson(server, { userName: 'sue', permissions: ['SUPPORT_CAN_SEE_MODULE'] })
    await change(sue, { areaID })
    const near = await addPerson(server, { userName: 'near' })
    await change(near, { areaID })
    await addPerson(server, { userName: 'mine', managerID: sue })
    const far = await addPerson(server, { userName: 'far' })
    for (const name of ['far', 'mine', 'near', 'nobody']) await failAs(name)
    const seen = async () => everyList(await signIn(server, 'sue'))
    expect(await seen()).toEqual({ people: ['mine', 'near', 'sue'], signIns: ['mine', 'near'] })
    expect((await ask('support/people/get', { id: far }, await signIn(server, 'sue'))).status).toBe(404)
    expect((await ask('support/people/get', { id: near }, await signIn(server, 'sue'))).status).toBe(200)
    await holdAlone(db, sue, ['ISUPERVISOR_IS_RESTRICTED'])
    expect(await seen()).toEqual({ people: ['mine'], signIns: ['mine'] })
    for (const name of ['CAN_SEARCH_ALL_USERS', 'SUPPORT_CAN_EDIT_USER_SETTINGS'] as const) {
      await db.deleteFrom('userPermissions').where('userID', '=', sue).execute()
      await db.deleteFrom('personalPermissions').where('userID', '=', sue).execute()
      await holdAlone(db, sue, ['SUPPORT_CAN_SEE_MODULE', 'ISUPERVISOR_IS_RESTRICTED', name])
      expect(await seen()).toEqual({
        people: ['desk', 'far', 'mine', 'near', 'sue'],
        signIns: ['far', 'mine', 'near', null],
      })
    }
  })

  test('how somebody’s calls went is for who sees them in support: their numbers, and nobody else’s', async () => {
    const { db } = server.server
    const sue = await addPerson(server, { userName: 'sue', permissions: ['SUPPORT_CAN_SEE_MODULE'] })
    const mine = await addPerson(server, { userName: 'mine', managerID: sue })
    const far = await addPerson(server, { userName: 'far' })
    const figures: CallFigures = {
      ...{ way: 'RELAYED', lossIn: 2.5, lossOut: null, jitterMs: 12, roundTripMs: 80 },
      ...{ cpuLimited: 0, cause: 'LOSS_IN', silentSeconds: 4 },
    }
    for (const userID of [mine, far]) {
      const row = { seat: 's', userID, meetingID: null, beganAt: NOON, endedAt: NOON + userID }
      await db
        .insertInto('callStatistics')
        .values({ ...row, ...figures })
        .execute()
    }
    const read = async (userID: number, userName: string) =>
      ask('support/people/call-statistics', { userID }, await signIn(server, userName))
    expect(await read(mine, 'sue')).toEqual({
      status: 200,
      body: [
        {
          ...{ ...figures, id: expect.any(Number), beganAt: new Date(NOON).toISOString() },
          endedAt: new Date(NOON + mine).toISOString(),
        },
      ],
    })
    // Not even who they are about reads them without support's page.
    expect([(await read(far, 'sue')).status, (await read(far, 'far')).status]).toEqual([404, 403])
    expect((await read(far, 'desk')).body).toHaveLength(1)
    expect((await read(sue, 'desk')).body).toEqual([])
    expect((await read(987_654, 'desk')).status).toBe(404)
  })

  test('A026 somebody of an agency sees its people in each of support’s lists and calls', async () => {
    const { db } = server.server
    await addAgency(db)
    const gemma = await addPerson(server, { userName: 'gemma', permissions: DESK })
    await change(gemma, { userType: 'AGENCY', agencyID: 1 })
    const own = await addPerson(server, { userName: 'own' })
    await change(own, { agencyID: 1 })
    const other = await addPerson(server, { userName: 'other' })
    for (const name of ['own', 'other', 'nobody']) await failAs(name)
    for (const userID of [own, other]) {
      await db
        .insertInto('remoteCommands')
        .values({
          userID,
          command: 'LOGOUT',
          hostCommand: null,
          reason: '',
          sentBy: null,
          sentAt: NOON,
          state: 'SENT',
        })
        .execute()
      await db
        .insertInto('hardwareReports')
        .values({
          userID,
          sentAt: NOON,
          findings: JSON.stringify([{ check: 'Screen', state: 'problem', detail: '' }]),
          note: '',
          client: 'Browser',
          lastRun: null,
        })
        .execute()
    }
    const as = await signIn(server, 'gemma')
    expect(await everyList(as)).toEqual({ people: ['gemma', 'own'], signIns: ['own'] })
    const { rows } = await listOf('support/remote-commands/list', {}, as)
    expect(rows).toMatchObject([{ person: 'own' }])
    const reports = (await ask('device-health/hardware-report/get-all', {}, as)).body
    expect(reports).toMatchObject([{ name: 'own' }])
    const get = async (path: string, id: number) => (await ask(`support/${path}/get`, { id }, as)).status
    expect([await get('people', own), await get('people', other)]).toEqual([200, 404])
    expect([await get('failed-sign-ins', 1), await get('failed-sign-ins', 2)]).toEqual([200, 404])
    expect([await get('remote-commands', 1), await get('remote-commands', 2)]).toEqual([200, 404])
    expect(
      await ask('support/remote-command', { userID: other, remoteCommand: { command: 'LOGOUT' } }, as),
    ).toEqual({
      status: 400,
      body: { value: 'There is nobody with this id.' },
    })
  })

  test('A024 the list has the core columns, and what support asks about', async () => {
    const ann = await addPerson(server, { userName: 'ann' })
    await signIn(server, 'ann')
    await addTicket(server.server.db, { raisedBy: ann, raisedAt: NOON })
    await server.server.db
      .insertInto('machines')
      .values({ userID: ann, desktopVersion: '3.1.0', grade: 'FAIR' })
      .execute()
    const { body } = await ask('support/people/list', { searchTerm: 'ann' })
    expect((body as { columns: string[] }).columns.slice(0, 15)).toEqual(
      `displayName userName userType roles areaName managerName agencyName contractTypeName status lastSignInAt
       isLocked deviceID desktopVersion grade openTickets`.split(/\s+/),
    )
    expect(body).toMatchObject({
      rows: [{ userName: 'ann', isLocked: false, desktopVersion: '3.1.0', grade: 'FAIR', openTickets: 1 }],
    })
  })
})

test('a name that is refused for too many failures is locked until then, and what was typed isn’t kept', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann' })
  const wrong = (userName: string) => post(server, '/api/auth/confirm-password', { userName, password: 'no' })
  for (let i = 0; i < 9; i++) await wrong('ann')
  expect((await cards()).LOCKED_OUT?.count).toBe(0)
  for (let i = 0; i < 3; i++) await wrong('ann')
  await wrong('my-password-typed-here')
  expect((await cards()).LOCKED_OUT?.count).toBe(1)
  expect((await cards()).FAILED_SIGN_INS?.count).toBe(13)
  const rows = await db.selectFrom('failedSignIns').selectAll().orderBy('id').execute()
  expect(rows.filter(({ isLockedOut }) => isLockedOut === 1)).toHaveLength(2)
  expect(rows.at(-1)).toMatchObject({ userID: null })
  expect(JSON.stringify(rows)).not.toContain('my-password')
  server.clock.now += 15 * 60_000
  expect((await cards()).LOCKED_OUT?.count).toBe(0)
  await step(server, 'confirm-password', { userName: 'ann', password: PASSWORD })
  expect(await db.selectFrom('users').where('id', '=', ann).select('lockedOutUntil').execute()).toEqual([
    { lockedOutUntil: null },
  ])
})

describe('a remote command', () => {
  const remoteCommand = { command: 'NO_DIALLER_CALLS' }
  const send = (userID: number, order: object = remoteCommand) =>
    ask('support/remote-command', { userID, remoteCommand: order, reason: 'They asked' })
  const states = async () => (await ask('support/remote-commands/list')).body as { rows: object[] }
  let annID: number
  beforeEach(async () => {
    annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  })

  test('A134 says whether it arrived: delivered, done, failed with why, expired after 30 seconds', async () => {
    const address = await server.server.listen(0, '127.0.0.1')
    await addPerson(server, { userName: 'ben' })
    const { client, heard } = await connectAs('ann', address)
    const { client: stranger } = await connectAs('ben', address)
    await send(annID)
    await vi.waitFor(() => expect(heard).toEqual([['REMOTE_COMMAND', { ...remoteCommand, commandID: 1 }]]))
    await stranger.invoke('remoteCommandDone', 1, 'DONE', '')
    expect((await states()).rows).toMatchObject([{ person: 'Ann Ash', state: 'SENT', reason: 'They asked' }])
    await client.invoke('remoteCommandDone', 1, 'DELIVERED', '')
    expect((await states()).rows).toMatchObject([{ state: 'DELIVERED', doneAt: null }])
    await client.invoke('remoteCommandDone', 1, 'FAILED', 'Use the desktop app.')
    expect((await states()).rows).toMatchObject([{ state: 'FAILED', answer: 'Use the desktop app.' }])
    // The desktop client did it, whatever the browser beside it said.
    await client.invoke('remoteCommandDone', 1, 'DONE', '')
    await client.invoke('remoteCommandDone', 1, 'FAILED', 'No.')
    expect((await states()).rows).toMatchObject([{ state: 'DONE', answer: '' }])
    server.clock.now += 1
    await send(annID, { command: 'RENEW_TOKEN' })
    server.clock.now += 29_999
    expect((await states()).rows[0]).toMatchObject({ state: 'SENT', answer: '' })
    server.clock.now += 1
    const answer = 'No window of Ann Ash answered within 30 seconds.'
    expect((await states()).rows[0]).toMatchObject({ state: 'EXPIRED', answer })
    await client.invoke('remoteCommandDone', 2, 'DELIVERED', '')
    expect((await states()).rows[0]).toMatchObject({ state: 'EXPIRED' })
    const audited = await server.server.db
      .selectFrom('audit')
      .where('action', '=', 'REMOTE_COMMAND_SENT')
      .select(['personID', 'reason'])
      .execute()
    expect(audited).toEqual([1, 2].map(() => ({ personID: annID, reason: 'They asked' })))
  })

  test('the same again within 10 seconds is refused, another isn’t', async () => {
    await connectAs('ann', await server.server.listen(0, '127.0.0.1'))
    expect((await send(annID)).status).toBe(200)
    server.clock.now += 9999
    expect(await send(annID)).toEqual({ status: 409, body: { value: 'Already sent at 13:00:00.' } })
    expect((await send(annID, { command: 'RENEW_TOKEN' })).status).toBe(200)
    server.clock.now += 1
    expect((await send(annID)).status).toBe(200)
  })
})

test('A134 a change of what a machine must meet grades the last speed tests anew', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann', permissions: ['CAN_USE_SPEED_TEST'] })
  const as = await signIn(server, 'ann')
  const results = Array.from({ length: 5 }, () => ({
    ...Object.fromEntries(METRICS.map((metric) => [metric, null])),
    ping: 30,
  }))
  const run = { kind: 'TEST', results }
  expect((await ask('device-health/speed-test/new', run, as)).status).toBe(200)
  expect((await cards()).LOW_GRADE?.count).toBe(0)
  const { ping, ...others } = DEFAULT_THRESHOLDS
  const thresholds = { ...others, ping: { exceptional: 1, veryGood: 2, good: 3, fair: 4, poor: 5 } }
  const change = { key: 'devices.thresholds', value: thresholds, version: null }
  await saveSettings(db, [change], { caller: { userID: ann, displayName: 'ann' }, at: NOON })
  expect((await cards()).LOW_GRADE?.count).toBe(1)
  expect(ping.poor).toBe(45)
})
