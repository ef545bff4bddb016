import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addCampaign } from '../slots/testing/campaign-fixture.ts'
import { addWindow } from '../slots/testing/window-fixture.ts'
import { addShift } from './testing/shift-fixture.ts'

/** However a shift comes about, the same is against it (spec 4 §5.2). NOON is Monday, 4 May 2026. */
const HOUR = 3_600_000
const DAY = 24 * HOUR
const OWN: PermissionName[] = ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_REQUEST_OVERTIME']
const PLANNER: PermissionName[] = [
  ...(['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_SEE_BOOKINGS'] as const),
  ...(['IRESOURCE_CAN_PROCESS_SHIFT', 'IRESOURCE_CAN_APPROVE_OVERTIME'] as const),
  'IRESOURCE_CAN_SEE_CAMPAIGNS',
]
const REASON = 'Agreed by phone'
let server: TestServer
let restore: () => Promise<void>
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const at = (local: string): number => momentOfField(local)
const iso = (moment: number) => new Date(moment).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  const people: Readonly<Record<string, PermissionName[]>> = {
    ...{ ann: OWN, bob: OWN, pam: PLANNER },
    // Rest and the day off only warn for who may edit core hours.
    ...{ eve: [...PLANNER, 'IRESOURCE_CAN_EDIT_CORE_HOURS'] },
    ...{ kim: [...OWN, 'IRESOURCE_CAN_EDIT_CORE_HOURS'] },
  }
  for (const [userName, permissions] of Object.entries(people)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  restore = await takeSnapshot(db())
})
afterAll(() => server.server.close())
beforeEach(async () => {
  await restore()
  server.clock.now = NOON
})

interface Proposed {
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  /** Whose shift it is to be, and who decides where somebody does. */
  readonly who: string
  readonly by: string
}

const ask = async (who: string, path: string, payload: object): Promise<{ id?: number; value?: string }> =>
  said(await post(server, `/api/resource/${path}`, payload, bearers.get(who))).body as object
/** What the last answer refused with; 'kept' where it didn't. */
const outcome = ({ value }: { value?: string }) => value ?? 'kept'

/** Each way in which a shift comes about. */
const WAYS: Readonly<Record<string, (shift: Proposed) => Promise<string>>> = {
  planner: async ({ start, end, breakMinutes, who, by }) =>
    outcome(
      await ask(by, 'shift/new', {
        shifts: [{ userID: id(who), start: iso(start), end: iso(end), breakMinutes }],
        reason: REASON,
      }),
    ),
  'slot at once': async ({ start, end, breakMinutes, who }) => {
    const { slots } = await addWindow(db(), { slots: [{ start, end, breakMinutes }] })
    return outcome(await ask(who, 'window/book', { slotID: slots[0], reason: REASON }))
  },
  'slot by a planner': async ({ start, end, breakMinutes, who, by }) => {
    const { slots } = await addWindow(db(), {
      ...{ approval: 'MANUAL', slots: [{ start, end, breakMinutes }] },
    })
    const booked = await ask(who, 'window/book', { slotID: slots[0], reason: REASON })
    if (booked.value !== undefined) return booked.value
    const { requestID } = booked as { requestID: number }
    return outcome(
      await ask(by, 'booking/decide', { id: requestID, state: 'APPROVED', note: '', override: REASON }),
    )
  },
  swap: async ({ start, end, breakMinutes, who, by }) => {
    const far = { start: NOON + 60 * DAY, end: NOON + 60 * DAY + 4 * HOUR }
    const own = await addShift(db(), { userID: id(who), ...far, location: 'HOME' })
    const theirs = await addShift(db(), {
      ...{ userID: id('bob'), start, end, breakMinutes, location: 'HOME' },
    })
    const asked = await ask(who, 'shift-request/new', {
      ...{ type: 'SWAP', shiftID: own, toUserID: id('bob'), otherShiftID: theirs, reason: REASON },
    })
    if (asked.value !== undefined) return asked.value
    await ask('bob', 'shift-request/answer', { id: asked.id, state: 'ACCEPTED' })
    return outcome(
      await ask(by, 'shift-request/decide', { id: asked.id, state: 'APPROVED', override: REASON }),
    )
  },
  overtime: async ({ start, end, who, by }) => {
    const local = (moment: number) => londonField(moment).slice(0, 16)
    const asked = await ask(who, 'booking/new', {
      ...{ type: 'OVERTIME', startLocal: local(start), endLocal: local(end), reason: REASON },
    })
    if (asked.value !== undefined) return asked.value
    return outcome(await ask(by, 'booking/decide', { id: asked.id, state: 'APPROVED', override: REASON }))
  },
  'campaign, first come': async ({ start, end, breakMinutes, who }) => {
    const { slots } = await addCampaign(db(), { slots: [{ start, end, breakMinutes }] })
    return outcome(await ask(who, 'campaign/apply', { slotID: slots[0], reason: REASON }))
  },
  'campaign by a planner': async ({ start, end, breakMinutes, who, by }) => {
    const { slots } = await addCampaign(db(), { choice: 'MANUAL', slots: [{ start, end, breakMinutes }] })
    const applied = await ask(who, 'campaign/apply', { slotID: slots[0], reason: REASON })
    if (applied.value !== undefined) return applied.value
    return outcome(await ask(by, 'campaign/decide', { id: applied.id, state: 'ACCEPTED', override: REASON }))
  },
}

/** What somebody has already, as local times from to. */
type Has = readonly (readonly [from: string, to: string])[]
const WEEK = ['11', '12', '13', '14', '15', '16'] as const
const noDayOff: Has = WEEK.map((day) => [`2026-05-${day}T10:00`, `2026-05-${day}T14:00`])
/** Four days of twelve hours a week, but for the last of the 17 weeks, which has an hour less: 816 hours less one. */
const seventeenWeeks: Has = Array.from({ length: 17 }, (_, week) =>
  [0, 1, 2, 3].map((day): readonly [string, string] => {
    const date = londonField(at('2026-05-11') + (week * 7 + day) * DAY + 12 * HOUR).slice(0, 10)
    return [`${date}T08:00`, week === 0 && day === 0 ? `${date}T19:00` : `${date}T20:00`]
  }),
).flat()

interface Case {
  readonly what: string
  readonly has: Has
  readonly from: string
  readonly to: string
  readonly breakMinutes?: number
  readonly text: string
  /** Overtime has no break of its own, and so this isn't about it. */
  readonly isWithBreak?: true
}

const CASES: readonly Case[] = [
  {
    what: 'touches another shift',
    ...{ has: [['2026-05-13T09:00', '2026-05-13T12:00']], from: '2026-05-13T12:00', to: '2026-05-13T14:00' },
    text: 'kept',
  },
  {
    what: 'overlaps another shift by a quarter',
    ...{ has: [['2026-05-13T09:00', '2026-05-13T12:15']], from: '2026-05-13T12:00', to: '2026-05-13T14:00' },
    text: 'Overlaps Shift 13 May, 09:00–12:15.',
  },
  {
    what: 'has 6 hours without a break',
    ...{ has: [], from: '2026-05-13T09:00', to: '2026-05-13T15:00', text: 'kept' },
  },
  {
    what: 'has over 6 hours without a break',
    ...{ has: [], from: '2026-05-13T09:00', to: '2026-05-13T15:15' },
    text: 'A shift of more than 6 hours needs a break of 20 minutes.',
  },
  {
    what: 'has over 6 hours with a break of 20 minutes',
    ...{ has: [], from: '2026-05-13T09:00', to: '2026-05-13T15:15', breakMinutes: 20, isWithBreak: true },
    text: 'kept',
  },
  {
    what: 'has over 6 hours with a break of 19 minutes',
    ...{ has: [], from: '2026-05-13T09:00', to: '2026-05-13T15:15', breakMinutes: 19, isWithBreak: true },
    text: 'A shift of more than 6 hours needs a break of 20 minutes.',
  },
  {
    what: 'begins 11 hours after another',
    ...{ has: [['2026-05-12T18:00', '2026-05-12T22:00']], from: '2026-05-13T09:00', to: '2026-05-13T12:00' },
    text: 'kept',
  },
  {
    what: 'begins a quarter less than 11 hours after another',
    ...{ has: [['2026-05-12T18:00', '2026-05-12T22:15']], from: '2026-05-13T09:00', to: '2026-05-13T12:00' },
    text: 'Less than 11 hours of rest before 13 May, 09:00–12:00.',
  },
  {
    what: 'leaves a day off in seven',
    ...{ has: noDayOff.slice(1), from: '2026-05-17T10:00', to: '2026-05-17T12:00', text: 'kept' },
  },
  {
    what: 'takes the last day off in seven',
    ...{ has: noDayOff, from: '2026-05-17T10:00', to: '2026-05-17T12:00' },
    text: 'No day off in the 7 days to 17 May 2026.',
  },
]

const put = async (who: string, has: Has) => {
  for (const [from, to] of has)
    await addShift(db(), { userID: id(who), start: at(from), end: at(to), location: 'HOME' })
}
const run = (way: string, { from, to, breakMinutes = 0 }: Omit<Case, 'text' | 'what' | 'has'>, more = {}) =>
  (WAYS[way] as (typeof WAYS)[string])({
    ...{ start: at(from), end: at(to), breakMinutes, who: 'ann', by: 'pam' },
    ...more,
  })

for (const way of Object.keys(WAYS))
  test(`D183 ${way}: overlaps, breaks, rest and the day off are refused with their text, each limit from both sides`, async () => {
    const found: string[] = []
    const wanted: string[] = []
    for (const one of CASES) {
      if (way === 'overtime' && one.isWithBreak) continue
      await restore()
      await put('ann', one.has)
      found.push(`${one.what}: ${await run(way, one)}`)
      wanted.push(`${one.what}: ${one.text}`)
    }
    expect(found).toEqual(wanted)
  })

for (const way of Object.keys(WAYS))
  test(`D183 ${way}: who may edit core hours is only warned of rest and the day off, and gives a reason`, async () => {
    // At once it is the person who takes it; they would need the permission themselves.
    const who = way === 'slot at once' || way === 'campaign, first come' ? 'kim' : 'ann'
    for (const { what, has, ...shift } of CASES.filter(({ text }) => /rest|day off/.test(text))) {
      await restore()
      // What asks is checked by the asker: they see what blocks them before anybody decides.
      const asks = way === 'planner' || who === 'kim' ? who : 'kim'
      await put(asks, has)
      expect(`${what}: ${await run(way, shift, { who: asks, by: 'eve' })}`).toBe(`${what}: kept`)
      await restore()
      await put(asks, has)
      if (way !== 'slot at once' && way !== 'campaign, first come')
        expect(await run(way, shift, { who: asks, by: 'pam' })).toBe(shift.text)
    }
  })

for (const way of Object.keys(WAYS))
  test(`D184 ${way}: over 48 hours a week on the mean of 17 weeks is refused without an opt-out and kept with one`, async () => {
    // Friday of the first week: an hour makes the mean 48 hours, a quarter more is over it.
    const from = '2026-05-15T10:00'
    const optedOut = (isOptedOut48: number) =>
      db().updateTable('users').set({ isOptedOut48 }).where('id', '=', id('ann')).execute()
    for (const [to, isOut, text] of [
      ['2026-05-15T11:00', 0, 'kept'],
      ['2026-05-15T11:15', 0, 'Over 48 hours a week on average.'],
      ['2026-05-15T11:15', 1, 'kept'],
    ] as const) {
      await restore()
      await put('ann', seventeenWeeks)
      await optedOut(isOut)
      expect(`${to} ${isOut}: ${await run(way, { from, to })}`).toBe(`${to} ${isOut}: ${text}`)
    }
  })
