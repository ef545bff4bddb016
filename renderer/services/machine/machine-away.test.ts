import { expect, test } from 'vitest'
import type { mainHub } from '#shared/hubs/main.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeHub } from '../../testing/fake-hub.ts'
import { createAwayTelling } from './machine-away.ts'

function open(host = fakeDesktop({})) {
  const hub = fakeHub<typeof mainHub>()
  const telling = createAwayTelling({ desktop: host.desktop, hub })
  const told = () => hub.invoked.splice(0).map(({ method, args }) => [method, ...args])
  return { host, telling, told }
}

test('D119 a lock, sleep, and the end of each are told; who wakes a locked machine has it locked still', () => {
  const { host, telling, told } = open()
  const off = telling.watch()
  host.fire('machineAway', { cause: 'lock' })
  host.fire('machineAway', { cause: 'sleep' })
  host.fire('machineBack', { cause: 'wake' })
  host.fire('machineBack', { cause: 'unlock' })
  expect(told()).toEqual([
    ['setMachineAway', 'LOCKED'],
    ['setMachineAway', 'ASLEEP'],
    ['setMachineAway', 'LOCKED'],
    ['setMachineAway', null],
  ])
  // Unlocked before it was told that it woke: it is in use.
  host.fire('machineAway', { cause: 'sleep' })
  host.fire('machineBack', { cause: 'unlock' })
  expect(told().at(-1)).toEqual(['setMachineAway', null])
  off()
  host.fire('machineAway', { cause: 'lock' })
  expect(told()).toEqual([])
})

test('a new connection is told of what still holds, and of nothing else', () => {
  const { host, telling, told } = open()
  const off = telling.watch()
  telling.resend()
  expect(told()).toEqual([])
  host.fire('machineAway', { cause: 'lock' })
  told()
  telling.resend()
  expect(told()).toEqual([['setMachineAway', 'LOCKED']])
  off()
})
