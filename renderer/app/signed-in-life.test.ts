import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { concludeCurrentActivity, type MasterActivity, updateActivity } from '#shared/contract/activity.ts'
import { logout, renewToken } from '#shared/contract/auth.ts'
import { missedCalls } from '#shared/contract/calls.ts'
import { deviceConnectivityThresholds } from '#shared/contract/device-health.ts'
import { registerFcm } from '#shared/contract/push.ts'
import { license } from '#shared/contract/session.ts'
import { updateJson } from '#shared/contract/shell.ts'
import { viewDiallerOnly } from '#shared/contract/tools.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { ApiError } from '../services/http/api-client.ts'
import { createMachineFitness } from '../services/machine/fitness.ts'
import type { Services } from '../services/services.ts'
import { done, fakeDesktop } from '../testing/fake-desktop.ts'
import { fakeHub } from '../testing/fake-hub.ts'
import { fakeServices, refused } from '../testing/fake-services.ts'
import { testToken } from '../testing/session-token.ts'
import { createSignedInLife } from './signed-in-life.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open({
  tokenType = 'OTHER',
  isPopOut = false,
  ...changes
}: Partial<Services> & { tokenType?: string; isPopOut?: boolean } = {}) {
  const hub = fakeHub<typeof mainHub>({ takeActivityActions: () => true })
  const server = fakeServices({ ...changes, hub: () => hub as never })
  const { services } = server
  services.session.signIn(testToken([], { tokenType }))
  server.answer(logout, () => ({ done: true }))
  server.answer(renewToken, () => testToken([], { exp: 4_000_000_001 }))
  server.answer(license, () => ({ expiryDate: '2099-01-01T00:00:00.000Z' }))
  server.answer(updateJson, () => ({ build: 'a' }))
  const setUnread = vi.fn()
  const catchUp = vi.fn()
  const life = createSignedInLife(services, setUnread, {
    isPopOut,
    setCount: () => {},
    catchUp,
    fitness: createMachineFitness(services, {}),
    focus: () => {},
    openWindow: () => null,
    screen: () => ({ width: 1920, height: 1080 }),
  })
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  })
  const off = life.start(page as unknown as Window)
  const messages = () => services.notices.store.getState().map(({ message }) => message)
  const paths = () => server.made.map(({ path }) => path)
  return { ...server, hub, life, page, off, setUnread, catchUp, messages, paths }
}

/** A desktop client that notes the commands it gets. */
function desktop(result: HostResult<null> = { ok: true, value: null }) {
  const commands: string[] = []
  const fake: Services['desktop'] = {
    available: true,
    version: '1.0.0',
    logs: null,
    invoke: async (name) => {
      commands.push(name)
      const unsupported = { ok: false, error: { code: 'unsupported', message: '' } } as const
      return (name === 'exit' ? result : unsupported) as never
    },
    on: () => () => {},
  }
  return { fake, commands }
}

test('S282 S222 the desktop client’s version is compared with the oldest that is supported, until the end', async () => {
  const at = open({ desktop: desktop().fake })
  const outdated = () => at.life.tools.desktopVersion.store.getState().outdated
  const anHour = () => vi.advanceTimersByTimeAsync(3_600_000)
  await anHour()
  expect(outdated()).toBeNull()
  at.answer(updateJson, () => ({ build: 'a', minimumDesktopClient: '1.2.0' }))
  await anHour()
  expect(outdated()).toEqual({ version: '1.0.0', minimum: '1.2.0' })
  at.off()
  at.answer(updateJson, () => ({ build: 'a' }))
  await anHour()
  expect(outdated()).not.toBeNull()
})

test('calls that were missed before the connection stood are told to what shows calls, at the first one too', async () => {
  const at = open()
  const heard: unknown[] = []
  at.life.live.workingDayNews.onChange((news) => heard.push(news))
  at.answer(missedCalls, () => [])
  at.hub.connect()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([])
  at.answer(missedCalls, () => [{ name: 'Bob Baker', callerID: 2, time: '2026-05-04T09:00:00.000Z' }])
  at.hub.connect()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([{ entity: 'CALL', ids: [] }])
})

test('S282 S283 S288 the version is told, and both kinds of session are asked for on connecting, and followed', () => {
  const at = open()
  at.hub.connect()
  expect(at.hub.invoked.map(({ method }) => method)).toEqual([
    'requestPrimarySessionStatus',
    'requestCompanionSessionStatus',
    'setAppVersion',
    'takesActivityActions',
  ])
  const links = () => at.life.shell.companion.store.getState()
  expect(links()).toEqual({ primary: 'unknown', companion: 'unknown' })
  at.hub.fire('primarySessionConnected')
  at.hub.fire('companionSessionConnected')
  expect(links()).toEqual({ primary: 'connected', companion: 'connected' })
  at.hub.fire('primarySessionDisconnected')
  at.hub.fire('companionSessionDisconnected')
  expect(links()).toEqual({ primary: 'disconnected', companion: 'disconnected' })
})

test('whenever the hub stands, what it would have told is read', async () => {
  const at = open()
  at.hub.connect()
  await vi.advanceTimersByTimeAsync(0)
  for (const path of [
    '/api/broadcast/forme',
    '/api/broadcast/defcon-alerts',
    '/api/passport-validation/activity-state',
    '/api/communication/call/missed',
  ])
    expect(at.paths()).toContain(path)
  expect(at.catchUp).not.toHaveBeenCalled()
})

test('a switch that couldn’t be sent is tried again while the hub stands all along', async () => {
  const at = open()
  at.hub.connect()
  at.answer(updateActivity, () => {
    throw new ApiError('unreachable', 'No connection', 0)
  })
  const { lateSwitches } = at.life.live
  await lateSwitches.change({ activity: 'BREAK' })
  const waiting = () => lateSwitches.store.getState().waiting.map(({ activity }) => activity)
  expect(waiting()).toEqual(['BREAK'])
  at.answer(updateActivity, () => ({
    ...{ currentActivity: 'BREAK', project: '', category: '', onActivityActions: [], isOverride: false },
  }))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(waiting()).toEqual([])
  const tries = () => at.paths().filter((path) => path === updateActivity.path).length
  expect(tries()).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries()).toBe(2)
})

test('S157 who signs out takes prompts, previews, dialogs, calls and the master activity along, after 2 s', async () => {
  const at = open()
  at.services.prompts.tell('Read this.')
  at.services.previews.open({ kind: 'message', from: 'Priya', text: 'Hello' })
  at.services.dialogs.open('tickets', { ticketID: 7 })
  at.hub.fire('youAreRinging', 'Bob')
  const master = {
    currentActivity: 'BREAK',
    project: '',
    category: '',
    onActivityActions: [],
    isOverride: false,
  }
  const activity = { master, activityLastResponseTime: '2026-03-02T09:00:00.000Z' } as const
  const { store } = at.life.live.activity
  store.setState({ ...store.getState(), ...(activity as object) })
  await at.services.life.logout()
  await vi.advanceTimersByTimeAsync(1999)
  expect(store.getState()).toEqual(activity)
  expect(at.services.prompts.store.getState()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(store.getState()).toEqual({ master: null, activityLastResponseTime: null })
  expect(at.services.dialogs.store.getState().filter(({ opened }) => opened)).toEqual([])
  expect(at.services.prompts.store.getState()).toEqual([])
  expect(at.services.previews.store.getState()).toBeNull()
  expect(at.life.live.calls.store.getState().ringing).toEqual([])
})

test('S264 a device token that a host supplies is registered while somebody is signed in, and not after', async () => {
  const at = open()
  at.answer(registerFcm, () => ({ done: true }))
  const supply = (detail: string) => at.page.dispatchEvent(new CustomEvent('PUSH_TOKEN', { detail }))
  supply('device-1')
  const registered = () => at.made.filter(({ path }) => path === '/api/mobile/push-notification/register-fcm')
  expect(registered().map(({ request }) => request)).toEqual([{ fcm: 'device-1' }])
  at.off()
  supply('device-2')
  expect(registered()).toHaveLength(1)
})

test('S295 loggedOut ends the session', () => {
  const at = open()
  at.hub.fire('loggedOut')
  expect(at.services.session.store.getState().user).toBeNull()
  expect(at.services.life.store.getState().name).toBe('invalid')
})

test('S295 S004 loggedOutMobile ends mobile sessions only', () => {
  const other = open()
  other.hub.fire('loggedOutMobile')
  expect(other.services.session.store.getState().user).not.toBeNull()
  const mobile = open({ tokenType: 'MOBILE_APP' })
  mobile.hub.fire('loggedOutMobile')
  expect(mobile.services.session.store.getState().user).toBeNull()
})

test('S159 REFRESH_UI loads the page anew, but not in a meeting', () => {
  const at = open()
  at.hub.fire('REMOTE_COMMAND', { command: 'REFRESH_UI' })
  expect(at.visited).toEqual(['reload'])
  const meeting = open({ isInMeeting: () => true })
  meeting.hub.fire('REMOTE_COMMAND', { command: 'REFRESH_UI' })
  expect(meeting.visited).toEqual([])
  expect(meeting.messages()).toEqual(['Unable to reload while in a meeting'])
})

test('S160 RENEW_TOKEN renews the token', async () => {
  const at = open()
  at.hub.fire('REMOTE_COMMAND', { command: 'RENEW_TOKEN' })
  await vi.waitFor(() => expect(at.services.session.store.getState().user?.claims.exp).toBe(4_000_000_001))
})

test('S161 NO_DIALLER_CALLS is told', () => {
  const at = open()
  at.hub.fire('REMOTE_COMMAND', { command: 'NO_DIALLER_CALLS' })
  expect(at.messages()).toEqual(['There are no dialler calls for you at the moment.'])
})

test('S176 the activity’s actions launch and exit the dialler of the desktop client', async () => {
  const host = fakeDesktop({ diallerLaunch: done, projectSwitchLogout: done })
  const at = open({ desktop: host.desktop })
  const url = 'https://dialler.example/agent'
  at.answer(viewDiallerOnly, () => ({ diallerUsername: 'jamie', diallerPassword: 'pw', diallerURL: url }))
  at.answer(concludeCurrentActivity, () => ({ done: true as const }))
  const become = async (onActivityActions: MasterActivity['onActivityActions']) => {
    at.hub.fire('CHANGE_MASTER_ACTIVITY', { currentActivity: 'CODING', onActivityActions } as MasterActivity)
    await vi.advanceTimersByTimeAsync(0)
    return host.commands.splice(0).filter(({ name }) => /dialler|projectSwitch/.test(name))
  }
  expect(await become(['LAUNCH_DIALLER'])).toEqual([
    { name: 'diallerLaunch', request: { userName: 'jamie', password: 'pw', url } },
  ])
  expect(at.paths()).not.toContain(concludeCurrentActivity.path)
  expect(await become(['EXIT_DIALLER'])).toEqual([
    { name: 'projectSwitchLogout', request: { tools: ['DIALLER'] } },
  ])
  expect(at.paths()).toContain(concludeCurrentActivity.path)
})

test('S162 LOGOUT goes to /exit-app and logs out', async () => {
  const at = open()
  at.hub.fire('REMOTE_COMMAND', { command: 'LOGOUT' })
  expect(at.visited).toEqual(['/exit-app'])
  await vi.waitFor(() => expect(at.services.life.store.getState()).toEqual({ name: 'left' }))
  expect(at.paths()).toContain('/api/auth/logout')
  expect(at.services.session.store.getState().user).toBeNull()
})

test('S163 HOST passes through to the desktop client, with its refusal told', async () => {
  const { fake, commands } = desktop()
  const at = open({ desktop: fake })
  at.hub.fire('REMOTE_COMMAND', { command: 'HOST', hostCommand: 'exit' })
  await vi.waitFor(() => expect(commands).toContain('exit'))
  const refusing = desktop({ ok: false, error: { code: 'failed', message: 'It will not close.' } })
  const other = open({ desktop: refusing.fake })
  other.hub.fire('REMOTE_COMMAND', { command: 'HOST', hostCommand: 'exit' })
  await vi.waitFor(() => expect(other.messages()).toEqual(['It will not close.']))
})

const HOST_WORK = [
  ['launchDialler', '/api/services/view-dialler-only'],
  ['remoteAssist', 'Please use desktop app'],
  ['startVPN', 'Please use desktop app to use VPN'],
  ['stopVPN', 'Please use desktop app to use VPN'],
  ['testBadge', 'This feature has not been enabled for your account'],
] as const

test.each(HOST_WORK)(
  'W162 W163 HOST %s does here what its person could, and says what it can’t',
  async (hostCommand, seen) => {
    const at = open()
    at.answer(deviceConnectivityThresholds, () => {
      throw refused(404, 'none')
    })
    at.hub.fire('REMOTE_COMMAND', { command: 'HOST', hostCommand })
    await vi.waitFor(() => expect([...at.paths(), ...at.messages()]).toContain(seen))
    at.off()
  },
)

test.each(HOST_WORK)('HOST %s is left to the main window by another', async (hostCommand, seen) => {
  const at = open({ isPopOut: true })
  at.hub.fire('REMOTE_COMMAND', { command: 'HOST', hostCommand })
  await vi.advanceTimersByTimeAsync(100)
  expect([...at.paths(), ...at.messages()]).not.toContain(seen)
  at.off()
})

test('S317 S318 S319 S320 the machine, its network and its patches are watched', async () => {
  const { fake, commands } = desktop()
  const at = open({ desktop: fake })
  await vi.advanceTimersByTimeAsync(0)
  expect(commands.sort()).toEqual([
    'battery',
    'deviceHealthCheck',
    'idleSeconds',
    'idleWatch',
    'osHotfixCheck',
    'takeAppLink',
    'vpnProxyCheck',
    'vpnUptime',
    'wifi',
  ])
  at.off()
  expect(vi.getTimerCount()).toBe(0)
})

test.each(['LOGOUT_DIALLER', 'LOGOUT_SURVEY_TOOL', 'HOST'] as const)(
  "%s in a browser says 'Please use desktop app'",
  (command) => {
    const at = open()
    at.hub.fire('REMOTE_COMMAND', { command })
    expect(at.messages()).toEqual(['Please use desktop app'])
  },
)

test('S160 Ctrl+Q renews the token and looks for an update', async () => {
  const at = open()
  await vi.advanceTimersByTimeAsync(0)
  const before = at.paths().length
  const press = (init: KeyboardEventInit) => at.page.dispatchEvent(new KeyboardEvent('keydown', init))
  press({ key: 'q' })
  expect(at.paths()).toHaveLength(before)
  press({ key: 'q', ctrlKey: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.paths().slice(before).sort()).toEqual(['/api/auth/renew-token', '/update.json'])
  expect(at.messages()).toEqual(['Your session is renewed.'])
})

test('Ctrl+Q says so where the token could not be renewed', async () => {
  const at = open()
  at.answer(renewToken, () => {
    throw refused(500, 'no')
  })
  at.page.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', ctrlKey: true }))
  await vi.advanceTimersByTimeAsync(0)
  expect(at.messages()).toEqual([
    'Your session could not be renewed. You can go on; please try again later. no',
  ])
})

test('ended, nothing of it is left', async () => {
  const at = open()
  await vi.advanceTimersByTimeAsync(0)
  at.off()
  expect(vi.getTimerCount()).toBe(0)
  at.hub.fire('updateUnreadMessageCount', 3)
  expect(at.setUnread).not.toHaveBeenCalled()
})

test('S124 after a reconnect, and only then, what the hub would have told is read again', () => {
  const at = open()
  at.hub.connect()
  expect(at.catchUp).not.toHaveBeenCalled()
  at.hub.connect(true)
  expect(at.catchUp).toHaveBeenCalledTimes(1)
})
