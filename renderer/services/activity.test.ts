import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  activityState,
  concludeCurrentActivity,
  type MasterActivity,
  masterActivity,
} from '#shared/contract/activity.ts'
import { ACTIVITY_NAMES, type ActivityAction } from '#shared/domain/activity.ts'
import { fakeLive } from '../testing/fake-live.tsx'
import { refused } from '../testing/fake-services.ts'
import type { ActivityActions } from './activity.ts'

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
  requireLocationServices: true,
  enforceProjectGeofence: false,
  locationRefreshRate: 60,
  wellBeingPromptRate: 3600,
  wellBeingTimeoutSeconds: 30,
}

function open() {
  const done: string[] = []
  const activityActions: ActivityActions = {
    launchDialler: async () => void done.push('launch'),
    exitDialler: async () => void done.push('exit'),
    watchActiveApp: (watch) => void done.push(watch ? 'watch' : 'no watch'),
    focus: () => void done.push('focus'),
  }
  const at = fakeLive({ page: { activityActions } })
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

test('S176 S280 launch dialler launches it; exit dialler exits it and then concludes the current activity', async () => {
  const at = open()
  await at.become('LAUNCH_DIALLER')
  expect(at.done).toEqual(['launch'])
  await at.become('EXIT_DIALLER')
  expect(at.done).toEqual(['launch', 'exit', 'conclude'])
  expect(at.made).toEqual([
    { path: '/api/activity/conclude/current-activity', request: { activity: 'CODING' } },
  ])
})

test('S177 watching starts and stops, and focus is given, in the order they come', async () => {
  const at = open()
  await at.become('START_WATCHING_ACTIVE_APP', 'FOCUS', 'STOP_WATCHING_ACTIVE_APP')
  expect(at.done).toEqual(['watch', 'focus', 'no watch'])
})

test('S176 a page without a dialler says that the desktop app launches it, and can focus itself', async () => {
  const focus = vi.fn()
  const at = fakeLive({ page: { focus } })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, onActivityActions: ['LAUNCH_DIALLER', 'FOCUS'] })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.messages()).toEqual(['Please use desktop app to launch the dialler'])
  expect(focus).toHaveBeenCalledOnce()
})

test('a window that another one opened leaves the actions to that one', async () => {
  const at = fakeLive({ page: { isPopOut: true } })
  at.hub.fire('CHANGE_MASTER_ACTIVITY', { ...MASTER, onActivityActions: ['LAUNCH_DIALLER'] })
  at.hub.fire('recievePopupMessageFromManager', { name: 'Priya', message: 'Hi', time: '' })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.messages()).toEqual([])
  expect(at.played).toEqual([])
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
