import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { viewVpn } from '#shared/contract/tools.ts'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createVpn } from './vpn.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(inDesktop = true) {
  const connection = { seconds: 0 }
  const host = fakeDesktop({
    vpnUptime: () => ({ ok: true, value: { ...connection } }),
    vpnStart: () => {
      connection.seconds = 1
      return done
    },
    vpnStop: () => {
      connection.seconds = 0
      return done
    },
  })
  const server = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  server.services.session.signIn(testToken(['CAN_USE_VPN']))
  server.answer(viewVpn, () => ({ userName: 'jamie', password: 'secret' }))
  const page = new EventTarget()
  const heard: string[] = []
  for (const name of ['NO_VPN', 'NEW_VPN_TIME']) {
    page.addEventListener(name, (event) =>
      heard.push(`${name} ${(event as CustomEvent).detail ?? ''}`.trim()),
    )
  }
  const vpn = createVpn({ ...server.services, page })
  const kinds = () => server.services.notices.store.getState().map(({ kind }) => kind)
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, host, connection, page, heard, vpn, messages, kinds, state: () => vpn.store.getState() }
}

const fire = (page: EventTarget, name: string, detail?: unknown) =>
  page.dispatchEvent(new CustomEvent(name, { detail }))

test('S192 the VPN is connected above 0 s, and not otherwise, by the window’s NO_VPN and NEW_VPN_TIME', () => {
  const { vpn, page, state } = open(false)
  const off = vpn.watch()
  expect(state().seconds).toBeNull()
  fire(page, 'NEW_VPN_TIME', 32_401)
  expect(state().seconds).toBe(32_401)
  for (const detail of [undefined, 'long', Number.NaN]) fire(page, 'NEW_VPN_TIME', detail)
  expect(state().seconds).toBe(32_401)
  fire(page, 'NO_VPN')
  expect(state().seconds).toBe(0)
  fire(page, 'NEW_VPN_TIME', -1)
  expect(state().seconds).toBe(0)
  off()
  fire(page, 'NEW_VPN_TIME', 5)
  expect(state().seconds).toBe(0)
})

test('S192 the desktop app’s uptime is told by these events', async () => {
  const { vpn, heard, connection, state } = open()
  const off = vpn.watch()
  await vi.advanceTimersByTimeAsync(0)
  connection.seconds = 34_201
  await vi.advanceTimersByTimeAsync(5_000)
  expect(heard).toEqual(['NO_VPN', 'NEW_VPN_TIME 34201'])
  expect(state().seconds).toBe(34_201)
  off()
  expect(vi.getTimerCount()).toBe(0)
})

test('W232 S216 outside of the desktop app it is told to need it', async () => {
  const { vpn, messages, made } = open(false)
  await vpn.start()
  await vpn.stop()
  expect(messages()).toEqual(['Please use desktop app to use VPN'])
  expect(made).toEqual([])
})

test('W242 it is started with the stored details, told as a success, and ended', async () => {
  const { vpn, host, messages, kinds, state } = open()
  const off = vpn.watch()
  await vi.advanceTimersByTimeAsync(0)
  const starting = vpn.start()
  expect(state().doing).toBe('connecting')
  await starting
  expect(host.requests('vpnStart')).toEqual([{ userName: 'jamie', password: 'secret' }])
  expect(messages()).toEqual(['Connecting to VPN', 'You are connected to our VPN.'])
  expect(kinds()).toEqual(['success', 'success'])
  expect(state()).toEqual({ seconds: 1, doing: 'nothing' })
  await vpn.stop()
  expect(host.requests('vpnStop')).toHaveLength(1)
  expect(messages().at(-1)).toBe('The VPN is disconnected.')
  expect(state()).toEqual({ seconds: 0, doing: 'nothing' })
  off()
})

test("S213 without stored details 'No details found' is told", async () => {
  const { vpn, answer, messages, host } = open()
  for (const none of [[], { userName: '', password: '' }]) {
    answer(viewVpn, () => none)
    await vpn.start()
  }
  expect(messages()).toEqual(['No details found'])
  expect(host.requests('vpnStart')).toEqual([])
  // Of several the first that is stored is taken, unless another one connects by itself.
  const named = (userName: string, isAutoConnect = false) => ({ userName, password: 'p', isAutoConnect })
  for (const all of [
    [named(''), named('first'), named('second')],
    [named('first'), named('own', true)],
  ]) {
    answer(viewVpn, () => all)
    await vpn.start()
  }
  expect(host.requests('vpnStart')).toMatchObject([{ userName: 'first' }, { userName: 'own' }])
})

test('W242 why it does not connect is told, and it can be tried again; one thing is done at a time', async () => {
  const { vpn, host, messages } = open()
  host.answer('vpnStart', refusal('failed', 'The user name or password was not accepted. (RAS 691)'))
  await Promise.all([vpn.start(), vpn.start(), vpn.stop()])
  expect(host.requests('vpnStart')).toHaveLength(1)
  expect(host.requests('vpnStop')).toHaveLength(0)
  expect(messages()).toContain('The user name or password was not accepted. (RAS 691)')
  host.answer('vpnStart', done)
  await vpn.start()
  expect(messages()).toContain('You are connected to our VPN.')
})

const AUTO = { userName: 'jamie.home', password: 'secret', isAutoConnect: true }

test('S105 details that say so connect by themselves, once, where the VPN is down', async () => {
  const at = open()
  at.answer(viewVpn, () => [{ ...AUTO, userName: 'other', isAutoConnect: false }, AUTO])
  const off = at.vpn.watch()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(at.host.requests('vpnStart')).toEqual([{ userName: 'jamie.home', password: 'secret' }])
  off()
})

test.each([
  [
    'the details do not say so',
    (at: ReturnType<typeof open>) => at.answer(viewVpn, () => [{ ...AUTO, isAutoConnect: false }]),
  ],
  ['it is up', (at: ReturnType<typeof open>) => Object.assign(at.connection, { seconds: 9 })],
  ['the person may not', (at: ReturnType<typeof open>) => at.services.session.signIn(testToken([]))],
  [
    'there is no VPN here',
    (at: ReturnType<typeof open>) => at.host.answer('vpnUptime', refusal('unsupported', 'None.')),
  ],
])('nothing connects by itself where %s', async (_what, arrange) => {
  const at = open()
  at.answer(viewVpn, () => [AUTO])
  arrange(at)
  const off = at.vpn.watch()
  await vi.advanceTimersByTimeAsync(0)
  expect(at.host.requests('vpnStart')).toEqual([])
  expect(at.messages()).toEqual([])
  off()
})
