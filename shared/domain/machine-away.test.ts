import { expect, test } from 'vitest'
import { type MachineFacts, machineStatus } from './machine-away.ts'

const there: MachineFacts = {
  ...{ isOnline: true, isIdle: false, hasClient: true, windows: [null], isAsleep: false },
}
const status = (more: Partial<MachineFacts>) => machineStatus({ ...there, ...more })

test.each<readonly [string, Partial<MachineFacts>]>([
  ['ACTIVE', {}],
  ['ACTIVE', { windows: [] }],
  ['IDLE', { isIdle: true }],
  ['LOCKED', { windows: ['LOCKED'] }],
  ['LOCKED', { windows: ['LOCKED'], isIdle: true }],
  ['ASLEEP', { windows: ['ASLEEP', 'ASLEEP'] }],
  ['LOCKED', { windows: ['ASLEEP', 'LOCKED'] }],
  // Another machine is in use.
  ['ACTIVE', { windows: ['LOCKED', null] }],
  ['IDLE', { windows: ['LOCKED', null], isIdle: true }],
  ['OFFLINE', { isOnline: false, windows: [] }],
  ['ASLEEP', { isOnline: false, windows: [], isAsleep: true }],
  ['UNKNOWN', { isOnline: false, windows: [], hasClient: false }],
])('D119 the machine is %s with %o', (word, facts) => {
  expect(status(facts)).toBe(word)
})
