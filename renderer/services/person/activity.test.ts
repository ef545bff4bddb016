import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import {
  activityState,
  concludeCurrentActivity,
  type MasterActivity,
  masterActivity,
} from '#shared/contract/activity.ts'
import { logEvent } from '#shared/contract/session.ts'
import { ACTIVITY_NAMES, type ActivityAction } from '#shared/domain/activity.ts'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { watchShiftReadings } from '../machine/shift-readings.ts'
import type { PageActions } from './activity-actions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MASTER: MasterActivity = {
  currentActivity: 'CODING',
  project: 'P-1',
  category: 'Health',
  scheduledProject: 'P-2',
  startedShift: true,
  onActivityActions: [],
  idleFlagSeconds: 300,
  isOverride: true,
  remainingShifts: 3,
  requireLocationServices: false,
  enforceProjectGeofence: false,
  locationRefreshRate: 60,
  wellBeingPromptRate: 3600,
  wellBeingTimeoutSeconds: 30,
}

function open(changes: Parameters<typeof fakeLive>[0] = {}) {
  const done: string[] = []
  const activityActions: PageActions = {
    launchDialler: async () => void done.push('launch'),
    exitDialler: async () => void done.push('exit'),
    focus: () => void done.push('focus'),
  }
  const at = fakeLive({ ...changes, page: { activityActions, ...changes.page } })
  at.answer(concludeCurrentActivity, () => {
    done.push('conclude')
    return { done: true }
  })
  const become = async (...onActivityActions: ActivityAction[]) => {
    at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, onActivityActions })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...at, done, become, activity: at.live.activity }
}

test('S118 S287 CHANGE_MASTER_ACTIVITY changes the master activity, all of its fields', async () => {
  const at = open()
  expect(at.activity.store.getState().master).toBeNull()
  await at.become()
  expect(at.activity.store.getState().master).toEqual(MASTER)
  expect(Object.keys(masterActivity.shape)).toEqual(Object.keys(MASTER))
})

test('S119 the activity state is read, and a failed read leaves it', async () => {
  const at = open()
  const activityLastResponseTime = '2026-11-21T11:00:00.000Z'
  at.answer(activityState, () => ({ activityLastResponseTime }))
  await at.activity.read()
  expect(at.activity.store.getState().activityLastResponseTime).toBe(activityLastResponseTime)
  at.answer(activityState, () => {
    throw refused(500, 'no')
  })
  await at.activity.read()
  expect(at.activity.store.getState().activityLastResponseTime).toBe(activityLastResponseTime)
})

test('S120 the names are those of the documents', () => {
  expect(ACTIVITY_NAMES.join(', ')).toBe(
    'INACTIVE, AVAILABLE, PERSONAL, SYSTEM ISSUES, MEETING, BREAK, PROJECT BRIEF, FEEDBACK SESSION, RECEPTION, INPUTING COACHING, CODING, QUAL, HELP LINE, TRAINING',
  )
  for (const currentActivity of ACTIVITY_NAMES)
    expect(masterActivity.safeParse({ ...MASTER, currentActivity }).success).toBe(true)
  expect(masterActivity.safeParse({ ...MASTER, currentActivity: 'GARDENING' }).success).toBe(false)
})

test('S176 S280 launch dialler launches it; exit dialler exits it and then concludes the one that was left', async () => {
  const at = open()
  await at.become('LAUNCH_DIALLER')
  expect(at.done).toEqual(['launch'])
  await at.become('EXIT_DIALLER')
  expect(at.done).toEqual(['launch', 'exit', 'conclude'])
  expect(at.made).toEqual([
    { path: '/api/activity/conclude/current-activity', request: { activity: 'AVAILABLE' } },
  ])
})

const EXCEL = { program: 'EXCEL', name: 'Microsoft Excel' }

/** What was written into the event log. */
const notes = (at: ReturnType<typeof open>) =>
  at.made.filter(({ path }) => path === logEvent.path).map(({ request }) => request)

function openOnDesktop(answers: Parameters<typeof fakeDesktop>[0] = {}) {
  const host = fakeDesktop({ activeAppWatch: done, idleWatch: done, ...answers })
  const timers = manualTimers()
  const at = open({ desktop: host.desktop, timers })
  const off = at.live.watchMachine()
  return { ...at, host, timers, off }
}

test('D097 S177 the active app is watched from the start to the stop, each change is logged, and focus is given', async () => {
  const at = openOnDesktop()
  await at.become('START_WATCHING_ACTIVE_APP', 'FOCUS')
  at.host.fire('activeApp', EXCEL)
  at.host.fire('activeApp', EXCEL)
  at.host.fire('activeApp', { program: 'dialler', name: '' })
  await at.become('STOP_WATCHING_ACTIVE_APP')
  expect(at.host.requests('activeAppWatch')).toEqual([{ watch: true }, { watch: false }])
  expect(at.done).toEqual(['focus'])
  expect(notes(at)).toEqual([
    { actionName: 'ACTIVE_APP', description: 'Microsoft Excel' },
    { actionName: 'ACTIVE_APP', description: 'dialler' },
  ])
  at.off()
})

test('D096 off shift nothing of the machine is told, and the location isn’t read; on shift it is', async () => {
  let asked = 0
  const at = openOnDesktop({
    geolocation: () => {
      asked += 1
      return { ok: true, value: { latitude: 1, longitude: 1, accuracy: 5 } }
    },
  })
  const machine = async (startedShift: boolean) => {
    at.hub.fire('CHANGE_MASTER_ACTIVITY', {
      ...MASTER,
      ...{ startedShift, requireLocationServices: true },
      onActivityActions: ['START_WATCHING_ACTIVE_APP'],
    })
    await vi.advanceTimersByTimeAsync(0)
    at.host.fire('activeApp', startedShift ? EXCEL : { program: 'word', name: 'Word' })
    at.host.fire('idleWatch', { idle: true, idleSeconds: 300 })
    at.host.fire('idleWatch', { idle: false, idleSeconds: 400 })
    at.live.noteMachine('VPN_CONNECTED', '')
    await vi.advanceTimersByTimeAsync(0)
  }
  await machine(false)
  expect(notes(at)).toEqual([])
  expect(asked).toBe(0)
  await machine(true)
  expect(notes(at).map((one) => (one as { actionName: string }).actionName)).toEqual([
    ...['LOCATION_KNOWN', 'ACTIVE_APP', 'IDLE', 'BACK', 'VPN_CONNECTED'],
  ])
  expect(asked).toBe(1)
  at.off()
})

test('D096 once a shift begins the wifi is told as it is, and the VPN whenever it is otherwise', () => {
  const activity = createStore<{ master: MasterActivity | null }>(() => ({ master: null }))
  const vpn = createStore<{ seconds: number | null }>(() => ({ seconds: 60 }))
  const told: string[] = []
  const off = watchShiftReadings({
    ...{ activity, vpn, wifi: { resend: () => void told.push('wifi') } },
    note: (name, text) => void told.push(`${name}${text}`),
  })
  vpn.setState({ seconds: 0 })
  activity.setState({ master: { ...MASTER, startedShift: false } })
  vpn.setState({ seconds: 5 })
  expect(told).toEqual([])
  activity.setState({ master: { ...MASTER, startedShift: true } })
  vpn.setState({ seconds: 6 })
  expect(told).toEqual(['wifi', 'VPN_CONNECTED'])
  vpn.setState({ seconds: 0 })
  // What isn't known is nothing that could be told.
  vpn.setState({ seconds: null })
  vpn.setState({ seconds: 0 })
  vpn.setState({ seconds: 1 })
  expect(told.splice(0)).toEqual(['wifi', 'VPN_CONNECTED', 'VPN_DISCONNECTED', 'VPN_CONNECTED'])
  activity.setState({ master: { ...MASTER, startedShift: false } })
  vpn.setState({ seconds: 9 })
  expect(told).toEqual([])
  off()
})

test('S177 who only looks at the active app has nothing logged, and the watch ends with the last who wants it', async () => {
  const at = openOnDesktop()
  const { activeApp } = at.live
  const offs = [activeApp.look(), activeApp.look()]
  at.host.fire('activeApp', EXCEL)
  expect(activeApp.store.getState().seen).toMatchObject([EXCEL])
  expect(notes(at)).toEqual([])
  await at.become('START_WATCHING_ACTIVE_APP')
  for (const off of offs) off()
  expect(at.host.requests('activeAppWatch')).toEqual([{ watch: true }])
  at.off()
  expect(at.host.requests('activeAppWatch')).toEqual([{ watch: true }, { watch: false }])
})

test('S177 where the active app can’t be watched, it is said to who looks', async () => {
  const at = openOnDesktop({ activeAppWatch: refusal('unsupported', 'On Windows only.') })
  const off = at.live.activeApp.look()
  await vi.advanceTimersByTimeAsync(0)
  expect(at.live.activeApp.store.getState().problem).toBe('On Windows only.')
  off()
  at.off()
})

test('S118 S138 the idle watch goes by the activity’s idleFlagSeconds, and both turns are logged', async () => {
  const at = openOnDesktop({ idleSeconds: { ok: true, value: 900 } })
  // Who is away already when it begins is away, before the watch tells.
  await vi.advanceTimersByTimeAsync(0)
  expect(at.live.idleness.store.getState()).toEqual({ idle: true, seconds: 900 })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, idleFlagSeconds: 600 })
  expect(at.host.requests('idleWatch')).toEqual([{ thresholdSeconds: 300 }, { thresholdSeconds: 600 }])
  at.host.fire('idleWatch', { idle: true, idleSeconds: 600 })
  at.timers.pass(30_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(at.live.idleness.store.getState()).toEqual({ idle: true, seconds: 900 })
  at.host.fire('idleWatch', { idle: false, idleSeconds: 930 })
  expect(at.live.idleness.store.getState()).toEqual({ idle: false, seconds: 0 })
  expect(notes(at)).toMatchObject([{ actionName: 'IDLE' }, { actionName: 'BACK' }])
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, idleFlagSeconds: 0 })
  expect(at.host.requests('idleWatch').at(-1)).toEqual({ thresholdSeconds: null })
  at.off()
})

test.each([
  [299, { idle: false, seconds: 0 }],
  [300, { idle: true, seconds: 300 }],
])('S138 who has been away for %i seconds as the watch begins', async (value, state) => {
  const at = openOnDesktop({ idleSeconds: { ok: true, value } })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.live.idleness.store.getState()).toEqual(state)
  at.off()
})

test('S118 S140 where the activity requires it the location is read at its rate, and its lack is told', async () => {
  const place = { latitude: 53.8, longitude: -1.5, accuracy: 20 }
  const at = openOnDesktop({ geolocation: refusal('denied', 'Please switch on location services.') })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, requireLocationServices: true })
  await vi.advanceTimersByTimeAsync(0)
  const banner = () => at.live.banners.store.getState().find(({ kind }) => kind === 'location')?.text
  expect(banner()).toMatch(/needs the location.*switch on location services/)
  at.host.answer('geolocation', { ok: true, value: place })
  at.timers.pass(60_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(banner()).toBeUndefined()
  expect(at.host.requests('geolocation')).toHaveLength(2)
  // Where the machine is stays on it.
  expect(notes(at)).toMatchObject([{ actionName: 'LOCATION_UNKNOWN' }, { actionName: 'LOCATION_KNOWN' }])
  expect(JSON.stringify(at.made)).not.toContain('53.8')
  await at.become()
  at.timers.pass(600_000)
  expect(at.host.requests('geolocation')).toHaveLength(2)
  at.off()
})

test('S176 a page without a dialler says that the desktop app launches it, and can focus itself', async () => {
  const focus = vi.fn()
  const at = fakeLive({ page: { focus } })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, onActivityActions: ['LAUNCH_DIALLER', 'FOCUS'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.messages()).toEqual(['Please use desktop app to launch the dialler'])
  expect(focus).toHaveBeenCalledOnce()
})

test('S118 a window that another one opened leaves the actions to that one', async () => {
  const at = fakeLive({ page: { isPopOut: true } })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, onActivityActions: ['LAUNCH_DIALLER'] })
  at.hub.fire('recievePopupMessageFromManager', { name: 'Priya', message: 'Hi', time: '' })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.hub.invoked).toEqual([])
  expect(at.messages()).toEqual([])
  expect(at.played).toEqual([])
})

test('what the server says is another window’s isn’t done', async () => {
  const at = open({ take: async () => false })
  await at.become('LAUNCH_DIALLER', 'FOCUS')
  expect(at.done).toEqual([])
  expect(at.activity.store.getState().master).toEqual({
    ...MASTER,
    onActivityActions: ['LAUNCH_DIALLER', 'FOCUS'],
  })
})

test('where no answer came it is asked again under the same name once there is a connection, and done once', async () => {
  let answers: (() => Promise<boolean>)[] = [async () => Promise.reject(new Error('gone')), async () => true]
  const at = open({ take: () => (answers.shift() ?? (async () => false))() })
  await at.become('LAUNCH_DIALLER')
  expect(at.done).toEqual([])
  await at.activity.takeAgain()
  expect(at.done).toEqual(['launch'])
  const asked = at.hub.invoked
    .filter(({ method }) => method === 'takeActivityActions')
    .map(({ args }) => args)
  expect(asked).toEqual([
    [expect.any(String), ['LAUNCH_DIALLER']],
    [asked[0]?.[0], ['LAUNCH_DIALLER']],
  ])
  await at.activity.takeAgain()
  expect(at.done).toEqual(['launch'])
  // Whoever signs out asks for nothing of theirs afterwards.
  answers = [async () => Promise.reject(new Error('gone')), async () => true]
  await at.become('EXIT_DIALLER')
  at.activity.reset()
  await at.activity.takeAgain()
  expect(at.done).toEqual(['launch'])
})

test('S280 a conclusion that the server refuses is told as such', async () => {
  const at = open()
  expect(await at.activity.conclude('CODING')).toBe(true)
  at.answer(concludeCurrentActivity, () => {
    throw refused(500, 'no')
  })
  expect(await at.activity.conclude('CODING')).toBe(false)
})

test('S175 the help for system issues is shown again every 30 s while they last', async () => {
  const at = open()
  const end = at.activity.watch()
  const help = () => at.live.banners.store.getState().find(({ kind }) => kind === 'help')?.dismissed
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, currentActivity: 'SYSTEM ISSUES' })
  for (let i = 0; i < 2; i++) {
    expect(help()).toBe(false)
    at.live.banners.dismiss('help')
    await vi.advanceTimersByTimeAsync(i === 0 ? 29_999 : 30_000 - 1)
    expect(help()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
  }
  at.hub.fire('CHANGE_MASTER_ACTIVITY', MASTER)
  expect(help()).toBeUndefined()
  end()
  expect(vi.getTimerCount()).toBe(0)
})
