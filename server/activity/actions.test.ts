import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MasterActivity } from '#shared/contract/activity.ts'
import { actionsBetween } from '#shared/domain/activity.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients, type LiveClient } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

let server: TestServer
let url: string
let own: { authorization: string }
const live = createLiveClients()
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  url = await server.server.listen(0, '127.0.0.1')
  await addPerson(server, {
    userName: 'jamie',
    permissions: ['CAN_UPDATE_MASTER_ACTIVITY', 'CAN_INTERVIEW'],
  })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Talks')
  await db().updateTable('projects').set({ kind: 'QUAL' }).where('id', '=', 8).execute()
  own = await signIn(server, 'jamie')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

/** A window; `does` says whether it does what activities ask for, as the desktop client or a browser. */
async function open(does: 'DESKTOP' | 'BROWSER' | null): Promise<LiveClient> {
  const window = await live.open(server, `${url}${mainHub.path}`, own, ['CHANGE_MASTER_ACTIVITY'])
  if (does !== null) await window.client.invoke('takesActivityActions', does === 'DESKTOP')
  await window.client.invoke('setAppVersion', '1')
  return window
}
/** What a window was told to do, in order. */
const told = (window: LiveClient) =>
  window.heard.flatMap(([, master]) => (master as MasterActivity).onActivityActions)
const seen = (window: LiveClient) =>
  window.heard.map(([, master]) => (master as MasterActivity).currentActivity)
const goTo = async (activity: string, project?: string) =>
  said(
    await post(
      server,
      '/api/activity/update/current-activity',
      { activity, ...(project && { project }) },
      own,
    ),
  ).body as MasterActivity
const now = async () =>
  (
    await db()
      .selectFrom('activitySessions')
      .where('endedAt', 'is', null)
      .select('activity')
      .executeTakeFirstOrThrow()
  ).activity

const LAUNCHED = ['LAUNCH_DIALLER', 'START_WATCHING_ACTIVE_APP', 'FOCUS']
const LEFT = ['EXIT_DIALLER', 'STOP_WATCHING_ACTIVE_APP']

test('D075 AVAILABLE launches the dialler, follows the program in front and focuses; leaving it ends both, in one of the windows', async () => {
  const browser = await open('BROWSER')
  const desktop = await open('DESKTOP')
  const newest = await open('BROWSER')
  const popOut = await open(null)
  expect((await goTo('AVAILABLE', 'Rail')).onActivityActions).toEqual([])
  await vi.waitFor(() => expect(told(desktop)).toEqual(LAUNCHED))
  await goTo('BREAK')
  await vi.waitFor(() => expect(told(desktop)).toEqual([...LAUNCHED, ...LEFT]))
  for (const other of [browser, newest, popOut]) {
    await vi.waitFor(() => expect(seen(other).at(-1)).toBe('BREAK'))
    expect(told(other)).toEqual([])
  }
  // What EXIT_DIALLER concludes is the one that was left: the one that was chosen stays.
  await post(server, '/api/activity/conclude/current-activity', { activity: 'AVAILABLE' }, own)
  expect(await now()).toBe('BREAK')
  await goTo('AVAILABLE', 'Rail')
  await post(server, '/api/activity/conclude/current-activity', { activity: 'AVAILABLE' }, own)
  expect(await db().selectFrom('activitySessions').select('id').execute()).toHaveLength(3)
})

test('D075 without the desktop client the newest browser does it, and what nobody did waits for the first that comes', async () => {
  const first = await open('BROWSER')
  server.clock.now = NOON + 1000
  const second = await open('BROWSER')
  await goTo('AVAILABLE', 'Rail')
  await vi.waitFor(() => expect(told(second)).toEqual(LAUNCHED))
  expect(told(first)).toEqual([])
  await live.closeAll()
  await vi.waitFor(async () =>
    expect(await db().selectFrom('actionWindows').select('connectionID').execute()).toEqual([]),
  )
  await goTo('MEETING')
  const later = await open('DESKTOP')
  const last = await open('DESKTOP')
  await vi.waitFor(() => expect(seen(last)).toEqual(['MEETING']))
  expect(told(later)).toEqual(LEFT)
  expect(told(last)).toEqual([])
})

test('D075 a project that isn’t dialled launches no dialler; an undone switch launches it again', async () => {
  const window = await open('DESKTOP')
  await goTo('AVAILABLE', 'Talks')
  await vi.waitFor(() => expect(told(window)).toEqual(['START_WATCHING_ACTIVE_APP', 'FOCUS']))
  await goTo('AVAILABLE', 'Rail')
  await vi.waitFor(() => expect(told(window).slice(2)).toEqual(['LAUNCH_DIALLER']))
  await goTo('BREAK')
  const { id } = await db()
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  await post(server, '/api/activity/undo-switch', { sessionID: id }, own)
  await vi.waitFor(() => expect(told(window).slice(3)).toEqual([...LEFT, ...LAUNCHED]))
})

test('D075 which kinds of project are dialled, and what goes on stays as it is', () => {
  const on = (isDialled: boolean) => ({ activity: 'AVAILABLE' as const, isDialled })
  const off = { activity: 'BREAK' as const, isDialled: false }
  expect(actionsBetween(off, on(true))).toEqual(LAUNCHED)
  expect(actionsBetween(on(true), on(true))).toEqual([])
  expect(actionsBetween(on(false), on(true))).toEqual(['LAUNCH_DIALLER'])
  expect(actionsBetween(on(true), off)).toEqual(LEFT)
  expect(actionsBetween(off, { activity: 'MEETING', isDialled: false })).toEqual([])
})
