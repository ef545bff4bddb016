import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getLiveData } from '#shared/contract/live-panel.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import { addPerson, NOON, post, said, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { type Caller, callerOf } from '../tickets/testing/company.ts'

const SECOND = 1000
const MODULE: PermissionName = 'ISUPERVISOR_CAN_SEE_MODULE'

let server: TestServer
let url: string
let priya: Caller
let jamie: Caller
const clients = createLiveClients()
const db = () => server.server.db

async function person(userName: string, displayName: string, permissions: readonly PermissionName[]) {
  return callerOf(server, userName, await addPerson(server, { userName, displayName, permissions }))
}
beforeEach(async () => {
  server = await startTestServer()
  url = await server.server.listen(0, '127.0.0.1')
  priya = await person('priya', 'Priya Nair', [
    MODULE,
    'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
    'CAN_FORCE_MASTER_ACTIVITY',
  ])
  jamie = await person('jamie', 'Jamie Whitfield', ['CAN_UPDATE_MASTER_ACTIVITY'])
  await db().updateTable('users').set({ managerID: priya.id }).where('id', '=', jamie.id).execute()
})
afterEach(async () => {
  await clients.closeAll()
  await server.server.close()
})

const order = (command: string) =>
  ['exit', 'launchDialler', 'remoteAssist', 'startVPN', 'stopVPN', 'testBadge'].includes(command)
    ? { command: 'HOST', hostCommand: command }
    : { command }
const send = async (command: string, more: object = {}, who = priya, userID = jamie.id) =>
  said(
    await post(
      server,
      '/api/support/remote-command',
      { userID, remoteCommand: order(command), reason: 'They asked', ...more },
      who.bearer,
    ),
  )
const window = () =>
  clients.open(server, `${url}${mainHub.path}`, jamie.bearer, ['REMOTE_COMMAND', 'recordedReading'])
const onRow = async () => (await priya.get(getLiveData, {}))[String(jamie.id)]?.live?.command
const commandsIn = ({ heard }: { readonly heard: readonly (readonly unknown[])[] }) =>
  heard.filter(([event]) => event === 'REMOTE_COMMAND').map(([, sent]) => sent)
const dialler = (status: 'ON_CALL' | 'READY', at = server.clock.now) =>
  db()
    .insertInto('diallerStatuses')
    .values({ userID: jamie.id, status, since: at, asOf: at, project: 'Rail' })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet({ status, since: at, asOf: at }))
    .execute()
/** The dialler says that the call has ended. */
async function callEnds(): Promise<void> {
  await addPerson(server, { userName: 'dialler', permissions: ['IRESOURCE_CAN_SYNC_SURVEY_TOOL'] })
  const { bearer } = await callerOf(server, 'dialler', 0)
  server.clock.now += SECOND
  const at = new Date(server.clock.now).toISOString()
  const records = [{ interviewer: 'jamie', status: 'READY', at }]
  expect(said(await post(server, '/api/import/dialler-status', { records }, bearer))).toMatchObject({
    body: { updated: 1 },
  })
}

test('D129 a command shows SENT, DELIVERED and DONE on the row, in the audit, and is told to the person', async () => {
  const { client, heard } = await window()
  expect(await onRow()).toBeNull()
  expect(await send('NO_DIALLER_CALLS')).toEqual({ status: 200, body: { commandID: 1 } })
  expect(await onRow()).toEqual({ order: 'NO_DIALLER_CALLS', state: 'SENT', answer: '' })
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard).toContainEqual(['recordedReading', { kind: 'REMOTE_COMMAND' }])
  await client.invoke('remoteCommandDone', 1, 'DELIVERED', '')
  expect(await onRow()).toMatchObject({ state: 'DELIVERED' })
  await client.invoke('remoteCommandDone', 1, 'DONE', '')
  expect(await onRow()).toMatchObject({ state: 'DONE' })
  server.clock.now += 11 * SECOND
  await send('REFRESH_UI')
  await client.invoke('remoteCommandDone', 2, 'FAILED', 'In a meeting.')
  expect(await onRow()).toEqual({ order: 'REFRESH_UI', state: 'FAILED', answer: 'In a meeting.' })
  const entries = await db()
    .selectFrom('audit')
    .where('action', '=', 'REMOTE_COMMAND_SENT')
    .orderBy('id')
    .select(['actorID', 'personID', 'reason'])
    .execute()
  const entry = { actorID: priya.id, personID: jamie.id, reason: 'They asked' }
  expect(entries).toEqual([entry, entry])
})

test('D129 one that no window answers has expired 30 seconds later, also without a window', async () => {
  await send('NO_DIALLER_CALLS')
  server.clock.now = NOON + 30 * SECOND - 1
  expect(await onRow()).toMatchObject({ state: 'SENT' })
  server.clock.now = NOON + 30 * SECOND
  expect(await onRow()).toEqual({
    ...{ order: 'NO_DIALLER_CALLS', state: 'EXPIRED' },
    answer: 'No window of Jamie Whitfield answered within 30 seconds.',
  })
})

test('D132 the same command within 10 seconds is refused with when it was sent; another isn’t', async () => {
  await send('RENEW_TOKEN')
  server.clock.now = NOON + 10 * SECOND - 1
  expect(await send('RENEW_TOKEN')).toEqual({ status: 409, body: { value: 'Already sent at 13:00:00.' } })
  expect((await send('NO_DIALLER_CALLS')).status).toBe(200)
  server.clock.now = NOON + 10 * SECOND
  expect((await send('RENEW_TOKEN')).status).toBe(200)
})

describe('on a call', () => {
  test.each(['LOGOUT_DIALLER', 'LOGOUT_SURVEY_TOOL'])('D130 D132 %s waits for its end', async (command) => {
    const { heard } = await window()
    await dialler('ON_CALL')
    expect((await send(command)).status).toBe(200)
    expect(await onRow()).toMatchObject({ state: 'WAITING' })
    // It is ordered already, and hasn't expired however long the call lasts.
    await db()
      .updateTable('remoteCommands')
      .set({ sentAt: NOON - 40 * SECOND })
      .execute()
    expect((await send(command)).status).toBe(409)
    expect(await onRow()).toMatchObject({ state: 'WAITING' })
    expect(commandsIn({ heard })).toEqual([])
    await callEnds()
    await vi.waitFor(() => expect(commandsIn({ heard })).toEqual([{ command, commandID: 1 }]))
    expect(await onRow()).toMatchObject({ state: 'SENT' })
  })

  test('D130 at once needs a second confirmation that names the call, and that call alone', async () => {
    const { heard } = await window()
    await dialler('ON_CALL')
    const call = { status: 409, body: { value: 'Jamie Whitfield is on a call on Rail since 13:00.' } }
    const at = (ms: number) => new Date(NOON + ms).toISOString()
    expect(await send('LOGOUT_DIALLER', { afterCall: false })).toEqual(call)
    expect(await send('LOGOUT_DIALLER', { afterCall: false, confirmedCall: at(-1) })).toEqual(call)
    expect((await send('LOGOUT_DIALLER', { afterCall: false, confirmedCall: at(0) })).status).toBe(200)
    await vi.waitFor(() => expect(commandsIn({ heard })).toHaveLength(1))
  })

  test('D130 the page isn’t reloaded on a call, unless after it; others are sent', async () => {
    expect((await send('LOGOUT_DIALLER')).status).toBe(200)
    expect(await onRow()).toMatchObject({ order: 'LOGOUT_DIALLER', state: 'SENT' })
    await dialler('ON_CALL')
    expect((await send('REFRESH_UI')).status).toBe(409)
    expect((await send('REFRESH_UI', { afterCall: false })).status).toBe(409)
    expect((await send('REFRESH_UI', { afterCall: true })).status).toBe(200)
    expect(await onRow()).toMatchObject({ order: 'REFRESH_UI', state: 'WAITING' })
    expect((await send('NO_DIALLER_CALLS')).status).toBe(200)
    expect(await onRow()).toMatchObject({ order: 'NO_DIALLER_CALLS', state: 'SENT' })
  })

  test('D130 LOGOUT waits, needs a reason, and ends what they do once it is done', async () => {
    const supervisor = await person('megan', 'Megan Price', [MODULE, 'CAN_FORCE_MASTER_ACTIVITY'])
    await db().updateTable('users').set({ managerID: supervisor.id }).where('id', '=', jamie.id).execute()
    const { client } = await window()
    await post(server, '/api/activity/update/current-activity', { activity: 'MEETING' }, jamie.bearer)
    await dialler('ON_CALL')
    expect((await send('LOGOUT', { reason: 'ab' }, supervisor)).status).toBe(400)
    expect((await send('LOGOUT', {}, supervisor)).status).toBe(200)
    await callEnds()
    await client.invoke('remoteCommandDone', 1, 'DONE', '')
    const open = await db()
      .selectFrom('activitySessions')
      .where('userID', '=', jamie.id)
      .where('endedAt', 'is', null)
      .select(['activity', 'startedBy'])
      .execute()
    expect(open).toEqual([{ activity: 'INACTIVE', startedBy: supervisor.id }])
  })
})

describe('who may send what', () => {
  const ALL = [
    ...['REFRESH_UI', 'RENEW_TOKEN', 'NO_DIALLER_CALLS', 'LOGOUT_DIALLER', 'LOGOUT_SURVEY_TOOL', 'LOGOUT'],
    ...['exit', 'launchDialler', 'remoteAssist', 'startVPN', 'stopVPN', 'testBadge'],
  ]
  const OWN = ['REFRESH_UI', 'RENEW_TOKEN', 'NO_DIALLER_CALLS', 'LOGOUT_DIALLER', 'LOGOUT_SURVEY_TOOL']
  test.each<[string, readonly PermissionName[], readonly string[]]>([
    ['support sends any', ['SUPPORT_CAN_EDIT_USER_SETTINGS'], ALL],
    ['the supervisor’s module', [MODULE], [...OWN, 'launchDialler']],
    [
      'with forcing LOGOUT besides',
      [MODULE, 'CAN_FORCE_MASTER_ACTIVITY'],
      [...OWN, 'LOGOUT', 'launchDialler'],
    ],
    ['forcing alone sends none', ['CAN_FORCE_MASTER_ACTIVITY'], []],
  ])('D131 %s', async (_what, permissions, allowed) => {
    const sender = await person('sender', 'Sender', permissions)
    await db().updateTable('users').set({ managerID: sender.id }).where('id', '=', jamie.id).execute()
    const may: string[] = []
    for (const command of ALL) {
      const { status } = await send(command, {}, sender)
      if (status === 200) may.push(command)
      else expect(status).toBe(403)
    }
    expect(may).toEqual(allowed)
    const sent = await db().selectFrom('remoteCommands').select('id').execute()
    expect(sent).toHaveLength(allowed.length)
  })

  test('D131 supervisors send to their own people, support to everybody', async () => {
    const stranger = await addPerson(server, { userName: 'stranger' })
    expect((await send('RENEW_TOKEN', {}, priya, stranger)).status).toBe(404)
    const desk = await person('desk', 'Desk', ['SUPPORT_CAN_EDIT_USER_SETTINGS'])
    expect((await send('RENEW_TOKEN', {}, desk, stranger)).status).toBe(200)
  })
})

test('4 §5.2 the reason of a command has 3 to 1,000 characters, without the spaces around it; only signing out asks for one', async () => {
  const status = async (command: string, reason: string) => {
    server.clock.now += 20 * SECOND
    return (await send(command, { reason })).body
  }
  const short = { value: 'Give a reason of at least 3 characters.' }
  const sent = { commandID: expect.any(Number) }
  for (const command of ['RENEW_TOKEN', 'LOGOUT']) {
    expect([command, await status(command, ' ab ')]).toEqual([command, short])
    expect([command, await status(command, ' abc ')]).toEqual([command, sent])
    expect([command, await status(command, 'x'.repeat(1000))]).toEqual([command, sent])
    expect([command, await status(command, 'x'.repeat(1001))]).not.toEqual([command, sent])
  }
  expect(await status('LOGOUT', '')).toEqual(short)
  expect(await status('RENEW_TOKEN', '')).toEqual(sent)
  const kept = await db().selectFrom('remoteCommands').orderBy('id').select('reason').execute()
  expect(kept.map(({ reason }) => reason.length)).toEqual([3, 1000, 3, 1000, 0])
})
