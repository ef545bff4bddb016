import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAIL_STATES, nextTry } from '#shared/domain/mail.ts'
import { Sealer } from '../auth/sealer.ts'
import { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { keepPicture } from '../legal/company-pictures.ts'
import { LOGO_CID } from './html.ts'
import { type Mail, Outbox } from './outbox.ts'
import { openSmtp } from './smtp.ts'
import { startMailServer } from './testing/mail-server.ts'
import { MailError, type MailRoute, type OutgoingMail } from './transport.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.UTC(2026, 4, 4)
const mail: Mail = { to: 'ann@mail.example', subject: 'Hello', text: 'a plain text' }
const link = {
  href: 'https://work.example/public/x/secret-token',
  label: 'Open',
  endsAt: START + 30 * MINUTE,
}
const linked: Mail = { ...mail, text: `Open this:\n\n${link.href}`, link, kind: 'SIGN_IN_LINK' }

let db: Database
let sealer: Sealer
let now: number
let sent: OutgoingMail[]
let failures: number[]
let background: Background
/** What the way out does with a mail; throws what it refuses. */
let take: (mail: OutgoingMail) => Promise<string> | string
let isSetUp: boolean
let perMinute: number
let isPaused: boolean

beforeEach(async () => {
  db = await openTestDatabase()
  sealer = await Sealer.open(db)
  now = START
  sent = []
  failures = []
  take = () => '250 OK'
  isSetUp = true
  perMinute = 1000
  isPaused = false
  background = new Background((error) => {
    throw error
  })
})
afterEach(() => db.destroy())

const route = (): MailRoute => ({
  from: 'office@work.example',
  isAtOnce: false,
  get perMinute() {
    return perMinute
  },
  async send(one) {
    const answer = await take(one)
    sent.push(one)
    return answer
  },
  close: () => {},
})

/** A server's own outbox, as another process has it. */
const outbox = (open: () => Promise<MailRoute | null> = async () => (isSetUp ? route() : null)) =>
  new Outbox({
    db,
    clock: () => now,
    sealer,
    background,
    openRoute: open,
    isPaused: async () => isPaused,
    onFailure: (id) => failures.push(id),
  })

const rows = () => db.selectFrom('mails').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map(({ state }) => state)
const attempts = () =>
  db.selectFrom('mailAttempts').select(['startedAt', 'outcome', 'answer']).orderBy('id').execute()
const never = () => new Promise<never>(() => {})
async function post(one: Mail = mail): Promise<void> {
  await outbox().post(one)
  await background.settled()
}
/** Lets begun work get as far as it gets. */
async function settle(): Promise<void> {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve))
}

test('A117 a mail is handed over with its answer noted, and keeps no text', async () => {
  await post()
  expect(sent).toMatchObject([{ to: 'ann@mail.example', subject: 'Hello', text: 'a plain text' }])
  expect(await rows()).toMatchObject([
    {
      state: 'SENT',
      content: null,
      from: 'office@work.example',
      endedAt: START,
      lastAnswer: '250 OK',
      tries: 1,
    },
  ])
  expect(await attempts()).toEqual([{ startedAt: START, outcome: 'SENT', answer: '250 OK' }])
})

test('A117 the text of a mail lies sealed until it is handed over, cancelled or over, and is gone then', async () => {
  isSetUp = false
  await post(linked)
  const kept = JSON.stringify(await rows())
  for (const secret of ['secret-token', 'Open this']) expect(kept).not.toContain(secret)
  expect((await rows())[0]?.content).toBeTruthy()
  // It can't be opened as another mail's.
  const [first] = await rows()
  expect(() => sealer.unseal(first?.content ?? '', 'mail/<other@x>')).toThrow()
  expect([await outbox().cancel(1), await outbox().cancel(1), await outbox().cancel(99)]).toEqual([
    ...[null, 'notWaiting', 'gone'],
  ])
  expect(await rows()).toMatchObject([{ state: 'CANCELLED', content: null }])
  isSetUp = true
  await outbox().tend()
  expect(sent).toEqual([])
})

test('the waits between tries, up to nine in 48 hours', () => {
  let at = START
  const waits: number[] = []
  for (let tries = 1; ; tries++) {
    const next = nextTry(tries, START, at)
    if (next === null) break
    waits.push((next - at) / MINUTE)
    at = next
  }
  expect(waits).toEqual([1, 5, 15, 60, 240, 720, 720, 720])
  expect(nextTry(6, START, START + 36 * HOUR)).toBe(START + 48 * HOUR)
  expect(nextTry(6, START, START + 36 * HOUR + 1)).toBeNull()
})

test('A116 what could not be handed over is tried again at its time, by any server, and given up after 48 hours', async () => {
  take = () => {
    throw new MailError('451 try later', 'later')
  }
  await post()
  expect(failures).toEqual([1])
  expect(await rows()).toMatchObject([
    { state: 'DEFERRED', nextAt: START + MINUTE, lastAnswer: '451 try later' },
  ])
  now = START + MINUTE - 1
  await outbox().tend()
  expect(await attempts()).toHaveLength(1)
  now = START + MINUTE
  await outbox().tend()
  expect(await rows()).toMatchObject([{ state: 'DEFERRED', nextAt: START + 6 * MINUTE, tries: 2 }])
  for (let i = 0; i < 20; i++) {
    now = (await rows())[0]?.nextAt ?? now
    await outbox().tend()
  }
  const tries = await attempts()
  expect(tries).toHaveLength(9)
  expect(tries.at(-1)).toEqual({
    startedAt: START + 41 * HOUR + 21 * MINUTE,
    outcome: 'FAILED',
    answer: '451 try later',
  })
  expect(await rows()).toMatchObject([{ state: 'FAILED', endedAt: START + 41 * HOUR + 21 * MINUTE }])
})

test('A126 a mail carries the company’s logo with it where that is a PNG, and without one only its name', async () => {
  await post()
  const keep = (content: Buffer) => keepPicture(db, { kind: 'LOGO', content, by: null, at: START })
  await keep(Buffer.from('<svg></svg>'))
  await post()
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  await keep(png)
  await post()
  expect(
    sent.map(({ picture, html }) => [picture ?? null, html.includes(`<img src="cid:${LOGO_CID}"`)]),
  ).toEqual([
    [null, false],
    [null, false],
    [expect.objectContaining({ cid: LOGO_CID, contentType: 'image/png' }), true],
  ])
  expect(Buffer.from(sent[2]?.picture?.content ?? []).equals(png)).toBe(true)
  expect(sent.every(({ html }) => html.includes('Sent by Fieldwork.'))).toBe(true)
})

test('A116 a permanent refusal ends it at once; it can be sent again, with the same Message-ID', async () => {
  const seen: string[] = []
  take = ({ messageID }) => {
    seen.push(messageID)
    if (seen.length === 1) throw new MailError('550 no such user', 'refused')
    return '250 OK'
  }
  await post()
  expect(await rows()).toMatchObject([{ state: 'FAILED', lastAnswer: '550 no such user' }])
  now += HOUR
  await outbox().tend()
  expect(seen).toHaveLength(1)
  expect(await outbox().resend(1)).toBeNull()
  await background.settled()
  expect(await states()).toEqual(['SENT'])
  expect(new Set(seen).size).toBe(1)
  expect(await outbox().resend(1)).toBe('textGone')
  expect(await outbox().cancel(1)).toBe('notWaiting')
  expect(await outbox().resend(9)).toBe('gone')
  expect(await outbox().cancel(9)).toBe('gone')
})

test('A139 a mail whose link ended while it waited is EXPIRED and not sent; one moment before it is', async () => {
  isSetUp = false
  await post(linked)
  await post(linked)
  now = link.endsAt - 1
  isSetUp = true
  perMinute = 1
  await outbox().tend()
  expect(await states()).toEqual(['SENT', 'QUEUED'])
  now = link.endsAt
  perMinute = 1000
  await outbox().tend()
  expect(await states()).toEqual(['SENT', 'EXPIRED'])
  expect(await rows()).toMatchObject([{ content: null }, { content: null, endedAt: link.endsAt }])
  expect(sent).toHaveLength(1)
  expect(MAIL_STATES.EXPIRED).toBe('Expired')
})

test('A139 a link that ends while the mails before it are being sent is not sent', async () => {
  isSetUp = false
  await post(linked)
  await post(linked)
  isSetUp = true
  take = () => {
    now = link.endsAt
    return '250 OK'
  }
  await outbox().tend()
  expect(sent).toHaveLength(1)
  await outbox().tend()
  expect(await states()).toEqual(['SENT', 'EXPIRED'])
})

test('A139 one that failed keeps its text no longer than its link, and is not sent again then', async () => {
  take = () => {
    throw new MailError('550 no', 'refused')
  }
  await post(linked)
  expect((await rows())[0]?.content).toBeTruthy()
  now = link.endsAt
  expect(await outbox().resend(1)).toBe('linkOver')
  await outbox().tend()
  expect(await rows()).toMatchObject([{ state: 'FAILED', content: null }])
})

test('two servers never send the same mail at once', async () => {
  isSetUp = false
  for (let i = 0; i < 5; i++) await post()
  isSetUp = true
  const servers = [outbox(), outbox(), outbox()]
  await Promise.all(servers.map((one) => one.tend()))
  expect(await states()).toEqual(Array(5).fill('SENT'))
  expect(new Set(sent.map(({ messageID }) => messageID)).size).toBe(5)
  expect(sent).toHaveLength(5)
})

describe('A138 killing the server', () => {
  const LEASE = 180_000

  test('after the mail was stored loses nothing', async () => {
    const dead = new Outbox({
      db,
      clock: () => now,
      sealer,
      background: { run: () => {} },
      openRoute: async () => route(),
      onFailure: () => {},
    })
    await dead.post(mail)
    expect(await states()).toEqual(['QUEUED'])
    await outbox().tend()
    expect(sent).toHaveLength(1)
  })

  test('while it connects, or after handing over and before noting it: the same Message-ID comes again', async () => {
    const smtp = await startMailServer()
    const access = {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'NONE',
      user: '',
      password: null,
      from: 'office@work.example',
      replyTo: '',
    } as const
    const real = (afterwards: () => Promise<unknown>): MailRoute => {
      const open = openSmtp(access)
      return {
        ...route(),
        send: async (one) => {
          const answer = await open.send(one)
          await afterwards()
          return answer
        },
        close: () => open.close(),
      }
    }
    // Before: the claim stands, nothing was sent.
    const connecting = outbox(async () => ({ ...route(), send: never }))
    await connecting.post(mail)
    await vi.waitFor(async () => expect(await states()).toEqual(['SENDING']))
    await outbox().tend()
    now += LEASE - 1
    await outbox().tend()
    expect(sent).toEqual([])
    now += 1
    // After: the server took it, and nobody noted that.
    const noting = outbox(async () => real(never))
    void noting.tend()
    await expect.poll(() => smtp.received.length).toBe(1)
    await settle()
    expect(await states()).toEqual(['SENDING'])
    now += LEASE
    await outbox(async () => real(async () => {})).tend()
    expect(await states()).toEqual(['SENT'])
    expect(smtp.received).toHaveLength(2)
    const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    expect(ids).toEqual([(await rows())[0]?.messageID, ids[0]])
    expect((await attempts()).map(({ outcome }) => outcome)).toEqual(['LOST', 'LOST', 'SENT'])
    // And once noted, it never comes again.
    now += 100 * HOUR
    await outbox(async () => real(async () => {})).tend()
    expect(smtp.received).toHaveLength(2)
    await smtp.close()
  })

  test('what a server notes whose lease was over changes nothing', async () => {
    let answer = (_: string) => {}
    const slow = outbox(async () => ({
      ...route(),
      send: () =>
        new Promise<string>((resolve) => {
          answer = resolve
        }),
    }))
    await slow.post(mail)
    await vi.waitFor(async () => expect(await states()).toEqual(['SENDING']))
    now += LEASE
    take = () => {
      throw new MailError('451 later', 'later')
    }
    await outbox().tend()
    expect(await states()).toEqual(['DEFERRED'])
    answer('250 OK')
    await background.settled()
    expect(await states()).toEqual(['DEFERRED'])
  })
})

test('all mail can be held back and released, and waits while the queue is paused', async () => {
  await outbox().hold('Ann')
  await post()
  await outbox().tend()
  expect({ sent, states: await states(), by: await outbox().heldBy() }).toEqual({
    sent: [],
    states: ['QUEUED'],
    by: { by: 'Ann', at: START },
  })
  isPaused = true
  await outbox().release()
  await background.settled()
  await outbox().tend()
  expect(sent).toEqual([])
  isPaused = false
  await outbox().tend()
  expect(sent).toHaveLength(1)
  expect(await outbox().heldBy()).toBeNull()
})

test('no more mails a minute than the settings allow, all servers together', async () => {
  isSetUp = false
  for (let i = 0; i < 5; i++) await post()
  isSetUp = true
  perMinute = 2
  await outbox().tend()
  await outbox().tend()
  expect(sent).toHaveLength(2)
  now += MINUTE - 1
  await outbox().tend()
  expect(sent).toHaveLength(2)
  now += 1
  await outbox().tend()
  expect(sent).toHaveLength(4)
})

test('where the server itself is out of reach, one mail is tried and the others wait', async () => {
  isSetUp = false
  for (let i = 0; i < 3; i++) await post()
  isSetUp = true
  take = () => {
    throw new MailError('Nothing answers.', 'blocked')
  }
  await outbox().tend()
  expect(await states()).toEqual(['DEFERRED', 'QUEUED', 'QUEUED'])
  expect(await attempts()).toHaveLength(1)
})

test('without a way out mail waits; after 90 days there is no trace of what ended', async () => {
  isSetUp = false
  await post()
  now += 91 * 24 * HOUR
  await outbox().tend()
  expect(await states()).toEqual(['QUEUED'])
  isSetUp = true
  await outbox().tend()
  expect(await states()).toEqual(['SENT'])
  await outbox().tend()
  expect(await states()).toEqual([])
})

test('a subject is one line, whatever it was made from', async () => {
  await post({ ...mail, subject: 'Hello\r\nBcc: eve@mail.example' })
  expect(sent[0]?.subject).toBe('Hello Bcc: eve@mail.example')
})
