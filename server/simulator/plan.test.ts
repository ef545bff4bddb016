import { expect, test } from 'vitest'
import { isCallable } from '#shared/domain/calling-hours.ts'
import type { DemoScene } from '#shared/domain/demo-clock.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { demoProject } from '../demo/projects.ts'
import { ROTA, shiftsOn } from '../demo/rota.ts'
import { createRandom } from '../seed/random.ts'
import { type Act, freshMemory, type Memory, planStep, type Standing, ticketTimes } from './plan.ts'

const MINUTE = 60_000
const NOON = momentOfField('2026-11-26T12:00')

interface Played {
  readonly acts: readonly (Act & { readonly at: number })[]
  readonly memory: Memory
  readonly people: readonly Standing[]
}

/** Plays a stretch of the demo's day without a database: what is planned happens. */
function play(
  from: number,
  minutes: number,
  {
    speed = 1,
    stepMs = 5000,
    isReal = () => false,
    asked = () => [],
    scene = () => null,
  }: {
    speed?: number
    stepMs?: number
    isReal?: (userID: number, at: number) => boolean
    scene?: (at: number) => { name: DemoScene; at: number } | null
    asked?: (at: number) => { threadID: number; userID: number; at: number }[]
  } = {},
): Played {
  const days = ['2026-11-25', '2026-11-26', '2026-11-27'].flatMap(shiftsOn)
  let people: Standing[] = ROTA.map((worker) => {
    const place = days.findIndex((one) => one.userID === worker.person.id && one.end > from)
    const shift = days[place]
    const isOn = shift !== undefined && shift.start <= from
    return {
      worker,
      activity: isOn ? (worker.isInterviewer ? 'AVAILABLE' : 'HELP LINE') : null,
      projectID: isOn && worker.isInterviewer ? (shift.projectID ?? null) : null,
      since: from,
      shift: shift ? { id: place + 1, start: shift.start, end: shift.end } : null,
      dialler: null,
    }
  })
  let memory = freshMemory(from)
  const acts: (Act & { at: number })[] = []
  let tickets = 0
  for (let now = from + stepMs; now <= from + minutes * MINUTE; now += stepMs) {
    const planned = planStep(
      {
        ...{ now, speed, people, isWanted: () => true, problems: 20, diallerProblems: [3] },
        ...{ scene: scene(now), excessiveShare: 0.15 },
        isReal: (userID) => isReal(userID, now),
        asked: asked(now).filter(({ at }) => at > now - stepMs && at <= now),
        roomsOf: () => [1, 2, 3],
      },
      memory,
    )
    memory = planned.memory
    for (const act of planned.acts) {
      acts.push({ ...act, at: now })
      const change = (values: Partial<Standing>) => {
        people = people.map((one) => (one.worker.person.id === act.userID ? { ...one, ...values } : one))
      }
      if (act.kind === 'START' || act.kind === 'SWITCH')
        change({ activity: act.activity, projectID: act.projectID, since: now })
      else if (act.kind === 'END') change({ activity: 'INACTIVE', projectID: null, since: now, shift: null })
      else if (act.kind === 'DIALLER') change({ dialler: act.status })
      else if (act.kind === 'TICKET') {
        tickets += 1
        const times = ticketTimes(createRandom(tickets), now, speed)
        if (act.problem === 3 && act.stops) memory.scene?.tickets.push(tickets)
        memory.tickets.push({ id: tickets, userID: act.userID, takenAt: null, resolution: 'Done', ...times })
        if (act.stops) change({ activity: 'SYSTEM ISSUES', since: now })
      } else if (act.kind === 'RESOLVE') {
        const of = people.find(({ worker }) => worker.person.id === act.ticket.userID)
        if (of?.activity === 'SYSTEM ISSUES')
          people = people.map((one) =>
            one === of ? { ...one, activity: 'AVAILABLE', projectID: 2101, since: now } : one,
          )
      } else if (act.kind === 'REVIEW')
        memory.reviews.push({ id: acts.length, userID: act.userID, submitAt: now + (8 * MINUTE) / speed })
    }
  }
  return { acts, memory, people }
}

const kinds = (acts: readonly Act[], kind: Act['kind']) => acts.filter((act) => act.kind === kind)

test('D051 30 minutes before and after 9 people come online, switch, complete interviews and raise a ticket', () => {
  const { acts } = play(momentOfField('2026-11-26T08:55'), 30)
  expect(kinds(acts, 'START').length).toBeGreaterThan(20)
  expect(acts.filter((act) => act.kind === 'SWITCH' && act.activity === 'AVAILABLE').length).toBeGreaterThan(
    5,
  )
  expect(kinds(acts, 'TICKET').length).toBeGreaterThan(0)
  expect(kinds(acts, 'DIALLER').length).toBeGreaterThan(10)
  // Whoever worked in the small hours goes.
  expect(kinds(acts, 'END').length).toBeGreaterThanOrEqual(3)
  const noon = play(NOON, 30)
  expect(noon.acts.some((act) => act.kind === 'CALL' && act.call.outcome === 'COMPLETE')).toBe(true)
  expect(kinds(noon.acts, 'SWITCH').length).toBeGreaterThan(3)
})

test('the same memory and world give the same step, and the memory that was given is left alone', () => {
  const [first, second] = [play(NOON, 5), play(NOON, 5)]
  expect(second).toEqual(first)
})

test('calls lie one after the other in the time of their project, and are as long as they are in life', () => {
  const { acts } = play(NOON, 60)
  const calls = acts.flatMap((act) => (act.kind === 'CALL' ? [act.call] : []))
  expect(calls.length).toBeGreaterThan(50)
  for (const own of Map.groupBy(calls, ({ userID }) => userID).values())
    for (const [place, call] of own.entries()) {
      expect(call.start).toBeGreaterThanOrEqual(own[place - 1]?.end ?? NOON)
      expect(call.end).toBeLessThanOrEqual(NOON + 60 * MINUTE)
      expect(isCallable(demoProject(call.projectID).hours, call.start)).toBe(true)
    }
  const complete = calls.filter(({ outcome }) => outcome === 'COMPLETE')
  expect(Math.min(...complete.map(({ start, end }) => end - start))).toBeGreaterThan(5 * MINUTE)
})

test('D056 at speed 20 everything takes a twentieth, and all times stay real', () => {
  const { acts } = play(NOON, 15, { speed: 20 })
  const calls = acts.flatMap((act) => (act.kind === 'CALL' ? [{ ...act.call, at: act.at }] : []))
  const slow = play(NOON, 15).acts.filter(({ kind }) => kind === 'CALL')
  expect(calls.length).toBeGreaterThan(8 * slow.length)
  for (const { start, end, at } of calls) {
    expect(start).toBeGreaterThanOrEqual(NOON)
    expect(end).toBeLessThanOrEqual(at)
  }
})

test('D052 whoever is really there is neither moved nor spoken for', () => {
  const [real] = ROTA.filter(({ isInterviewer, block }) => isInterviewer && block === 'EARLY')
  const id = real?.person.id ?? 0
  const until = NOON + 20 * MINUTE
  const { acts } = play(NOON, 60, {
    isReal: (userID, at) => userID === id && at < until,
    asked: (at) => [{ threadID: 9, userID: id, at: at - 1 }],
  })
  const own = acts.filter(({ userID }) => userID === id)
  expect(own.filter(({ at }) => at < until)).toEqual([])
  expect(own.length).toBeGreaterThan(0)
})

test('D052 a call that went on when somebody came themselves isn’t told, and afterwards they are given time', () => {
  const id = ROTA.find(({ isInterviewer, block }) => isInterviewer && block === 'EARLY')?.person.id ?? 0
  const [from, until] = [NOON + 10 * MINUTE, NOON + 30 * MINUTE]
  const { acts } = play(NOON, 60, { isReal: (userID, at) => userID === id && at >= from && at < until })
  const own = acts.filter(({ userID }) => userID === id)
  const calls = own.flatMap((act) => (act.kind === 'CALL' ? [act.call] : []))
  expect(calls.some(({ end }) => end < from)).toBe(true)
  expect(calls.filter(({ start, end }) => start < until && end >= from)).toEqual([])
  const [next] = own.filter(({ kind, at }) => kind === 'SWITCH' && at >= until)
  expect(next === undefined || next.at >= until + 3 * MINUTE).toBe(true)
})

test('D052 nobody who is really there takes tickets or reviews on', () => {
  const real = new Set(
    ROTA.filter(({ person }) => person.type !== 'INTERVIEWER').flatMap(({ person }, place) =>
      place % 2 === 0 ? [person.id] : [],
    ),
  )
  const { acts } = play(momentOfField('2026-11-26T10:00'), 120, {
    stepMs: 15_000,
    isReal: (userID) => real.has(userID),
  })
  const handled = acts.filter(({ kind }) => kind === 'TAKE' || kind === 'RESOLVE' || kind === 'REVIEW')
  expect(handled.length).toBeGreaterThan(4)
  expect(handled.filter(({ userID }) => real.has(userID))).toEqual([])
})

test('D053 at most one message in 90 seconds, and an answer 20 to 90 seconds after somebody’s question', () => {
  const questions = [1, 2, 3].map((place) => ({
    threadID: place,
    userID: 13 + place,
    at: NOON + place * 9 * MINUTE,
  }))
  const { acts } = play(NOON, 60, { speed: 20, stepMs: 1000, asked: () => questions })
  const said = acts.filter(({ kind }) => kind === 'CHAT' || kind === 'ANSWER')
  expect(kinds(acts, 'CHAT').length).toBeGreaterThan(8)
  for (const [place, one] of said.entries())
    if (place > 0) expect(one.at - (said[place - 1]?.at ?? 0)).toBeGreaterThanOrEqual(90_000)
  const answers = acts.filter(({ kind }) => kind === 'ANSWER')
  expect(answers).toHaveLength(3)
  for (const [place, one] of answers.entries()) {
    const after = one.at - (questions[place]?.at ?? 0)
    expect(after).toBeGreaterThanOrEqual(20_000)
    expect(after).toBeLessThanOrEqual(90_000)
  }
})

test('tickets come about every 25 minutes, a third stop somebody, and most are resolved within 15 minutes', () => {
  const { acts } = play(momentOfField('2026-11-26T09:30'), 330, { stepMs: 15_000 })
  const raised = acts.filter(({ kind }) => kind === 'TICKET')
  expect(raised.length).toBeGreaterThanOrEqual(9)
  expect(raised.length).toBeLessThanOrEqual(20)
  const stopped = raised.filter((act) => act.kind === 'TICKET' && act.stops).length
  expect(stopped).toBeGreaterThan(0)
  expect(stopped).toBeLessThan(raised.length * 0.7)
  expect(kinds(acts, 'TAKE').length).toBeGreaterThan(5)
  expect(kinds(acts, 'RESOLVE').length).toBeGreaterThan(raised.length * 0.6)
})

test('one to three requests and one or two reviews an hour, the reviews submitted', () => {
  const { acts } = play(momentOfField('2026-11-26T10:00'), 240, { stepMs: 15_000 })
  const hours = 4
  expect(kinds(acts, 'REQUEST').length / hours).toBeGreaterThanOrEqual(1)
  expect(kinds(acts, 'REQUEST').length / hours).toBeLessThanOrEqual(3)
  expect(kinds(acts, 'REVIEW').length / hours).toBeGreaterThanOrEqual(1)
  expect(kinds(acts, 'REVIEW').length / hours).toBeLessThanOrEqual(2)
  expect(kinds(acts, 'SUBMIT').length).toBeGreaterThanOrEqual(kinds(acts, 'REVIEW').length - 1)
})

test('somebody’s call goes on to its end before they go home, and whoever is late comes late', () => {
  const { acts } = play(momentOfField('2026-11-26T20:40'), 60)
  const ends = acts.filter(({ kind }) => kind === 'END')
  expect(ends.length).toBeGreaterThanOrEqual(8)
  const nine = momentOfField('2026-11-26T21:00')
  expect(ends.every(({ at }) => at >= nine)).toBe(true)
  const late = play(momentOfField('2026-11-26T14:45'), 60).acts.filter(({ kind }) => kind === 'START')
  const three = momentOfField('2026-11-26T15:00')
  expect(Math.max(...late.map(({ at }) => at))).toBeGreaterThan(three)
  expect(Math.min(...late.map(({ at }) => at))).toBeGreaterThanOrEqual(three - 10 * MINUTE - 90 * MINUTE)
})

test('D057 an outage of the dialler stops at least 5 and as many as are excessive within 2 minutes, until it ends', () => {
  const at = NOON + 5 * MINUTE
  const { acts, people } = play(NOON, 30, {
    scene: (now) => (now >= at && now < at + 15 * MINUTE ? { name: 'DIALLER_OUTAGE', at } : null),
  })
  const stopped = acts.filter(
    (act) => act.kind === 'TICKET' && act.stops && act.at >= at && act.problem === 3,
  )
  const soon = stopped.filter((act) => act.at <= at + 2 * MINUTE)
  expect(soon.length).toBeGreaterThanOrEqual(5)
  expect(new Set(soon.map(({ userID }) => userID)).size).toBe(soon.length)
  const resolved = acts.filter((act) => act.kind === 'RESOLVE' && act.at >= at + 15 * MINUTE)
  expect(resolved.length).toBeGreaterThanOrEqual(5)
  expect(people.filter(({ activity }) => activity === 'SYSTEM ISSUES').length).toBeLessThan(3)
})

test('D057 at night all three are stopped', () => {
  const at = momentOfField('2026-11-26T01:00')
  const { acts } = play(at, 3, { scene: () => ({ name: 'DIALLER_OUTAGE', at }) })
  expect(new Set(acts.filter(({ kind }) => kind === 'TICKET').map(({ userID }) => userID)).size).toBe(3)
})

test('in a rail strike whoever comes to an office is 20 to 60 minutes late, and whoever works at home isn’t', () => {
  const at = momentOfField('2026-11-26T14:20')
  const { acts } = play(at, 105, { stepMs: 10_000, scene: () => ({ name: 'RAIL_STRIKE', at }) })
  const came = acts.filter(({ kind }) => kind === 'START')
  expect(came.length).toBeGreaterThan(5)
  const shifts = new Map(shiftsOn('2026-11-26').map((shift) => [shift.userID, shift]))
  for (const { userID, at: when } of came) {
    const late = when - (shifts.get(userID)?.start ?? 0)
    if (ROTA.find(({ person }) => person.id === userID)?.location === 'HOME')
      expect(late).toBeLessThan(36 * MINUTE)
    else {
      expect(late).toBeGreaterThanOrEqual(20 * MINUTE)
      expect(late).toBeLessThanOrEqual(61 * MINUTE)
    }
  }
})
