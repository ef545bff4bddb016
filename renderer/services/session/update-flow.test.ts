import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { updateJson } from '#shared/contract/shell.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createUpdateFlow } from './update-flow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function open({ stored = 'a' as string | null, tokenType = 'OTHER' } = {}) {
  let inMeeting = false
  const server = fakeServices({ isInMeeting: () => inMeeting })
  const { services } = server
  const serve = (build: string) => server.answer(updateJson, () => ({ build }))
  services.session.signIn(testToken([], { tokenType }))
  if (stored !== null) services.storage.set('build', stored)
  const cleared = vi.fn()
  services.caches.register(cleared)
  serve('a')
  const flow = createUpdateFlow(services)
  const off = flow.watch()
  await vi.advanceTimersByTimeAsync(0)
  return {
    ...server,
    flow,
    off,
    serve,
    cleared,
    state: () => flow.store.getState(),
    meet: (value: boolean) => {
      inMeeting = value
    },
    messages: () => services.notices.store.getState().map(({ message }) => message),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

describe('a new build', () => {
  test('W013 S125 W104 is looked for every 30 s until it is there', async () => {
    const at = await open()
    expect(at.made).toEqual([{ path: '/update.json', request: undefined }])
    await at.pass(60_000)
    expect(at.made).toHaveLength(3)
    at.serve('b')
    await at.pass(29_999)
    expect(at.state()).toEqual({ name: 'none' })
    await at.pass(1)
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
    await at.pass(300_000)
    expect(at.made).toHaveLength(4)
  })

  test('W013 W102 is seen at once by a page that begins after it', async () => {
    const at = await open({ stored: 'before' })
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('W013 is asked for once, however long the answer takes', async () => {
    const at = await open()
    let tell = (_: { build: string }) => {}
    at.answer(updateJson, () => new Promise((resolve) => (tell = resolve)))
    await at.pass(90_000)
    expect(at.made).toHaveLength(2)
    tell({ build: 'b' })
    await at.pass(0)
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('W013 W102 the first visit stores the build and says nothing', async () => {
    const at = await open({ stored: null })
    expect(at.services.storage.get('build')).toBe('a')
    expect(at.state()).toEqual({ name: 'none' })
  })

  test('W102 is there at once where the stored build is another than the server’s', async () => {
    const at = await open({ stored: 'old' })
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
    expect(at.services.storage.get('build')).toBe('old')
  })

  test('W013 W102 is seen also by the page that still runs the old one while another has stored the new', async () => {
    const at = await open()
    at.services.storage.set('build', 'b')
    at.serve('b')
    await at.pass(30_000)
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('S185 a check that fails is passed over in silence', async () => {
    const at = await open()
    at.answer(updateJson, () => {
      throw refused(500, 'no')
    })
    await at.pass(30_000)
    expect(at.state()).toEqual({ name: 'none' })
    expect(at.messages()).toEqual([])
  })
})

async function withUpdate(options: Parameters<typeof open>[0] = {}) {
  const at = await open(options)
  at.serve('b')
  await at.pass(30_000)
  return at
}

describe('the update', () => {
  test('S183 W105 reads the version file, stores the build, and after 5 s clears the cache and reloads', async () => {
    const at = await withUpdate()
    at.serve('c')
    await at.flow.update()
    expect(at.services.storage.get('build')).toBe('c')
    expect(at.state()).toEqual({ name: 'reloading', secondsLeft: 5 })
    await at.pass(1000)
    expect(at.state()).toEqual({ name: 'reloading', secondsLeft: 4 })
    await at.pass(3999)
    expect(at.state()).toEqual({ name: 'reloading', secondsLeft: 1 })
    expect(at.cleared).not.toHaveBeenCalled()
    expect(at.visited).toEqual([])
    await at.pass(1)
    expect(at.cleared).toHaveBeenCalledOnce()
    expect(at.visited).toEqual(['reload'])
  })

  test("S184 is blocked in a meeting: 'Unable to reload while in a meeting'", async () => {
    const at = await withUpdate()
    at.meet(true)
    await at.flow.update()
    expect(at.messages()).toEqual(['Unable to reload while in a meeting'])
    expect(at.services.storage.get('build')).toBe('a')
    await at.pass(10_000)
    expect(at.visited).toEqual([])
    at.meet(false)
    await at.flow.update()
    await at.pass(5000)
    expect(at.visited).toEqual(['reload'])
  })

  test('S184 a meeting that begins during the countdown stops the reload and brings the banner back', async () => {
    const at = await withUpdate()
    await at.flow.update()
    at.meet(true)
    await at.pass(5000)
    expect(at.visited).toEqual([])
    expect(at.messages()).toEqual(['Unable to reload while in a meeting'])
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('S185 W235 a failure shows an error and lets the person try again', async () => {
    const at = await withUpdate()
    at.answer(updateJson, () => {
      throw refused(500, 'no')
    })
    await at.flow.update()
    expect(at.messages()).toEqual(['The update could not be fetched. Please try again. no'])
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
    at.serve('b')
    await at.flow.update()
    expect(at.state()).toMatchObject({ name: 'reloading' })
  })

  test('S183 a server that went away during the countdown leaves the person with the page they have', async () => {
    const at = await withUpdate()
    await at.flow.update()
    at.pages.served = false
    await at.pass(5000)
    expect(at.visited).toEqual([])
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('W103 dismissed, the banner stays away for 5 minutes', async () => {
    const at = await withUpdate()
    at.flow.dismiss()
    expect(at.state()).toEqual({ name: 'available', snoozed: true })
    await at.pass(299_999)
    expect(at.state()).toEqual({ name: 'available', snoozed: true })
    await at.pass(1)
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })

  test('W013 W103 asked for by hand, a dismissed one comes back', async () => {
    const at = await withUpdate()
    at.flow.dismiss()
    await at.flow.check()
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
  })
})

describe('S253 by the kind of session', () => {
  test('W106 a companion updates by itself, but not in a meeting', async () => {
    const at = await open({ tokenType: 'COMPANION' })
    at.meet(true)
    at.serve('b')
    await at.pass(60_000)
    expect(at.services.storage.get('build')).toBe('a')
    at.meet(false)
    await at.pass(30_000)
    expect(at.services.storage.get('build')).toBe('b')
    await at.pass(5000)
    expect(at.visited).toEqual(['reload'])
    expect(at.messages()).toEqual([])
  })

  test('W106 any other is only told of the update, however long it waits', async () => {
    const at = await open()
    at.serve('b')
    await at.pass(300_000)
    expect(at.state()).toEqual({ name: 'available', snoozed: false })
    expect([at.services.storage.get('build'), at.visited]).toEqual(['a', []])
  })

  test('W107 a mobile session never sees the banner', async () => {
    const at = await open({ tokenType: 'MOBILE_APP' })
    at.serve('b')
    await at.pass(300_000)
    await at.flow.check()
    expect(at.state()).toEqual({ name: 'none' })
  })
})

test('W104 ended, no timer is left', async () => {
  const at = await withUpdate()
  await at.flow.update()
  at.off()
  expect(vi.getTimerCount()).toBe(0)
})
