import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { PartState } from '#shared/domain/device-fitness.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { FitnessState } from './fitness.ts'
import { createPassport } from './passport.ts'

interface Known {
  readonly internet?: PartState
  readonly device?: PartState
  readonly media?: PartState
  /** States of the needs that 'Unsupported device' names. */
  readonly screen?: PartState
  readonly memorySize?: PartState
  readonly isDesktop?: boolean
  readonly isForeign?: boolean
  readonly isOnline?: boolean
  readonly companion?: 'connected' | 'disconnected' | 'unknown'
  readonly permissions?: readonly PermissionName[]
}

function passport(known: Known) {
  const { internet = 'good', device = 'good', media = 'good', screen = 'good', memorySize = 'good' } = known
  const {
    isDesktop = true,
    isForeign = false,
    isOnline = true,
    companion = 'unknown',
    permissions = [],
  } = known
  const guard = {
    store: createStore(() => ({ unauthorised: isForeign ? {} : null })),
    checkNetwork: vi.fn(async () => {}),
    fitness: {
      readScreen: vi.fn(),
      // The last run can't be read: that makes nothing worse.
      readRun: vi.fn(() => Promise.reject(new Error('not now'))),
      store: createStore(
        () =>
          ({
            ...{ settled: true, isRead: isDesktop },
            fitness: {
              groups: { internet, device, media },
              parts: { screen, memorySize, threadCount: 'good', microphone: media },
            },
          }) as unknown as FitnessState,
      ),
    },
  }
  const made = createPassport({
    desktop: { available: isDesktop },
    session: {
      store: createStore(() => ({
        permissions: { can: (name: PermissionName) => permissions.includes(name) },
      })),
    },
    ...{ guard, companion: { store: createStore(() => ({ companion })) }, isOnline: () => isOnline },
  } as unknown as Parameters<typeof createPassport>[0])
  return { check: made.check, guard }
}

test.each<[string, Known, string[]]>([
  ['all is good', {}, []],
  [
    'what could be better, isn’t known or needed stops nobody',
    { internet: 'attention', device: 'unknown', media: 'skipped' },
    [],
  ],
  [
    'each problem is named, in the order of the passport check',
    { internet: 'problem', device: 'problem', media: 'problem', isForeign: true },
    ['Internet connection', 'Device', 'Sound and camera (microphone)', 'VPN and proxy'],
  ],
  ['offline', { isOnline: false }, ['Internet connection']],
  ['in a browser nobody knows of VPN and proxy', { isDesktop: false, isForeign: true }, []],
  [
    'in a browser processor and memory are rough',
    { isDesktop: false, device: 'problem', memorySize: 'problem' },
    [],
  ],
  [
    'in a browser the screen is known',
    { isDesktop: false, device: 'problem', screen: 'problem' },
    ['Device (screen size)'],
  ],
  [
    'who needs a companion and has none',
    { permissions: ['COMPANION_MODE_REQUIRED'], companion: 'disconnected' },
    ['Companion session'],
  ],
  [
    'who needs a companion and has one',
    { permissions: ['COMPANION_MODE_REQUIRED'], companion: 'connected' },
    [],
  ],
  ['who needs none', { companion: 'disconnected' }, []],
])('4 §4.2.1 the passport check: %s', async (_name, known, missing) => {
  const { check, guard } = passport(known)
  expect(await check()).toEqual(missing)
  // It looks now, and doesn't go by what was seen some time ago.
  for (const look of [guard.checkNetwork, guard.fitness.readScreen, guard.fitness.readRun])
    expect(look).toHaveBeenCalledOnce()
})
