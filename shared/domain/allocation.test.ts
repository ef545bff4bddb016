import { expect, test } from 'vitest'
import {
  type AllocatedPerson,
  type AllocatedProject,
  type Block,
  checkAllocation,
  faultText,
  isCalling,
  mergedBlocks,
  paint,
  scheduledBlocks,
  workedHours,
} from './allocation.ts'
import { momentOfField } from './london-time.ts'
import { type ProposedProject, type ProposeFacts, proposeAllocation } from './propose-allocation.ts'
import { randomFrom } from './random.ts'

const HOUR = 3_600_000
const at = momentOfField
const DAY = '2026-05-05'
const span = (from: string, to: string) => ({ start: at(`${DAY}T${from}`), end: at(`${DAY}T${to}`) })
const PROJECT: AllocatedProject = {
  ...{ id: 1, name: 'Rail', isLive: true, skills: [], maximumPeople: null, timeZone: 'Europe/London' },
  callingHours: [],
}
const PERSON: AllocatedPerson = {
  ...{ userID: 7, name: 'Ann Ash', skills: [] },
  shifts: [span('09:00', '13:00'), span('13:00', '17:00')],
}
const said = (
  from: string,
  to: string,
  more: { project?: Partial<AllocatedProject>; person?: Partial<AllocatedPerson>; others?: Block[] } = {},
) =>
  checkAllocation(
    span(from, to),
    { ...PERSON, ...more.person },
    { ...PROJECT, ...more.project },
    more.others ?? [],
  ).map(faultText)

test('nothing is against somebody on shift, over shifts that touch too', () => {
  expect(said('09:00', '17:00')).toEqual([])
})

test('D153 a skill has to be held to the last day of the allocation', () => {
  const project = { skills: [{ id: 3, name: 'Welsh' }] }
  const lacks = ['Ann Ash lacks the skill Welsh.']
  expect(said('09:00', '10:00', { project })).toEqual(lacks)
  const held = (expires: string | null) => ({ person: { skills: [{ skillID: 3, expires }] } })
  expect(said('09:00', '10:00', { project, ...held(null) })).toEqual([])
  expect(said('09:00', '10:00', { project, ...held(DAY) })).toEqual([])
  expect(said('09:00', '10:00', { project, ...held('2026-05-04') })).toEqual(lacks)
  // Midnight ends the day: none of the next is in it.
  const night = { start: at(`${DAY}T22:00`), end: at('2026-05-06T00:00') }
  const person = { ...PERSON, skills: [{ skillID: 3, expires: DAY }], shifts: [night] }
  expect(checkAllocation(night, person, { ...PROJECT, ...project }, [])).toEqual([])
})

test('D153 off shift is refused, by a quarter of an hour at either end too', () => {
  const off = ['Ann Ash is not on shift then.']
  expect(said('08:45', '10:00')).toEqual(off)
  expect(said('16:00', '17:15')).toEqual(off)
  expect(said('18:00', '19:00')).toEqual(off)
  expect(
    said('12:00', '14:00', { person: { shifts: [span('09:00', '12:45'), span('13:00', '17:00')] } }),
  ).toEqual(off)
})

test('D153 the maximum counts people at once, not over the time', () => {
  const block = (userID: number, from: string, to: string): Block => ({
    ...{ userID, projectID: 1 },
    ...span(from, to),
  })
  const two = { project: { maximumPeople: 2 } }
  const full = ['Rail has its maximum of 2 people.']
  expect(
    said('09:00', '12:00', { ...two, others: [block(1, '09:00', '10:00'), block(2, '10:00', '12:00')] }),
  ).toEqual([])
  expect(
    said('09:00', '12:00', { ...two, others: [block(1, '09:00', '11:00'), block(2, '10:45', '12:00')] }),
  ).toEqual(full)
  expect(
    said('09:00', '12:00', { ...two, others: [block(1, '07:00', '09:00'), block(2, '12:00', '13:00')] }),
  ).toEqual([])
  expect(
    said('09:00', '10:00', { project: { maximumPeople: 1 }, others: [block(1, '09:00', '11:00')] }),
  ).toEqual(['Rail has its maximum of 1 person.'])
  const one = { project: { maximumPeople: 1 } }
  expect(said('09:00', '12:00', one)).toEqual([])
  expect(
    said('09:00', '12:00', { ...one, others: [block(1, '07:00', '09:00'), block(2, '12:00', '13:00')] }),
  ).toEqual([])
})

test('D153 calling hours are by the project’s own clock', () => {
  const tuesday = [{ weekday: 2, from: '09:00', to: '12:00' }]
  const outside = ['Outside the calling hours of Rail.']
  expect(said('09:00', '12:00', { project: { callingHours: tuesday } })).toEqual([])
  expect(said('09:00', '12:15', { project: { callingHours: tuesday } })).toEqual(outside)
  expect(
    said('09:00', '10:00', { project: { callingHours: [{ ...tuesday[0], weekday: 3 } as never] } }),
  ).toEqual(outside)
  // 9 o'clock in London is 18:00 in Sydney.
  const sydney = { timeZone: 'Australia/Sydney', callingHours: [{ weekday: 2, from: '18:00', to: '24:00' }] }
  expect(said('09:00', '15:00', { project: sydney })).toEqual([])
  expect(said('09:00', '15:15', { project: sydney })).toEqual(outside)
  expect(isCalling({ ...PROJECT, ...sydney }, at(`${DAY}T08:45`))).toBe(false)
})

test('D153 a project that isn’t live is refused', () => {
  expect(said('09:00', '10:00', { project: { isLive: false } })).toEqual(['Rail is not live.'])
})

test('a person has one allocation at a time: what lies under a new one makes room', () => {
  const random = randomFrom(1)
  const int = (to: number) => Math.floor(random() * to)
  for (let round = 0; round < 200; round += 1) {
    let blocks: Block[] = []
    const quarters = new Map<number, number | null>()
    for (let stroke = 0; stroke < 12; stroke += 1) {
      const start = int(40)
      const end = start + 1 + int(12)
      const projectID = int(4) === 0 ? null : 1 + int(3)
      for (let q = start; q < end; q += 1) quarters.set(q, projectID)
      const { gone, added } = paint(blocks, { userID: 7, projectID, start, end })
      blocks = [...blocks.filter((one) => !gone.includes(one)), ...added]
    }
    for (let q = 0; q < 60; q += 1) {
      const here = blocks.filter(({ start, end }) => start <= q && q < end)
      expect(here.map(({ projectID }) => projectID)).toEqual(quarters.get(q) ? [quarters.get(q)] : [])
    }
    expect(mergedBlocks(mergedBlocks(blocks))).toEqual(mergedBlocks(blocks))
  }
})

test('others’ blocks stay where somebody’s are painted', () => {
  const other = { userID: 8, projectID: 1, ...span('09:00', '12:00') }
  expect(paint([other], { userID: 7, projectID: 2, ...span('09:00', '12:00') }).gone).toEqual([])
})

test('what people are to work goes by the allocation, and by the shift’s project where there is none', () => {
  const shift = { userID: 7, projectID: 5, ...span('09:00', '13:00') }
  const own = { userID: 7, projectID: 1, ...span('10:00', '11:00') }
  expect(scheduledBlocks([shift], [own])).toEqual([
    { userID: 7, projectID: 5, ...span('09:00', '10:00') },
    own,
    { userID: 7, projectID: 5, ...span('11:00', '13:00') },
  ])
  expect(scheduledBlocks([{ ...shift, projectID: null }], [own])).toEqual([own])
  // Off shift nothing counts.
  expect(scheduledBlocks([{ ...shift, ...span('10:30', '13:00'), projectID: null }], [own])).toEqual([
    { ...own, start: at(`${DAY}T10:30`) },
  ])
})

test('hours of a block are less its share of the shift’s break', () => {
  const shift = { userID: 7, breakMinutes: 60, ...span('09:00', '13:00') }
  const block = (from: string, to: string) => [{ userID: 7, projectID: 1, ...span(from, to) }]
  const day = span('00:00', '23:00')
  expect(workedHours(block('09:00', '13:00'), [shift], day)).toBe(3)
  expect(workedHours(block('09:00', '11:00'), [shift], day)).toBe(1.5)
  expect(workedHours(block('09:00', '13:00'), [shift], span('11:00', '23:00'))).toBe(1.5)
  expect(workedHours(block('14:00', '15:00'), [shift], day)).toBe(1)
})

/** A week of a company that is made up. */
function company(seed: number, size: { people: number; projects: number; days: number }): ProposeFacts {
  const random = randomFrom(seed)
  const int = (to: number) => Math.floor(random() * to)
  const start = at('2026-05-04')
  const projects: ProposedProject[] = Array.from({ length: size.projects }, (_, place) => {
    const needs = int(6)
    return {
      ...{ id: place + 1, name: `P${place + 1}`, isLive: int(8) > 0 },
      skills: int(2) ? [{ id: 1 + int(3), name: 'Skill' }] : [],
      maximumPeople: int(2) ? 1 + int(6) : null,
      timeZone: int(3) ? 'Europe/London' : 'America/New_York',
      callingHours: int(3)
        ? [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '10:00', to: '20:00' }))
        : [],
      ...{ targetCompletes: 100 + int(500), achieved: int(200), cells: [], rate: 0.5 + int(3) },
      priority: (['LOW', 'MEDIUM', 'HIGH', 'EMERGENCY'] as const)[int(4)] ?? 'LOW',
      ...{ isBoosted: int(5) === 0, minimumPeople: int(3), hoursElsewhere: 0, endsAt: null },
      neededAt: (hour) => (new Date(hour).getUTCHours() >= 8 ? needs * 0.7 : 0),
    }
  })
  const people: AllocatedPerson[] = Array.from({ length: size.people }, (_, place) => ({
    ...{ userID: place + 1, name: `N${place + 1}` },
    skills: [1, 2, 3].filter(() => int(3) > 0).map((skillID) => ({ skillID, expires: null })),
    shifts: Array.from({ length: size.days }, (_, day) => {
      const from = start + day * 24 * HOUR + (8 + int(8)) * HOUR + int(4) * (HOUR / 4)
      return { start: from, end: from + (3 + int(6)) * HOUR }
    }),
  }))
  const blocks = people
    .filter(() => int(5) === 0)
    .map(({ userID, shifts: [first] }) => ({
      ...{ userID, projectID: 1 + int(size.projects), start: first?.start ?? 0 },
      end: (first?.start ?? 0) + HOUR,
    }))
  return {
    ...{ range: { start, end: start + size.days * 24 * HOUR }, now: start, projects, people, blocks },
    indexOf: (userID, projectID) => 60 + ((userID * 7 + projectID * 13) % 80),
  }
}

test('D154 a proposal breaks no rule, keeps what is there, and is the same for the same input', () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const facts = company(seed, { people: 10, projects: 5, days: 2 })
    const { blocks, forecasts } = proposeAllocation(facts)
    expect(proposeAllocation(company(seed, { people: 10, projects: 5, days: 2 }))).toEqual({
      blocks,
      forecasts,
    })
    const all = [...facts.blocks, ...blocks]
    for (const one of blocks) {
      const person = facts.people.find(({ userID }) => userID === one.userID)
      const project = facts.projects.find(({ id }) => id === one.projectID)
      if (!person || !project) throw new Error('unknown')
      const others = all.filter((b) => b.projectID === one.projectID && b.userID !== one.userID)
      expect(checkAllocation(one, person, project, others)).toEqual([])
      expect(
        all.filter((b) => b !== one && b.userID === one.userID && b.start < one.end && b.end > one.start),
      ).toEqual([])
    }
    for (const { before, after } of forecasts) expect(after).toBeGreaterThanOrEqual(before)
  }
})

test('D154 boosted comes first, then priority, then who is furthest behind; people by index', () => {
  const base: ProposedProject = {
    ...PROJECT,
    ...{ targetCompletes: 100, achieved: 50, cells: [], rate: 1, priority: 'MEDIUM', isBoosted: false },
    ...{ minimumPeople: 0, hoursElsewhere: 0, endsAt: null, neededAt: () => 1 },
  }
  const facts = (projects: ProposedProject[], people = [PERSON]): ProposeFacts => ({
    ...{ range: span('00:00', '23:00'), now: at(DAY), projects, people, blocks: [] },
    indexOf: (userID) => userID,
  })
  const first = (...projects: ProposedProject[]) => proposeAllocation(facts(projects)).blocks[0]?.projectID
  expect(first({ ...base, id: 1, priority: 'EMERGENCY' }, { ...base, id: 2, isBoosted: true })).toBe(2)
  expect(first({ ...base, id: 1, achieved: 1 }, { ...base, id: 2, priority: 'HIGH' })).toBe(2)
  expect(first({ ...base, id: 1 }, { ...base, id: 2, achieved: 20 })).toBe(2)
  expect(first({ ...base, id: 1 }, { ...base, id: 2 })).toBe(1)
  const better = { ...PERSON, userID: 9 }
  const { blocks, forecasts } = proposeAllocation(facts([base], [PERSON, better]))
  // One is needed: the better one has the whole of the shift, without a change.
  expect(blocks).toEqual([{ userID: 9, projectID: 1, ...span('09:00', '17:00') }])
  expect(forecasts).toEqual([{ projectID: 1, before: 50, after: 58 }])
})

test('D154 60 people, 8 projects and a week take at most 3 s', () => {
  const facts = company(99, { people: 60, projects: 8, days: 7 })
  const began = performance.now()
  expect(proposeAllocation(facts).blocks.length).toBeGreaterThan(50)
  expect(performance.now() - began).toBeLessThan(3000)
})
