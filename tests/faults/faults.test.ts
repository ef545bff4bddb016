import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { randomFrom } from '#shared/domain/random.ts'
import type { chatHub } from '#shared/hubs/chat.ts'
import type { HubClient } from '../../renderer/services/hubs/hub-client.ts'
import { HUB_TOKEN_LIFE_MS } from '../../server/auth/tokens.ts'
import { type Office, openOffice } from './office.ts'
import { type Person, turns, until } from './people.ts'

let office: Office
beforeEach(async () => {
  office = await openOffice()
})
afterEach(async () => {
  await office.close()
  vi.useRealTimers()
})

/** A moment of real time, also while the test's stands still. */
const realTimeout = globalThis.setTimeout
const otherThreads = () => new Promise<void>((resolve) => void realTimeout(resolve, 1))

const QUICK = { reconnectMs: 1 } as const
const ready = (...people: Person[]) =>
  until('the conversation is open', () => people.every((one) => one.isReady()))
const settled = (people: readonly Person[], count: number) =>
  until('all is sent and seen', () =>
    people.every((one) => one.unsent() === 0 && one.messages().length === count),
  )

async function expectSame(people: readonly Person[]): Promise<string[]> {
  const stored = await office.stored()
  expect(new Set(stored).size).toBe(stored.length)
  for (const person of people) expect(person.shown()).toEqual(stored)
  return stored
}

test('hub token expired: the connection is refused, and made with a fresh one; nothing said meanwhile is missing', async () => {
  let expires = true
  const ann = await office.open(0, QUICK)
  const bob = await office.open(1, {
    ...QUICK,
    async hubToken(fresh) {
      const token = await fresh()
      if (expires) office.server.clock.now += HUB_TOKEN_LIFE_MS + 1000
      expires = false
      return token
    },
  })
  await ready(ann, bob)
  expect(ann.chat.send('One')).toBe(true)
  await settled([ann, bob], 1)
  expires = true
  bob.link.cut()
  expect(ann.chat.send('Two')).toBe(true)
  // It may have been connecting just then, with a token from before.
  await until('another token expired', () => {
    if (expires && bob.isReady()) bob.link.cut()
    return !expires
  })
  await settled([ann, bob], 2)
  expect(await expectSame([ann, bob])).toEqual(['One', 'Two'])
})

test('a clock that is behind: order and days are the server’s', async () => {
  const slow = () => office.server.clock.now - 26 * 3_600_000
  const ann = await office.open(0, { ...QUICK, now: slow })
  const bob = await office.open(1, QUICK)
  await ready(ann, bob)
  for (const [person, text] of [
    [bob, 'One'],
    [ann, 'Two'],
    [bob, 'Three'],
    [ann, 'Four'],
  ] as const) {
    expect(person.chat.send(text)).toBe(true)
    // Not yet confirmed, one's own stands at the end all the same.
    expect(person.shown().at(-1)).toBe(text)
    await until('it is there', () =>
      [ann, bob].every((one) => one.unsent() === 0 && one.shown().at(-1) === text),
    )
  }
  expect(await expectSame([ann, bob])).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(ann.messages().map(({ entryTime }) => entryTime)).toEqual(
    bob.messages().map(({ entryTime }) => entryTime),
  )

  // And a server whose clock is put back: what is newer stays below.
  office.server.clock.now -= 3_600_000
  expect(bob.chat.send('Five')).toBe(true)
  await settled([ann, bob], 5)
  expect((await expectSame([ann, bob])).at(-1)).toBe('Five')
})

/** A hub whose events come twice, and not in their order. */
function unruly(hub: HubClient<typeof chatHub>, random: () => number): HubClient<typeof chatHub> {
  const waiting: (() => void)[] = []
  const release = () => {
    for (const deliver of waiting.splice(0).sort(() => random() - 0.5)) deliver()
  }
  return {
    get state() {
      return hub.state
    },
    start: () => hub.start(),
    stop: () => hub.stop(),
    invoke: (method, ...args) => hub.invoke(method, ...args),
    onConnected: (listener) => hub.onConnected(listener),
    subscribe: (listener) => hub.subscribe(listener),
    on(event, listener) {
      return hub.on(event, (...args) => {
        for (let copy = 0; copy < 2; copy++) waiting.push(() => listener(...args))
        void turns(Math.floor(random() * 40)).then(release)
      })
    },
  }
}

test('duplicate and out-of-order events: each message once, in the server’s order, as it was edited last', async () => {
  const random = randomFrom(11)
  const ann = await office.open(0, QUICK)
  const bob = await office.open(1, { ...QUICK, hubThrough: (hub) => unruly(hub, random) })
  await ready(ann, bob)
  for (let n = 0; n < 40; n++) {
    await until('the last is sent', () => ann.chat.send(`Message ${n}`))
    if (n % 4 === 0) await until('it is sent', () => ann.unsent() === 0)
  }
  await settled([ann, bob], 40)
  await expectSame([ann, bob])
  const { edit, remove } = changes(office)
  const [first, second, third] = ann.messages()
  for (const text of ['better', 'best']) {
    office.server.clock.now += 1000
    await edit(first?.id, text)
  }
  await remove(second?.id)
  const [one, two] = [() => bob.messages()[0], () => bob.messages()[1]]
  await until('the changes are seen', () => one()?.message === 'best' && two()?.deleted === true)
  await turns(200)
  expect(bob.messages().slice(0, 3)).toMatchObject([
    { message: 'best', edited: true },
    { deleted: true },
    { id: third?.id, message: 'Message 2' },
  ])
  expect(bob.chat.store.getState().threads[0]?.unread).toBe(0)
})

/** Edits and deletes as ann. */
function changes({ links: [link], ann, threadID }: Office) {
  const call = async (path: string, id: number | undefined, message: string) => {
    const response = await fetch(`${link.url}/api/my-team-chatroom/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ann}` },
      body: JSON.stringify({ id, source: 'MESSAGE', sourceID: threadID, message }),
    })
    expect(response.status).toBe(200)
  }
  return {
    edit: (id: number | undefined, text: string) => call('edit-message', id, text),
    remove: (id: number | undefined) => call('delete-message', id, ''),
  }
}

describe('2 s latency and 10 % loss', () => {
  const LATENCY_MS = 2000
  const LOSS = 0.1
  /** What is lost is sent again after this long; and of so many losses the connection dies. */
  const AGAIN_MS = 3000
  const DEADLY = 0.2
  /** As routers do; the hub says something every 15 s. */
  const FORGETS_MS = 60_000
  const STEP_MS = 250
  const LIMIT_MS = 4 * 3_600_000

  test('a conversation comes through whole, with the product’s own times', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const random = randomFrom(3)
    const weather = {
      delayMs: LATENCY_MS,
      loses: () => random() < LOSS,
      againMs: AGAIN_MS,
      dies: () => random() < DEADLY,
      forgetsMs: FORGETS_MS,
    }
    for (const link of office.links) link.weather = weather
    let passed = 0
    let step = 0
    /** Time goes on, while what is on its way arrives, until something is true. */
    const until = async (what: string, isTrue: () => boolean) => {
      while (!isTrue()) {
        if (passed > LIMIT_MS) throw new Error(`It never happened: ${what}`)
        vi.advanceTimersByTime(STEP_MS)
        passed += STEP_MS
        await turns(8)
        // Signatures are checked by other threads, which time must not run away from.
        if (step++ % 4 === 0) await otherThreads()
      }
    }
    const people = [await office.open(0), await office.open(1)] as const
    await until('both have it open', () => people.every((person) => person.isReady()))
    for (let n = 0; n < 24; n++) {
      const person = people[n % 2] ?? people[0]
      await until('it is taken', () => person.chat.send(`Message ${n}`))
    }
    await until('all is sent', () => people.every((person) => person.unsent() === 0))
    await until('all is seen', () => people.every((person) => person.messages().length === 24))
    const stored = await expectSame(people)
    for (const own of [0, 1]) {
      const mine = stored.map((text) => Number(text.slice(8))).filter((n) => n % 2 === own)
      expect(mine).toEqual([...mine].sort((a, b) => a - b))
    }
  })
})
