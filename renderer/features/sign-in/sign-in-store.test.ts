import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmPassword, confirmUsername, login } from '#shared/contract/auth.ts'
import { companionToken, userAgreement } from '#shared/contract/sign-in.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createSignInFlow } from './sign-in-store.ts'
import { signInServices } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(changes: Parameters<typeof signInServices>[0] = {}) {
  const server = signInServices(changes)
  const reload = vi.fn()
  const flow = createSignInFlow(server.services, { reload })
  const user = () => server.services.session.store.getState().user
  const called = (path: string) => server.made.filter((call) => call.path === path)
  return { ...server, flow, reload, user, called, state: () => flow.store.getState() }
}

const unreachable = () => {
  throw new ApiError('unreachable', 'The server cannot be reached, please check your network.')
}

async function toPassword({ flow }: ReturnType<typeof open>) {
  await flow.next()
  flow.setPassword('secret')
}

test('S313 without the service the page reloads after 5 s, at the user name, which is kept', async () => {
  for (const failing of [confirmUsername, confirmPassword, login]) {
    const at = open()
    at.flow.setUserName('bilal.khan')
    at.flow.setAgreed(true)
    at.answer(failing, unreachable)
    await at.flow.next()
    if (failing !== confirmUsername) {
      at.flow.setPassword('secret')
      await at.flow.next()
    }
    expect(at.state()).toMatchObject({
      stage: 'USERNAME',
      userName: 'bilal.khan',
      password: '',
      problem: 'Unable to connect to authentication services, please try again',
    })
    await vi.advanceTimersByTimeAsync(4999)
    expect(at.reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(at.reload).toHaveBeenCalledOnce()
    const reloaded = createSignInFlow(at.services, { reload: at.reload })
    expect(reloaded.store.getState()).toMatchObject({
      stage: 'USERNAME',
      userName: 'bilal.khan',
      agreed: true,
    })
  }
})

test('whoever tries again before the reload isn’t interrupted by it', async () => {
  const at = open()
  at.answer(confirmUsername, unreachable)
  await at.flow.next()
  at.answer(confirmUsername, () => ({ nextStage: 'PASSWORD', clientKey: 'k1' }))
  await at.flow.next()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(at.reload).not.toHaveBeenCalled()
  expect(at.state().stage).toBe('PASSWORD')
})

test('S151 a sign-in that was left signs nobody in when its answer comes', async () => {
  const leaving: ((flow: ReturnType<typeof open>['flow']) => void)[] = [
    (flow) => flow.restart(),
    (flow) => flow.stop(),
    (flow) => flow.setUserName('bilal.khan'),
  ]
  for (const leave of leaving) {
    const at = open()
    let answer = (_: unknown) => {}
    at.answer(login, () => new Promise((resolve) => (answer = resolve)))
    await toPassword(at)
    const going = at.flow.next()
    await vi.waitFor(() => expect(at.called(login.path)).toHaveLength(1))
    leave(at.flow)
    answer({ token: testToken() })
    await going
    expect(at.user()).toBeNull()
    expect(at.state()).toMatchObject({ stage: 'USERNAME', password: '', busy: false, problem: null })
  }
})

const agreementOf = (lastUpdated: number) => () => ({
  title: 'End-user agreement',
  lastUpdated: new Date(lastUpdated).toISOString(),
  sections: [],
})

test('S152 an acceptance older than the agreement no longer counts', async () => {
  const at = open()
  at.answer(userAgreement, agreementOf(at.services.now() + 1))
  expect(at.state().agreed).toBe(true)
  at.flow.start()
  await vi.waitFor(() => expect(at.state()).toMatchObject({ agreed: false, agreementChanged: true }))
  at.flow.setAgreed(true)
  expect(at.state()).toMatchObject({ agreed: true, agreementChanged: false })
})

test('S152 an acceptance newer than the agreement counts', async () => {
  const at = open()
  at.answer(userAgreement, agreementOf(at.services.now() - 1))
  at.flow.start()
  await vi.waitFor(() => expect(at.flow.agreement.lastUpdated()).not.toBeNull())
  expect(at.state().agreed).toBe(true)
  const { storage, now } = at.services
  at.flow.setAgreed(false)
  expect(storage.get('EULA_ACCEPTED')).toBeNull()
  expect(at.state().storageBlocked).toBe(false)
  at.flow.setAgreed(true)
  expect(storage.get('EULA_ACCEPTED')).toEqual({ userName: at.state().userName, acceptedAt: now() })
})

test('S152 S207 nobody is signed in on an acceptance that turns out to be too old', async () => {
  const at = open()
  let answer = (_: unknown) => {}
  at.answer(userAgreement, () => new Promise((resolve) => (answer = resolve)))
  at.flow.start()
  await toPassword(at)
  answer(agreementOf(at.services.now() + 1)())
  await vi.waitFor(() => expect(at.state().agreed).toBe(false))
  await at.flow.next()
  expect(at.called(login.path)).toEqual([])
  expect(at.state()).toMatchObject({ stage: 'USERNAME', problem: 'Please accept UELA' })
})

test('S152 an agreement that cannot be fetched keeps nobody out who had accepted it', async () => {
  const at = open()
  at.flow.start()
  await vi.waitFor(() => expect(at.flow.agreement.store.getState().status).toBe('FAILED'))
  await toPassword(at)
  await at.flow.next()
  expect(at.user()).not.toBeNull()
})

const withDevice = { deviceID: async () => 'FW-1234' }

test('S151 S259 a device with an ID signs itself in after 2 s', async () => {
  const at = open(withDevice)
  at.answer(companionToken, () => ({ token: testToken() }))
  at.flow.start()
  await vi.advanceTimersByTimeAsync(1999)
  expect(at.state().deviceBusy).toBe(true)
  expect(at.called(companionToken.path)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(at.called(companionToken.path)).toEqual([
    { path: '/api/auth/companion-token', request: { deviceID: 'FW-1234' } },
  ])
  expect(at.user()?.userName).toBe('amelia.ward')
  expect(at.state().deviceBusy).toBe(false)
})

test('S151 the 2 s are counted from when the screen is shown, however long the client takes to tell its ID', async () => {
  const deviceID = () => new Promise<string>((resolve) => setTimeout(() => resolve('FW-1234'), 1500))
  const at = open({ deviceID, now: () => Date.now() })
  at.answer(companionToken, () => ({ token: testToken() }))
  at.flow.start()
  await vi.advanceTimersByTimeAsync(1999)
  expect(at.called(companionToken.path)).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(at.called(companionToken.path)).toHaveLength(1)
})

test('S151 no device ID, no companion sign-in', async () => {
  const at = open()
  at.flow.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.called(companionToken.path)).toEqual([])
})

test('S151 a refused device leaves the form as it was, without a word', async () => {
  const at = open(withDevice)
  at.answer(companionToken, () => {
    throw refused(401, 'no')
  })
  at.flow.start()
  await vi.advanceTimersByTimeAsync(2000)
  expect(at.state()).toMatchObject({ deviceBusy: false, problem: null, stage: 'USERNAME' })
})

test('S151 a device doesn’t sign in behind the back of who logged out, types or cancels', async () => {
  const ways: ((at: ReturnType<typeof open>) => void)[] = [
    ({ flow }) => flow.setUserName('b'),
    ({ flow }) => flow.setPassword('b'),
    ({ flow }) => flow.cancelDevice(),
    ({ flow }) => flow.stop(),
  ]
  for (const act of ways) {
    const at = open(withDevice)
    at.answer(companionToken, () => ({ token: testToken() }))
    at.flow.start()
    await vi.advanceTimersByTimeAsync(1000)
    act(at)
    await vi.advanceTimersByTimeAsync(5000)
    expect(at.called(companionToken.path)).toEqual([])
    expect(at.state().deviceBusy).toBe(false)
  }
  const at = open(withDevice)
  at.services.storage.set('freshLogin', true)
  at.flow.start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(at.called(companionToken.path)).toEqual([])
  await toPassword(at)
  await at.flow.next()
  expect(at.services.storage.get('freshLogin')).toBeNull()
})

test('S151 an answer to a device that comes after Cancel changes nothing', async () => {
  const at = open(withDevice)
  let answer = (_: unknown) => {}
  at.answer(companionToken, () => new Promise((resolve) => (answer = resolve)))
  at.flow.start()
  await vi.advanceTimersByTimeAsync(2000)
  at.flow.cancelDevice()
  answer({ token: testToken() })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.user()).toBeNull()
})
