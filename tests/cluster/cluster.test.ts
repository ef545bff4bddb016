import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import { Meetings } from '../../server/meetings/meetings.ts'
import type { MainPublisher } from '../../server/shell/main-publisher.ts'
import type { Person } from '../faults/people.ts'
import { whole } from '../whole.ts'
import { CallPerson } from './call-person.ts'
import { type Company, type Member, openCompany } from './company.ts'

const PEOPLE = 4
const KILLS = whole(2, 50)
/** Messages of each round: what is on its way while a server dies. */
const EACH = 4
const WAIT = { interval: 20, timeout: 60_000 }
/** By when people who died with their server are offline to everybody (spec of the installation: 15 s). */
const OFFLINE_MS = 15_000
/** By when everybody is back. */
const BACK_MS = 30_000

/** What waits for leases and restarts, mostly. */
const inTheLongRun = process.env.FIELDWORK_LONG ? test : () => {}

let company: Company
let people: Person[]
let said = 0
beforeAll(async () => {
  company = await openCompany(PEOPLE)
  people = []
  for (let i = 0; i < PEOPLE; i++) people.push(await company.open(i))
  await vi.waitFor(() => expect(people.every((person) => person.isReady())).toBe(true), WAIT)
})
afterAll(() => company?.close())

const [first, second] = [() => company.members[0] as Member, () => company.members[1] as Member]

/** Each says something, in turn, without waiting for an answer. */
function say(count = EACH): void {
  for (let i = 0; i < count; i++)
    for (const [who, person] of people.entries())
      expect(person.chat.send(`p${who} says ${said++}`), `what p${who} typed was taken`).toBe(true)
}

/** Nobody has lost anything, has it twice or in another order than the database. */
async function expectWhole(within = WAIT): Promise<void> {
  await vi.waitFor(async () => {
    expect(people.flatMap((person) => person.refused())).toEqual([])
    const stored = await company.stored()
    expect(stored).toHaveLength(said)
    for (const person of people) {
      expect(person.unsent()).toBe(0)
      expect(person.isWhole()).toBe(true)
      expect(person.shown()).toEqual(stored)
    }
  }, within)
  const stored = await company.stored()
  expect(new Set(stored).size).toBe(said)
  for (const who of people.keys()) {
    const own = stored.filter((text) => text.startsWith(`p${who} `)).map((text) => Number(text.split(' ')[2]))
    expect(own).toEqual(own.toSorted((a, b) => a - b))
  }
}

/** Waits until exactly these are online, as the first server has it; gives how long that took, in ms. */
async function untilOnline(...names: readonly string[]): Promise<number> {
  const from = Date.now()
  await vi.waitFor(async () => expect((await company.online(first())).sort()).toEqual(names), WAIT)
  return Date.now() - from
}

describe('two servers on one database', () => {
  test('people on both hear each other, each message once and in one order', async () => {
    say()
    await expectWhole()
  })

  test(`a server killed in the middle of telling, ${KILLS} times: nothing lost, double or out of order`, async () => {
    const { next } = { next: randomFrom(20) }
    for (let kill = 0; kill < KILLS; kill++) {
      const victim = company.members[kill % 2] as Member
      say()
      // Somewhere between the first commit and the last telling.
      const before = said - Math.floor(next() * EACH * PEOPLE)
      await vi.waitFor(async () => expect((await company.stored()).length).toBeGreaterThan(before - EACH), {
        ...WAIT,
        interval: 1,
      })
      await victim.process?.kill()
      say(1)
      const died = Date.now()
      await expectWhole()
      expect(Date.now() - died).toBeLessThan(BACK_MS)
      await company.start(victim)
    }
  })

  inTheLongRun(
    'people whose server died are offline to the others within 15 s, where they don’t come back',
    async () => {
      const stays = await company.open(0, first)
      const leaves = await company.open(1, second)
      await vi.waitFor(() => expect([stays.isReady(), leaves.isReady()]).toEqual([true, true]), WAIT)
      for (const person of people.splice(0)) person.leave()
      await untilOnline('p1')
      leaves.link.setUp(false)
      await second().process?.kill()
      expect(await untilOnline()).toBeLessThan(OFFLINE_MS)
      expect(await company.db.selectFrom('servers').select('id').execute()).toHaveLength(1)
      leaves.link.setUp(true)
      await company.start(second())
      await untilOnline('p1')
      for (let i = 0; i < PEOPLE; i++) people.push(await company.open(i))
      await vi.waitFor(() => expect(people.every((person) => person.isReady())).toBe(true), WAIT)
    },
  )

  inTheLongRun('without any hint everything is heard, a moment later', async () => {
    await second().process?.stop()
    await company.start(second(), ['--backplane', 'redis://127.0.0.1:1'])
    say()
    await expectWhole()
    await second().process?.stop()
    await company.start(second())
  })

  test('a server that is cut off from the database sends people to the other, and serves again afterwards', async () => {
    company.databaseLink.setUp(false)
    say()
    await expectWhole()
    expect(second()).toMatchObject({ isReady: false, process: expect.anything() })
    await vi.waitFor(
      async () => expect(await company.db.selectFrom('servers').select('id').execute()).toHaveLength(1),
      WAIT,
    )
    company.databaseLink.setUp(true)
    await vi.waitFor(() => expect(second().isReady).toBe(true), WAIT)
    say(1)
    await expectWhole()
  })

  test('a call belongs to one server, the others’ people talk through it, and it goes on at another where that is taken down or killed', async () => {
    const { db, tokens } = company
    const nobody = { isOnline: () => false, toUser: () => {}, toConnection: () => {} }
    const meetings = new Meetings(db, Date.now, nobody as unknown as MainPublisher)
    const names = ['p0', 'p1', 'p2']
    const ids = await db
      .selectFrom('users')
      .select('id')
      .where('userName', 'in', names)
      .orderBy('userName')
      .execute()
    const [hostID = 0, ...others] = ids.map(({ id }) => id)
    const times = { start: Date.now(), end: Date.now() + 900_000, immediate: true }
    const meetingID = await meetings.add({
      ...{ ...times, hostID, hostName: 'p0', ids: others, subject: 'Talk', agenda: '' },
    })
    const talkers = names.map((name, place) => new CallPerson(name, tokens[place] ?? '', meetingID))
    const [ann, ben, cat] = talkers as [CallPerson, CallPerson, CallPerson]
    onTestFinished(async () => void (await Promise.all(talkers.map((one) => one.leave()))))
    const hostOf = () =>
      db
        .selectFrom('callHosts')
        .select(['serverID', 'engineRun'])
        .where('meetingID', '=', meetingID)
        .executeTakeFirst()
    /** Everybody hears both others at the moment, by one engine, and nobody is there twice or away. */
    const untilAllTalk = async () => {
      for (const one of talkers) one.hears()
      await vi.waitFor(async () => {
        const run = (await hostOf())?.engineRun
        for (const one of talkers) {
          expect(one.seen).toMatchObject({ way: 'SERVER', engineRun: run })
          expect(one.people.map(({ seat, isAway }) => [seat, isAway])).toEqual(
            talkers.map(({ seat }) => [seat, false]),
          )
        }
        await delay(100)
        for (const one of talkers) expect(one.hears()).toEqual(names.filter((name) => name !== one.name))
      }, WAIT)
    }
    const [atFirst, atSecond] = [company.urlOf(first()), company.urlOf(second())]
    await ann.sit(atFirst)
    await ben.sit(atSecond)
    // Two talk directly, and the call has its server before the third one comes.
    await vi.waitFor(async () => expect((await hostOf())?.engineRun).toBeTruthy(), WAIT)
    expect(ann.seen).toMatchObject({ way: 'DIRECT', engineRun: null })
    // She comes by her own server's relay alone, which leads to the other one's engine.
    await cat.sit(atFirst, true)
    await untilAllTalk()
    const byBen = await hostOf()
    expect(new Set(talkers.flatMap(({ runs }) => runs))).toEqual(new Set([byBen?.engineRun]))

    // Ben's server has the call, for he was the second one. It is taken down: he comes to the other one.
    await second().process?.stop()
    await ben.sit(atFirst)
    await untilAllTalk()
    const byFirst = await hostOf()
    expect(byFirst?.serverID).not.toBe(byBen?.serverID)

    // The other one is killed, which nobody is told of: its lease has to run out.
    await company.start(second())
    const again = company.urlOf(second())
    await cat.sit(again)
    await untilAllTalk()
    expect(await hostOf()).toEqual(byFirst)
    await first().process?.kill()
    const died = Date.now()
    await Promise.all([ann.sit(again), ben.sit(again)])
    await untilAllTalk()
    expect(Date.now() - died).toBeLessThan(BACK_MS)
    expect((await hostOf())?.serverID).not.toBe(byFirst?.serverID)
    await Promise.all(talkers.map((one) => one.leave()))
    await vi.waitFor(async () => expect(await hostOf()).toBeUndefined(), WAIT)
    await company.start(first())
  })

  test('all servers end at once and start again: everybody is back within 30 s', async () => {
    say(1)
    await Promise.all(company.members.map((member) => member.process?.kill()))
    say(1)
    await Promise.all(company.members.map((member) => company.start(member)))
    const from = Date.now()
    await expectWhole()
    expect(people.every((person) => person.isReady())).toBe(true)
    expect(Date.now() - from).toBeLessThan(BACK_MS)
  })

  inTheLongRun(
    'PostgreSQL that falls over and comes back: everybody goes on, nothing acknowledged is lost',
    async () => {
      say()
      await company.postgres.restart()
      say(1)
      await expectWhole()
    },
  )

  inTheLongRun(
    'one server after the other is taken down and started again; nobody is refused a sign-in',
    async () => {
      for (const member of [first(), second()]) {
        say(1)
        const down = member.process?.stop()
        const other = company.members.find((one) => one !== member) as Member
        await expect(company.signIn(company.urlOf(other), 2)).resolves.toBeTruthy()
        say(1)
        await down
        await company.start(member)
      }
      await expectWhole()
    },
  )
})
