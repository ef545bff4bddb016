import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MasterActivity } from '#shared/contract/activity.ts'
import { actionsBetween, afterUntaken } from '#shared/domain/activity.ts'
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

/** What each window did, in order. */
const done = new Map<LiveClient, string[]>()
const told = (window: LiveClient) => done.get(window) ?? []

/** A window; `does` says whether it does what activities ask for, as the desktop client or a browser. */
async function open(does: 'DESKTOP' | 'BROWSER' | null, takes = does !== null): Promise<LiveClient> {
  const window = await live.open(server, `${url}${mainHub.path}`, own, ['CHANGE_MASTER_ACTIVITY'])
  done.set(window, [])
  if (takes)
    window.client.on('CHANGE_MASTER_ACTIVITY', async ({ onActivityActions: actions }: MasterActivity) => {
      if (actions.length > 0 && (await window.client.invoke('takeActivityActions', randomUUID(), actions)))
        done.get(window)?.push(...actions)
    })
  if (does !== null) await window.client.invoke('takesActivityActions', does === 'DESKTOP')
  await window.client.invoke('setAppVersion', '1')
  return window
}
/** What a window was offered to do, in order. */
const offered = (window: LiveClient) =>
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
    expect(offered(other)).toEqual([])
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
  await vi.waitFor(() => expect(told(later)).toEqual(LEFT))
  expect(told(last)).toEqual([])
})

test('D075 a project that isn’t dialled launches no dialler; an undone switch launches it again', async () => {
  const window = await open('DESKTOP')
  await goTo('AVAILABLE', 'Talks')
  await vi.waitFor(() => expect(told(window)).toEqual(['START_WATCHING_ACTIVE_APP', 'FOCUS']))
  await goTo('AVAILABLE', 'Rail')
  await vi.waitFor(() => expect(told(window).slice(2)).toEqual(['LAUNCH_DIALLER']))
  await goTo('BREAK')
  await vi.waitFor(() => expect(told(window).slice(3)).toEqual(LEFT))
  const { id } = await db()
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  await post(server, '/api/activity/undo-switch', { sessionID: id }, own)
  await vi.waitFor(() => expect(told(window).slice(3)).toEqual([...LEFT, ...LAUNCHED]))
})

test('D075 what a window was offered and didn’t take goes to the next one, at once where another is open', async () => {
  const silent = await open('DESKTOP', false)
  const browser = await open('BROWSER')
  await goTo('AVAILABLE', 'Rail')
  await vi.waitFor(() => expect(offered(silent)).toEqual(LAUNCHED))
  expect(told(browser)).toEqual([])
  // It closes in that moment.
  await silent.client.stop()
  await vi.waitFor(() => expect(told(browser)).toEqual(LAUNCHED))
  await live.closeAll()
  await goTo('BREAK')
  const deaf = await open('DESKTOP', false)
  await vi.waitFor(() => expect(offered(deaf)).toEqual(expect.arrayContaining(LEFT)))
  await live.closeAll()
  const later = await open('DESKTOP')
  await vi.waitFor(() => expect(told(later)).toEqual(LEFT))
  // Nothing is done a second time.
  const last = await open('DESKTOP')
  expect(offered(last)).toEqual([])
})

test('D075 who takes actions has them once: a window that asks again by the same name, no other, and none of an activity that is over', async () => {
  const [first, second] = [await open('DESKTOP', false), await open('BROWSER', false)]
  const take = ({ client }: LiveClient, name: string, actions = LAUNCHED) =>
    client.invoke('takeActivityActions', name, actions)
  const names = [randomUUID(), randomUUID(), randomUUID()] as const
  await goTo('AVAILABLE', 'Rail')
  expect(await take(first, names[0], ['FOCUS'])).toBe(false)
  expect(await take(first, names[0], [])).toBe(false)
  const both = await Promise.all([take(first, names[0]), take(second, names[1])])
  expect(both.toSorted()).toEqual([false, true])
  const [own, others] = both[0] ? [names[0], names[1]] : [names[1], names[0]]
  expect(await take(second, own)).toBe(true)
  expect(await take(first, others)).toBe(false)
  await addPerson(server, { userName: 'eve', permissions: [] })
  const eve = await live.open(server, `${url}${mainHub.path}`, await signIn(server, 'eve'), [])
  expect(await take(eve, own)).toBe(false)
  await goTo('BREAK')
  expect(await take(first, own)).toBe(false)
  expect(await take(first, names[2], LEFT)).toBe(true)
})

test('D075 what begins and ends before a window takes it isn’t done at all, and nothing is done twice by a switch back', async () => {
  await goTo('AVAILABLE', 'Rail')
  await goTo('MEETING')
  const window = await open('DESKTOP')
  await vi.waitFor(() => expect(seen(window)).toContain('MEETING'))
  expect(offered(window)).toEqual([])
  await live.closeAll()
  await goTo('AVAILABLE', 'Rail')
  await goTo('MEETING')
  const { id } = await db()
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  await post(server, '/api/activity/undo-switch', { sessionID: id }, own)
  const again = await open('DESKTOP')
  await vi.waitFor(() => expect(told(again)).toEqual(LAUNCHED))
})

test('D075 what is left of what no window took', () => {
  expect(afterUntaken(['LAUNCH_DIALLER', 'START_WATCHING_ACTIVE_APP', 'FOCUS'], LEFT as never)).toEqual([])
  expect(afterUntaken(LEFT as never, LAUNCHED as never)).toEqual(['FOCUS'])
  expect(afterUntaken(['LAUNCH_DIALLER'], [])).toEqual(['LAUNCH_DIALLER'])
  expect(afterUntaken(['FOCUS'], [])).toEqual([])
  expect(afterUntaken(['LAUNCH_DIALLER'], ['LAUNCH_DIALLER', 'FOCUS'])).toEqual(['LAUNCH_DIALLER', 'FOCUS'])
  expect(afterUntaken([], LAUNCHED as never)).toEqual(LAUNCHED)
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
