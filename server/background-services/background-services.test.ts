import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextRun, scheduleWords } from '#shared/domain/background-services.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import type { Schedule } from '../schedule.ts'
import { BackgroundServices, isServicePaused } from './background-services.ts'
import type { BackgroundService } from './service.ts'
import { tellFailing } from './tell-failing.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 4, 4, 12)

let db: Database
let now: number
let background: Background
let changed: string[]
let notified: KeptNotification[]
let timers: { at: number; run: () => void }[]

beforeEach(async () => {
  db = await openTestDatabase()
  now = START
  changed = []
  notified = []
  timers = []
  background = new Background((error) => {
    throw error
  })
})
afterEach(async () => {
  await background.settled()
  await db.destroy()
})

/** Lets time pass, and what is due by then happen. */
async function pass(ms: number): Promise<void> {
  const until = now + ms
  for (;;) {
    const next = timers.toSorted((a, b) => a.at - b.at)[0]
    if (!next || next.at > until) break
    timers.splice(timers.indexOf(next), 1)
    now = next.at
    next.run()
    await new Promise((resolve) => setImmediate(resolve))
  }
  now = until
}
const schedule: Schedule = (ms, run) => {
  const timer = { at: now + ms, run }
  timers.push(timer)
  return () => void timers.splice(timers.indexOf(timer), 1)
}

async function server(...services: Partial<BackgroundService>[]): Promise<BackgroundServices> {
  const made = new BackgroundServices(
    {
      db,
      clock: () => now,
      schedule,
      background,
      log: () => {},
      onChange: (key) => changed.push(key),
      onFailing: tellFailing({
        db,
        clock: () => now,
        publisher: { notified: (kept) => notified.push(...kept) },
      }),
    },
    services.map((service) => ({
      key: 'SWEEP',
      name: 'Sweep',
      what: 'Sweeps.',
      schedule: { every: 5 },
      run: async () => {},
      ...service,
    })),
  )
  await made.prepare()
  return made
}

async function tick(services: BackgroundServices): Promise<void> {
  await services.tick()
  await background.settled()
}

const one = async (services: BackgroundServices, key = 'SWEEP') =>
  (await services.list()).find((row) => row.key === key)

/** Work that a test ends. */
function held() {
  let begun = 0
  let end = () => {}
  const run = () => {
    begun++
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  return { run, end: () => end(), begun: () => begun }
}

/** Lets begun work get as far as it gets. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

test('a schedule goes by London’s time of day', () => {
  expect(nextRun({ every: 5 }, START)).toBe(START + 5 * MINUTE)
  const winter = Date.UTC(2026, 0, 7, 2)
  expect(nextRun({ dailyAt: '02:00' }, winter - 1)).toBe(winter)
  expect(nextRun({ dailyAt: '02:00' }, winter)).toBe(winter + 24 * 60 * MINUTE)
  expect(nextRun({ dailyAt: '02:00' }, START)).toBe(Date.UTC(2026, 4, 5, 1))
  expect(nextRun({ weekday: 0, at: '03:00' }, START)).toBe(Date.UTC(2026, 4, 10, 2))
  expect(
    [
      { every: 1 },
      { every: 5 },
      { every: 60 },
      { every: 120 },
      { dailyAt: '02:00' },
      { weekday: 1, at: '03:00' },
    ].map(scheduleWords),
  ).toEqual([
    'Every minute',
    'Every 5 minutes',
    'Every hour',
    'Every 2 hours',
    'Daily at 02:00',
    'Mondays at 03:00',
  ])
})

test('two services of one key don’t start', async () => {
  await expect(server({}, {})).rejects.toThrow('SWEEP')
})

test('A090 a service shows its state, its last run, the next one, and runs and failures of 24 hours', async () => {
  let fails = false
  const services = await server({
    run: async ({ log }) => {
      log('three swept')
      if (fails) throw new Error('no broom')
    },
  })
  expect(await one(services)).toEqual({
    key: 'SWEEP',
    name: 'Sweep',
    what: 'Sweeps.',
    schedule: 'Every 5 minutes',
    state: 'IDLE',
    pause: null,
    lastRun: null,
    nextRunAt: START + 5 * MINUTE,
    runs: 0,
    failures: 0,
    lastError: null,
  })
  now += 5 * MINUTE - 1
  await tick(services)
  expect(await one(services)).toMatchObject({ runs: 0 })
  now += 1
  await tick(services)
  expect(await one(services)).toMatchObject({
    state: 'IDLE',
    lastRun: { key: 'SWEEP', startedAt: now, endedAt: now, outcome: 'DONE' },
    nextRunAt: now + 5 * MINUTE,
    runs: 1,
    failures: 0,
  })
  fails = true
  now += 5 * MINUTE
  await tick(services)
  expect(await one(services)).toMatchObject({ state: 'FAILED', runs: 2, failures: 1, lastError: 'no broom' })
  expect((await one(services))?.lastRun).toMatchObject({ outcome: 'FAILED', error: 'no broom', endedAt: now })
  expect(await services.runs('SWEEP')).toMatchObject([
    { outcome: 'FAILED', error: 'no broom', startedBy: null, lines: [{ at: now, text: 'three swept' }] },
    { outcome: 'DONE', error: '', lines: [{ text: 'three swept' }] },
  ])
  // Windows are told of each beginning and end.
  expect(changed).toEqual(['SWEEP', 'SWEEP', 'SWEEP', 'SWEEP'])
  fails = false
  now += 24 * 60 * MINUTE
  await tick(services)
  expect(await one(services)).toMatchObject({ state: 'IDLE', runs: 1, failures: 0, lastError: 'no broom' })
})

test('A091 ‘run now’ is refused while it runs, also by another server, and one run goes on at a time', async () => {
  const work = held()
  const [first, second] = [await server({ run: work.run }), await server({ run: work.run })]
  expect(await Promise.all([first.runNow('SWEEP', 'Ann'), second.runNow('SWEEP', 'Bob')])).toContain(null)
  await settle()
  expect(work.begun()).toBe(1)
  expect(await first.runNow('SWEEP', 'Ann')).toBe('running')
  expect(await second.runNow('SWEEP', 'Ann')).toBe('running')
  now += 5 * MINUTE
  expect(await one(second)).toMatchObject({ runs: 1 })
  work.end()
  await background.settled()
  expect(await second.runNow('SWEEP', 'Bob')).toBe(null)
  await settle()
  expect(work.begun()).toBe(2)
  expect(await second.runs('SWEEP')).toMatchObject([{ startedBy: 'Bob', outcome: null }, { outcome: 'DONE' }])
  work.end()
  await background.settled()
  expect(await first.runNow('NOTHING', 'Ann')).toBe('unknown')
})

test('A091 of two servers that find it due at once, one runs it; a run of an hour keeps it', async () => {
  const work = held()
  const [first, second] = [await server({ run: work.run }), await server({ run: work.run })]
  now += 5 * MINUTE
  await Promise.all([first.tick(), second.tick()])
  await settle()
  expect(work.begun()).toBe(1)
  for (let minute = 0; minute < 60; minute++) {
    await pass(MINUTE)
    await settle()
    await second.tick()
  }
  await settle()
  expect(work.begun()).toBe(1)
  expect(await one(second)).toMatchObject({ state: 'RUNNING', runs: 1 })
  work.end()
  await background.settled()
  expect(await one(second)).toMatchObject({ state: 'IDLE', nextRunAt: now + 5 * MINUTE })
})

test('A090 of several services each shows its own state, pause and counts; a lost run is a failure', async () => {
  const work = held()
  const services = await server(
    {},
    { key: 'MOP', name: 'Mop', run: work.run },
    {
      ...{ key: 'DUST', name: 'Dust' },
      run: async () => {
        throw new Error('no cloth')
      },
    },
    { key: 'WAX', name: 'Wax', isOff: () => true },
  )
  await services.runNow('SWEEP', 'Ann')
  await services.runNow('DUST', 'Ann')
  await background.settled()
  await services.runNow('SWEEP', 'Ann')
  await background.settled()
  await services.runNow('MOP', 'Ann')
  await services.pause('DUST', { by: 'Ann', reason: 'Moving house', until: now + MINUTE })
  await settle()
  const shown = async () =>
    (await services.list()).map(({ key, state, pause, lastRun, runs, failures }) => [
      ...[key, state, pause?.reason ?? null, lastRun?.outcome ?? null, runs, failures],
    ])
  expect(await shown()).toEqual([
    ['SWEEP', 'IDLE', null, 'DONE', 2, 0],
    ['MOP', 'RUNNING', null, null, 1, 0],
    ['DUST', 'PAUSED', 'Moving house', 'FAILED', 1, 1],
    ['WAX', 'OFF', null, null, 0, 0],
  ])
  work.end()
  await background.settled()
  await db.updateTable('backgroundRuns').set({ outcome: 'LOST' }).where('key', '=', 'MOP').execute()
  now += MINUTE
  expect(await shown()).toEqual([
    ['SWEEP', 'IDLE', null, 'DONE', 2, 0],
    ['MOP', 'FAILED', null, 'LOST', 1, 1],
    ['DUST', 'FAILED', null, 'FAILED', 1, 1],
    ['WAX', 'OFF', null, null, 0, 0],
  ])
})

test('A091 a paused service runs nothing until it is resumed, or until its pause ends', async () => {
  let runs = 0
  const services = await server({ run: async () => void runs++ })
  await services.pause('SWEEP', { by: 'Ann', reason: 'Moving house', until: null })
  now += 60 * MINUTE
  await tick(services)
  expect(await services.runNow('SWEEP', 'Bob')).toBe('paused')
  expect(runs).toBe(0)
  expect(await one(services)).toMatchObject({
    state: 'PAUSED',
    pause: { reason: 'Moving house', by: 'Ann', until: null },
  })
  expect(await isServicePaused(db, 'SWEEP', now)).toBe(true)
  await services.resume('SWEEP')
  await tick(services)
  expect(runs).toBe(1)
  const until = now + 30 * MINUTE
  await services.pause('SWEEP', { by: 'Ann', reason: 'Lunch', until })
  now = until - 1
  await tick(services)
  expect(runs).toBe(1)
  now = until
  await tick(services)
  expect(runs).toBe(2)
  expect(await one(services)).toMatchObject({ state: 'IDLE', pause: null })
  expect(await services.pause('NOTHING', { by: 'Ann', reason: 'x', until: null })).toBe(false)
})

test('A092 what was missed while no server ran runs once after the start', async () => {
  let runs = 0
  const service = { run: async () => void runs++, schedule: { dailyAt: '02:00' } }
  await server(service)
  now += 5 * 24 * 60 * MINUTE
  const next = await server(service)
  await tick(next)
  await tick(next)
  expect(runs).toBe(1)
  expect(await one(next)).toMatchObject({ nextRunAt: Date.UTC(2026, 4, 10, 1) })
})

test('A090 A091 a run whose server died is told as lost once its lease is over, and done again', async () => {
  const dead = held()
  let runs = 0
  const first = await server({ run: dead.run })
  await first.runNow('SWEEP', 'Ann')
  await settle()
  timers = []
  const second = await server({ run: async () => void runs++ })
  now += 90_000 - 1
  expect(await second.runNow('SWEEP', 'Ann')).toBe('running')
  now += 1
  expect(await one(second)).toMatchObject({ state: 'IDLE' })
  expect(await second.runNow('SWEEP', 'Ann')).toBe(null)
  await vi.waitFor(async () =>
    expect(await second.runs('SWEEP')).toMatchObject([
      { outcome: 'DONE' },
      { outcome: 'LOST', error: 'The server ended while it ran.' },
    ]),
  )
  expect(runs).toBe(1)
  expect(await one(second)).toMatchObject({ runs: 2, failures: 1 })
  // What the first server says when it comes back changes nothing.
  dead.end()
  await background.settled()
  expect(await second.runs('SWEEP')).toMatchObject([{ outcome: 'DONE' }, { outcome: 'LOST' }])
})

describe('A093 three failures in a row', () => {
  test('whose permission ends later is notified, not whose has ended or whose account is off', async () => {
    const permission = PERMISSIONS.ADMIN_CAN_SEE_BACKGROUND_SERVICES
    const staying = await holder('staying', permission)
    const leaving = await holder('leaving', permission)
    const gone = await holder('gone', permission)
    const off = await holder('off', permission)
    const lends = (userID: number, endsAt: number) =>
      db.updateTable('userPermissions').set({ endsAt }).where('userID', '=', userID).execute()
    await lends(leaving, now + 1)
    await lends(gone, now)
    await db.updateTable('users').set({ isActive: 0 }).where('id', '=', off).execute()
    const services = await server({
      run: async () => {
        throw new Error('no broom')
      },
    })
    for (let i = 0; i < 3; i++) {
      await services.runNow('SWEEP', 'Ann')
      await background.settled()
    }
    expect(notified.map(({ userID }) => userID).toSorted()).toEqual([staying, leaving].toSorted())
  })

  const flags = () => db.selectFrom('systemFlags').select(['key', 'message', 'clearedAt']).execute()

  async function holder(name: string, permission: number): Promise<number> {
    const { id } = await db
      .insertInto('users')
      .values({
        userName: name,
        displayName: name,
        role: '',
        userType: 'ADMIN',
        areaID: null,
        managerID: null,
        email: null,
        passwordHash: '',
        isActive: 1,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('userPermissions').values({ userID: id, permission }).execute()
    return id
  }

  test('raise a flag and notify who may see the services, once; a success clears it', async () => {
    const ann = await holder('ann', PERMISSIONS.ADMIN_CAN_SEE_BACKGROUND_SERVICES)
    await holder('bob', PERMISSIONS.ADMIN_CAN_SEE_USERS)
    let fails = true
    const run = async () => {
      if (fails) throw new Error('no broom')
    }
    const services = await server({ run }, { key: 'MOP', name: 'Mop', run })
    const again = async (key: string) => {
      await services.runNow(key, 'Ann')
      await background.settled()
    }
    await again('SWEEP')
    await again('SWEEP')
    expect({ flags: await flags(), notified }).toEqual({ flags: [], notified: [] })
    await again('SWEEP')
    await again('SWEEP')
    expect(await flags()).toEqual([
      { key: 'JOB_FAILING', message: 'A background service fails again and again: Sweep.', clearedAt: null },
    ])
    expect(notified.map(({ userID, row }) => [userID, row.subject])).toEqual([
      [ann, 'Sweep has failed 3 times in a row'],
    ])
    for (let i = 0; i < 3; i++) await again('MOP')
    expect(await flags()).toMatchObject([
      { message: 'Background services fail again and again: Sweep, Mop.', clearedAt: null },
    ])
    expect(notified).toHaveLength(2)
    fails = false
    await again('SWEEP')
    expect(await flags()).toMatchObject([
      { message: 'A background service fails again and again: Mop.', clearedAt: null },
    ])
    now += MINUTE
    await again('MOP')
    expect(await flags()).toMatchObject([{ key: 'JOB_FAILING', clearedAt: now }])
  })

  test('two with a success between them are none', async () => {
    let turn = 0
    const services = await server({
      run: async () => {
        if (++turn !== 3) throw new Error('no broom')
      },
    })
    for (let i = 0; i < 5; i++) {
      await services.runNow('SWEEP', 'Ann')
      await background.settled()
    }
    expect(await flags()).toEqual([])
  })
})

test('A090 a service that is off runs only by hand', async () => {
  let runs = 0
  const services = await server({ isOff: () => true, run: async () => void runs++ })
  now += 60 * MINUTE
  await tick(services)
  expect([runs, (await one(services))?.state]).toEqual([0, 'OFF'])
  await services.runNow('SWEEP', 'Ann')
  await background.settled()
  expect(runs).toBe(1)
})

test('a changed schedule holds after the start, and old runs are forgotten beyond the last 100', async () => {
  const services = await server({})
  for (let i = 0; i < 103; i++) {
    now += 5 * MINUTE
    await tick(services)
  }
  expect(await services.forgetOldRuns()).toBe(0)
  now += 24 * 60 * MINUTE
  expect(await services.forgetOldRuns()).toBe(3)
  expect(await services.runs('SWEEP')).toHaveLength(100)
  const next = await server({ schedule: { dailyAt: '02:00' } })
  expect(await one(next)).toMatchObject({
    schedule: 'Daily at 02:00',
    nextRunAt: nextRun({ dailyAt: '02:00' }, now),
  })
})

test('what runs is told when the server stops', async () => {
  let signal: AbortSignal | null = null
  const work = held()
  const services = await server({
    run: (run) => {
      signal = run.signal
      return work.run()
    },
  })
  await services.runNow('SWEEP', 'Ann')
  await settle()
  services.stop()
  expect((signal as AbortSignal | null)?.aborted).toBe(true)
  work.end()
  await background.settled()
})
