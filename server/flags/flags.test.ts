import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import { Activities } from '../activity/activities.ts'
import { auditRootService } from '../audit/audit-root-service.ts'
import type { ServiceRun } from '../background-services/service.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { flagChecksService } from './flag-checks.ts'
import { clearFlag, raiseFlag } from './system-flags.ts'

const HOUR = 3_600_000
const GB = 1024 ** 3

let server: TestServer
let desk: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'desk',
    displayName: 'Dee Desk',
    permissions: ['SUPPORT_CAN_SEE_SYSTEM_FLAGS', 'CAN_FORCE_MASTER_ACTIVITY', 'CAN_SEARCH_ALL_USERS'],
  })
  desk = await signIn(server, 'desk')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = desk) =>
  said(await post(server, `/api/support/flags/${name}`, payload, as))
const DIALLER = { title: 'Dialler is down', severity: 'CRITICAL', message: 'Nobody can dial.' }
const standing = async () =>
  ((await ask('list')).body as { rows: { key: string; isStanding: boolean }[] }).rows
    .filter(({ isStanding }) => isStanding)
    .map(({ key }) => key)
    .sort()
const run: ServiceRun = { startedAt: NOON, since: null, log: () => {}, signal: new AbortController().signal }

describe('by hand', () => {
  test('a flag is raised, looked after, cleared, and stays among the past ones', async () => {
    const { body } = await ask('raise', DIALLER)
    expect(body).toMatchObject({
      ...DIALLER,
      ...{ source: 'PERSON', isStanding: true, raisedBy: 'Dee Desk', area: null, acknowledgedBy: null },
    })
    const { id } = body as { id: number }
    expect(await ask('acknowledge', { id, version: 1, note: 'Called the supplier' })).toMatchObject({
      status: 200,
      body: { version: 2, isStanding: true, acknowledgedBy: 'Dee Desk', note: 'Called the supplier' },
    })
    expect((await ask('clear', { id, version: 1 })).status).toBe(409)
    server.clock.now += HOUR
    expect(await ask('clear', { id, version: 2 })).toMatchObject({
      status: 200,
      body: {
        ...{ isStanding: false, clearedBy: 'Dee Desk', note: 'Called the supplier' },
        clearedAt: new Date(NOON + HOUR).toISOString(),
      },
    })
    expect(await ask('clear', { id, version: 3 })).toEqual({
      status: 400,
      body: { value: 'This flag does not stand any more.' },
    })
    expect((await ask('list')).body).toMatchObject({ total: 1, rows: [{ title: 'Dialler is down' }] })
    const audited = await server.server.db
      .selectFrom('audit')
      .select(['action', 'label'])
      .orderBy('id')
      .execute()
    expect(audited).toEqual(
      ['RAISED', 'ACKNOWLEDGED', 'CLEARED'].map((verb) => ({
        action: `SYSTEM_FLAG_${verb}`,
        label: 'Dialler is down',
      })),
    )
  })

  test('one with an end clears itself, and two of a kind may stand at once', async () => {
    const until = (ms: number) => new Date(NOON + ms).toISOString()
    expect((await ask('raise', { ...DIALLER, endsAt: until(0) })).body).toEqual({
      value: 'The end is in the past.',
    })
    await ask('raise', { ...DIALLER, endsAt: until(HOUR) })
    await ask('raise', { ...DIALLER, areaID: null })
    expect(await standing()).toHaveLength(2)
    server.clock.now += HOUR
    expect(await standing()).toHaveLength(1)
    await flagChecksService({ ...server.server, clock: () => server.clock.now, dataFolder: null }).run(run)
    const rows = await server.server.db.selectFrom('systemFlags').select('clearedAt').orderBy('id').execute()
    expect(rows).toEqual([{ clearedAt: NOON + HOUR }, { clearedAt: null }])
  })

  test('one is about a project instead of an area, and says which', async () => {
    const { db } = server.server
    const { id: areaID } = await db
      .insertInto('areas')
      .values({ name: 'Leeds', nameKey: 'leeds', parentID: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: projectID } = await db
      .insertInto('projects')
      .values({ code: 'TRAVEL', name: 'Travel survey', epicID: null, kind: 'CATI', createdAt: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await ask('areas')).body).toMatchObject({
      areas: expect.arrayContaining([{ id: areaID, name: 'Leeds' }]),
      projects: expect.arrayContaining([{ id: projectID, name: 'Travel survey' }]),
    })
    expect((await ask('raise', { ...DIALLER, projectID })).body).toMatchObject({
      ...{ projectID, project: 'Travel survey', areaID: null, area: null },
    })
    const only = { filters: [{ field: 'project', operator: 'CONTAINS', values: ['Travel'] }] }
    expect((await ask('list', only)).body).toMatchObject({ total: 1 })
    expect(await ask('raise', { ...DIALLER, projectID, areaID })).toEqual({
      status: 400,
      body: { value: 'A flag is about an area or a project, not both.' },
    })
    expect((await ask('raise', { ...DIALLER, projectID: 99_999 })).status).toBe(400)
  })

  test.each([
    ['no title', { ...DIALLER, title: ' ' }],
    ['no message', { ...DIALLER, message: '' }],
    ['a title of 121 characters', { ...DIALLER, title: 'x'.repeat(121) }],
    ['a severity that is none', { ...DIALLER, severity: 'BAD' }],
    ['an area that isn’t there', { ...DIALLER, areaID: 99 }],
  ])('%s is refused', async (_what, request) => {
    expect((await ask('raise', request)).status).toBe(400)
  })

  test('only who may see them', async () => {
    await addPerson(server, { userName: 'eve', permissions: ['SUPPORT_CAN_SEE_MODULE'] })
    const eve = await signIn(server, 'eve')
    for (const name of ['list', 'get', 'raise', 'acknowledge', 'clear', 'areas'])
      expect((await ask(name, { id: 1, version: 1, ...DIALLER }, eve)).status).toBe(403)
  })
})

describe('by themselves', () => {
  test('of one key one stands, with the words of now, also where two servers raise it', async () => {
    const { db } = server.server
    await Promise.all([1, 2, 3].map((at) => raiseFlag(db, 'DISK_LOW', NOON + at, `${at}`)))
    expect(await standing()).toEqual(['DISK_LOW'])
    await clearFlag(db, 'DISK_LOW', NOON + 9)
    await raiseFlag(db, 'DISK_LOW', NOON + 10)
    expect((await ask('list')).body).toMatchObject({
      rows: [{ isStanding: true, title: 'The disk is nearly full', raisedBy: null }, { isStanding: false }],
    })
  })

  test('A136 DISK_LOW stands while there is little space', async () => {
    const { db } = server.server
    const disk = { free: 4 * GB, size: 30 * GB }
    const service = flagChecksService({
      db,
      clock: () => NOON,
      dataFolder: '/data',
      diskOf: async () => disk,
    })
    await service.run(run)
    expect((await ask('list')).body).toMatchObject({
      rows: [{ key: 'DISK_LOW', message: '4.0 of 30.0 GB are left where the data are.' }],
    })
    disk.free = 5 * GB
    await service.run(run)
    expect(await standing()).toEqual([])
  })

  test('A136 A141 NOT_ENCRYPTED stands while people reach the server without HTTPS, and CERTIFICATE_ENDS from 14 days before its end', async () => {
    const { db } = server.server
    const certificate = { served: { expiresAt: NOON + 14 * 24 * HOUR + 1 }, fault: null as string | null }
    let origin: string | null = 'http://work.example'
    const connection = () => ({ origin, certificate })
    const service = flagChecksService({ db, clock: () => NOON, dataFolder: null, connection })
    const now = async () => {
      await service.run(run)
      return standing()
    }
    expect(await now()).toEqual(['NOT_ENCRYPTED'])
    for (const one of ['https://work.example', 'http://localhost:8080', null]) {
      origin = one
      expect(await now()).toEqual([])
    }
    certificate.served.expiresAt -= 1
    expect(await now()).toEqual(['CERTIFICATE_ENDS'])
    expect((await ask('list')).body).toMatchObject({
      rows: [{ message: 'The certificate ends on 2026-05-18.' }, {}],
    })
    certificate.served.expiresAt = NOON
    await now()
    expect((await ask('list')).body).toMatchObject({
      rows: [{ message: 'The certificate ended on 2026-05-04.' }, {}],
    })
    certificate.served.expiresAt = NOON + 99 * 24 * HOUR
    expect(await now()).toEqual([])
    certificate.fault = 'no key'
    expect(await now()).toEqual(['CERTIFICATE_ENDS'])
  })

  test('A136 AUDIT_BROKEN stands from the day on which the chain is found broken, which isn’t signed', async () => {
    const { db } = server.server
    const kinds: unknown[] = []
    const verdicts = [
      { isWhole: false as const, sequence: 7, kind: 'MISSING' as const },
      { isWhole: true as const, entries: 9, from: NOON, to: NOON },
    ]
    const auditChain = {
      tend: async () => {},
      verify: async () => ({ verdict: verdicts.shift(), unchained: 0 }),
      signRoot: async () => kinds.push('signed'),
    }
    const service = auditRootService({
      ...{ db, clock: () => NOON, keptRoots: () => [] },
      auditChain: auditChain as never,
    })
    await service.run(run)
    expect([await standing(), kinds]).toEqual([['AUDIT_BROKEN'], []])
    expect((await ask('list')).body).toMatchObject({ rows: [{ message: 'MISSING: entry 7 is missing.' }] })
    await service.run(run)
    expect([await standing(), kinds]).toEqual([[], ['signed']])
  })

  test('A135 SYSTEM_ISSUES and EXCESSIVE_SYSTEM_ISSUES go by the people on shift', async () => {
    const ids: number[] = []
    for (let one = 0; one < 20; one++) ids.push(await addPerson(server, { userName: `p${one}` }))
    const force = async (userID: number | undefined, activity: string) => {
      const { db } = server.server
      const open = db.selectFrom('activitySessions').where('userID', '=', userID ?? 0)
      const session = { userID: userID ?? 0, activity: 'PERSONAL', project: null, category: null } as const
      if (!(await open.select('id').executeTakeFirst()))
        await db
          .insertInto('activitySessions')
          .values({ ...session, startedAt: NOON, startedBy: userID ?? 0, endedAt: null, endedBy: null })
          .execute()
      else if (activity !== 'INACTIVE')
        await db
          .updateTable('activitySessions')
          .set({ activity: 'PERSONAL' })
          .where('userID', '=', userID ?? 0)
          .where('endedAt', 'is', null)
          .where('activity', '=', 'INACTIVE')
          .execute()
      const wanted = { userID, activity, reason: 'It is needed' }
      const answer = await post(server, '/api/activity/force/current-activity', wanted, desk)
      expect(answer.status).toBe(200)
    }
    for (const id of ids) await force(id, 'AVAILABLE')
    const bob = await addPerson(server, { userName: 'bob' })
    // Who isn't on shift doesn't count.
    await force(bob, 'INACTIVE')
    expect(await standing()).toEqual([])
    await force(ids[0], 'SYSTEM ISSUES')
    expect(await standing()).toEqual(['SYSTEM_ISSUES'])
    expect((await ask('list')).body).toMatchObject({
      rows: [{ message: '1 of the people on shift has system issues.' }],
    })
    await force(bob, 'AVAILABLE')
    expect(await standing()).toEqual([])
    await force(ids[1], 'SYSTEM ISSUES')
    await force(ids[2], 'SYSTEM ISSUES')
    expect(await standing()).toEqual(['SYSTEM_ISSUES'])
    await force(ids[3], 'SYSTEM ISSUES')
    expect(await standing()).toEqual(['EXCESSIVE_SYSTEM_ISSUES', 'SYSTEM_ISSUES'])
    expect((await ask('list', { searchTerm: 'Excessive' })).body).toMatchObject({
      rows: [{ message: '4 of the people on shift have system issues.', severity: 'CRITICAL' }],
    })
    for (const id of ids.slice(0, 4)) await force(id, 'AVAILABLE')
    expect(await standing()).toEqual([])
  })

  test('A135 what the banner says when somebody connects, the page says, too', async () => {
    const { db } = server.server
    const userID = await addPerson(server, { userName: 'bob' })
    const at = {
      userID,
      project: null,
      category: null,
      startedAt: NOON,
      startedBy: userID,
      pendingActions: '[]',
    }
    await db
      .insertInto('activitySessions')
      .values({ ...at, activity: 'SYSTEM ISSUES' } as never)
      .execute()
    expect(await standing()).toEqual([])
    const sent: unknown[] = []
    const publisher = { isOnline: () => false, windowsOf: () => [], toUser: () => {}, toGroup: () => {} }
    const connection = {
      identity: { userID: 1, permissions: permissionsOf([PERMISSIONS.SUPPORT_CAN_SEE_SYSTEM_FLAGS]) },
      send: (...told: unknown[]) => void sent.push(told),
    }
    const activities = new Activities(db, () => NOON, publisher as never)
    await activities.greet(connection as never)
    expect(sent.slice(1)).toEqual([
      ['systemIssuesFlag', 1],
      ['excessiveSystemIssuesFlag', true],
    ])
    expect(await standing()).toEqual(['EXCESSIVE_SYSTEM_ISSUES', 'SYSTEM_ISSUES'])
  })

  test('of two changes at once what stands after both is told last', async () => {
    const { db } = server.server
    const userID = await addPerson(server, { userName: 'bob' })
    // The first reading of the share comes to hand late.
    const late = Promise.withResolvers<void>()
    let readings = 0
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'onShift' in row) && readings++ === 0) await late.promise
        return result
      },
    })
    const told: unknown[] = []
    const publisher = {
      ...{ isOnline: () => false, windowsOf: () => [], toUser: () => {} },
      toGroup: (_: string, name: string, value: unknown) =>
        void (name === 'excessiveSystemIssuesFlag' && told.push(value)),
    }
    const activities = new Activities(slow, () => NOON, publisher as never)
    const change = (activity: 'SYSTEM ISSUES' | 'AVAILABLE') =>
      activities.change({ userID, activity, by: userID })
    const stops = change('SYSTEM ISSUES')
    await expect.poll(() => readings).toBe(1)
    const goesOn = change('AVAILABLE')
    await expect
      .poll(() =>
        db.selectFrom('activitySessions').where('activity', '=', 'AVAILABLE').select('id').executeTakeFirst(),
      )
      .toBeDefined()
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    late.resolve()
    await Promise.all([stops, goesOn])
    expect(told).toEqual([true, false])
    expect(await standing()).toEqual([])
  })
})
