import { expect, test, vi } from 'vitest'
import type { magicHub } from '#shared/hubs/magic.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { waitForMagicLink } from './magic-link-wait.ts'

function wait(answer: () => Promise<void> = async () => {}) {
  const hub = fakeHub<typeof magicHub>({ onJoinQueue: answer })
  const stop = vi.spyOn(hub, 'stop')
  const states: string[] = []
  const keys: string[] = []
  const leave = waitForMagicLink(hub, 'k1', {
    onState: (state) => void states.push(state),
    onConfirmed: (key) => void keys.push(key),
  })
  return { hub, stop, states, keys, leave }
}

test('S148 it joins the queue by onJoinQueue with the client key, waits, and leaves with the first magicKeyConfirmed', async () => {
  const at = wait()
  expect(at.states).toEqual(['CONNECTING'])
  expect(at.hub.invoked).toEqual([])
  at.hub.connect()
  await vi.waitFor(() => expect(at.states).toEqual(['CONNECTING', 'WAITING']))
  expect(at.hub.invoked).toEqual([{ method: 'onJoinQueue', args: ['k1'] }])
  expect(at.stop).not.toHaveBeenCalled()
  at.hub.fire('magicKeyConfirmed', 'magic-1')
  at.hub.fire('magicKeyConfirmed', 'magic-2')
  expect(at.keys).toEqual(['magic-1'])
  expect(at.stop).toHaveBeenCalledTimes(1)
  at.leave()
  expect(at.stop).toHaveBeenCalledTimes(1)
})

test('S148 who left the queue while it was joined isn’t told that it waits', async () => {
  let joined = () => {}
  const at = wait(() => new Promise((resolve) => (joined = resolve)))
  at.hub.connect()
  at.leave()
  joined()
  await Promise.resolve()
  await Promise.resolve()
  at.hub.fire('magicKeyConfirmed', 'late')
  expect({ states: at.states, keys: at.keys }).toEqual({ states: ['CONNECTING'], keys: [] })
})
