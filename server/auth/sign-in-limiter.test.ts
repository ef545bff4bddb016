import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refusal } from '../refusal.ts'
import { SignInLimiter } from './sign-in-limiter.ts'

const LIMITS = {
  perUserName: { failures: 3, windowSeconds: 60 },
  perAddress: { failures: 5, windowSeconds: 60 },
}
const TOO_MANY = new Refusal(429, 'You have made too many failed requests. Please contact support.')

const wrong = async () => {
  throw new Refusal(401, 'no')
}
const right = async () => 'in'

async function fail(limiter: SignInLimiter, userName: string, address: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await expect(limiter.attempt(userName, address, wrong)).rejects.toMatchObject({ status: 401 })
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('after as many failures as are let through even the right password is refused with 429', async () => {
  const limiter = new SignInLimiter(LIMITS)
  await fail(limiter, 'ann', '10.0.0.1', 3)
  await expect(limiter.attempt('ann', '10.0.0.2', right)).rejects.toEqual(TOO_MANY)
  await expect(limiter.attempt('bob', '10.0.0.1', right)).resolves.toBe('in')
})

test('the window ends and with it the refusal', async () => {
  const limiter = new SignInLimiter(LIMITS)
  await fail(limiter, 'ann', '10.0.0.1', 3)
  vi.advanceTimersByTime(60_001)
  await expect(limiter.attempt('ann', '10.0.0.1', right)).resolves.toBe('in')
})

test('failures under many names count for their address', async () => {
  const limiter = new SignInLimiter(LIMITS)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await fail(limiter, name, '10.0.0.1', 1)
  await expect(limiter.attempt('ann', '10.0.0.1', right)).rejects.toEqual(TOO_MANY)
  await expect(limiter.attempt('ann', '10.0.0.2', right)).resolves.toBe('in')
})

test('an address that is out of attempts does not use up those of a person', async () => {
  const limiter = new SignInLimiter(LIMITS)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await fail(limiter, name, '10.0.0.1', 1)
  for (let i = 0; i < 5; i++)
    await expect(limiter.attempt('ann', '10.0.0.1', wrong)).rejects.toEqual(TOO_MANY)
  await expect(limiter.attempt('ann', '10.0.0.2', right)).resolves.toBe('in')
})

test('a success clears the name and costs the address nothing', async () => {
  const limiter = new SignInLimiter(LIMITS)
  await fail(limiter, 'ann', '10.0.0.1', 2)
  for (let i = 0; i < 20; i++) await limiter.attempt('ann', '10.0.0.1', right)
  await fail(limiter, 'ann', '10.0.0.1', 3)
  await expect(limiter.attempt('ann', '10.0.0.3', right)).rejects.toEqual(TOO_MANY)
})

test('many attempts at once get no further than one after another', async () => {
  const limiter = new SignInLimiter(LIMITS)
  const check = vi.fn(wrong)
  const attempts = Array.from({ length: 20 }, () => limiter.attempt('ann', '10.0.0.1', check))
  await Promise.allSettled(attempts)
  expect(check).toHaveBeenCalledTimes(3)
})

test('a fault of the server is nobody’s failure', async () => {
  const limiter = new SignInLimiter(LIMITS)
  const broken = async () => {
    throw new Error('disk full')
  }
  for (let i = 0; i < 10; i++)
    await expect(limiter.attempt('ann', '10.0.0.1', broken)).rejects.toThrow('disk full')
  await expect(limiter.attempt('ann', '10.0.0.1', right)).resolves.toBe('in')
})

test('addresses of one IPv6 network count together, those of another apart', async () => {
  const limiter = new SignInLimiter(LIMITS)
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    await fail(limiter, name, `2001:db8:1:2::${index}`, 1)
  await expect(limiter.attempt('ann', '2001:db8:1:2:ffff:1:2:3', right)).rejects.toEqual(TOO_MANY)
  await expect(limiter.attempt('ann', '2001:db8:1:3::1', right)).resolves.toBe('in')
})

test('an IPv4 address is one, however it is spelled', async () => {
  const limiter = new SignInLimiter(LIMITS)
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries())
    await fail(limiter, name, ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'][index % 3] ?? '', 1)
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1'])
    await expect(limiter.attempt('ann', address, right)).rejects.toEqual(TOO_MANY)
  await expect(limiter.attempt('ann', '::ffff:192.0.2.2', right)).resolves.toBe('in')
})
