import { expect, test, vi } from 'vitest'
import { clientUpdates } from './client-updates.ts'
import type { Policy } from './config/policy.ts'
import type { HostSystem } from './platform/host-system.ts'
import { FakeScheduler } from './services/fake-scheduler.ts'

const UPDATE_LOOK_MS = 14_400_000
const FIRST_LOOK_MS = 60_000

// Without its binary Electron can't be imported. Nothing of it is used before a feed answers.
vi.mock('electron', () => ({ net: {} }))

const NOW = Date.UTC(2026, 10, 23)

test('the windows are told by the client as it is put together that nothing newer was seen', async () => {
  const scheduler = new FakeScheduler()
  const clock = { now: NOW }
  const told: unknown[] = []
  clientUpdates({
    app: { isPackaged: true, getVersion: () => '1.1.0' },
    system: { platform: 'win32', run: async () => '', env: {} } as unknown as HostSystem,
    // Outside of Electron there is no updater, so nothing is heard.
    deployment: () => ({ updates: { feed: 'https://u.example', publishers: ['Northgate'] } }) as never,
    policy: { updates: true } as Policy,
    publicKey: '',
    signIn: () => {},
    windows: { emitToAll: (name, payload) => void told.push([name, payload]) },
    isInMeeting: () => false,
    silenceFile: { read: () => JSON.stringify({ heardAt: NOW, expires: 0 }), write: () => {} },
    now: () => clock.now,
    scheduler,
    report: () => {},
  })
  clock.now = NOW + 14 * 86_400_000 - 1
  await scheduler.advance(FIRST_LOOK_MS)
  await vi.waitFor(() => expect(told).toEqual([]))
  clock.now += 1
  await scheduler.advance(UPDATE_LOOK_MS)
  await vi.waitFor(() => expect(told).toEqual([['updatesSilent', { days: 14 }]]))
})
