import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { watchAppLinks } from './app-links.ts'
import { watchDesktopUpdate } from './desktop-update.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(0)

function open(tokenType: 'OTHER' | 'COMPANION' | 'MOBILE_APP') {
  let inMeeting = false
  const host = fakeDesktop({ installUpdate: done })
  const { services } = fakeServices()
  services.session.signIn(testToken([], { tokenType }))
  const off = watchDesktopUpdate({ ...services, desktop: host.desktop, isInMeeting: () => inMeeting })
  const prompt = () => services.prompts.store.getState()[0]
  return {
    ...host,
    services,
    off,
    prompt,
    answer: (yes: boolean) => services.prompts.answer(prompt()?.id ?? 0, yes),
    refuse: () => host.answer('installUpdate', refusal('denied', 'Later.')),
    meet: (value: boolean) => {
      inMeeting = value
    },
    told: () => services.notices.store.getState().map(({ message }) => message),
    installs: () => host.requests('installUpdate').length,
  }
}

const SILENT =
  'This desktop app has not seen anything newer for 15 days. Please tell support: it may be kept from its updates.'

test('that nothing newer was seen is told once a session, however often and in however many windows the host says so', async () => {
  const at = open('OTHER')
  at.fire('updatesSilent', { days: 15 })
  at.fire('updatesSilent', { days: 16 })
  expect(at.told()).toEqual([SILENT])
  at.off()
  const again = watchDesktopUpdate({ ...at.services, desktop: at.desktop, isInMeeting: () => false })
  at.fire('updatesSilent', { days: 17 })
  expect(at.told()).toEqual([SILENT])
  at.services.notices.store.setState([], true)
  await at.services.life.logout()
  await vi.advanceTimersByTimeAsync(5000)
  at.fire('updatesSilent', { days: 15 })
  expect(at.told()).toContain(SILENT)
  again()
})

test('S253 a companion’s client updates by itself, once its meeting is over', async () => {
  const at = open('COMPANION')
  at.meet(true)
  at.fire('updateReady', { version: '2.0.0' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.installs()).toBe(0)
  at.meet(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(at.installs()).toBe(1)
  expect(at.told()).toEqual([])
  expect(at.prompt()).toBeUndefined()
  at.off()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.installs()).toBe(1)
})

test('S253 others are asked, and a meeting or the host’s refusal is told', async () => {
  const at = open('OTHER')
  at.fire('updateReady', { version: '2.0.0' })
  expect(at.prompt()?.text).toContain('Version 2.0.0 is ready')
  at.answer(false)
  await settle()
  expect(at.installs()).toBe(0)
  at.fire('updateReady', { version: '2.0.0' })
  at.meet(true)
  at.answer(true)
  await settle()
  expect(at.told()).toEqual(['Unable to reload while in a meeting'])
  at.meet(false)
  at.refuse()
  at.fire('updateReady', { version: '2.0.0' })
  at.answer(true)
  await settle()
  expect(at.told()).toContain('Later.')
  expect(at.installs()).toBe(1)
})

test('S253 a session of the mobile app is asked nothing', async () => {
  const at = open('MOBILE_APP')
  at.fire('updateReady', { version: '2.0.0' })
  await settle()
  expect([at.prompt(), at.installs()]).toEqual([undefined, 0])
})

test('links of the client’s own scheme open what they name: the one at the start, and later ones', async () => {
  const link = { source: 'ticket', sourceid: '12' }
  const host = fakeDesktop({ takeAppLink: { ok: true, value: link } })
  const opened = vi.fn()
  const off = watchAppLinks(host.desktop, opened)
  await settle()
  expect(opened.mock.calls).toEqual([[link]])
  host.answer('takeAppLink', { ok: true, value: null })
  host.fire('appLink', null)
  await settle()
  host.answer('takeAppLink', { ok: true, value: { source: 'chat', sourceid: null } })
  host.fire('appLink', null)
  await settle()
  expect(opened).toHaveBeenCalledTimes(2)
  off()
  host.fire('appLink', null)
  await settle()
  expect(opened).toHaveBeenCalledTimes(2)
})
