import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import { type Mail, Outbox } from './outbox.ts'

const MINUTE = 60_000
const mail: Mail = { to: 'ann@mail.example', subject: 'Hello', text: 'a secret link' }

let db: Database
let now: number
let isDown: boolean
let sent: Mail[]
let failures: number[]

beforeEach(async () => {
  db = await openDatabase(':memory:')
  now = Date.UTC(2026, 4, 4)
  isDown = false
  sent = []
  failures = []
})
afterEach(() => db.destroy())

const outbox = () =>
  new Outbox({
    db,
    clock: () => now,
    deliver: (one) => {
      if (isDown) throw new Error('no route')
      sent.push(one)
    },
    onFailure: (id) => failures.push(id),
  })
const rows = () => db.selectFrom('outbox').select(['subject', 'text', 'sentAt']).execute()

test('a mail is handed over and keeps no text', async () => {
  await outbox().post(mail)
  expect(sent).toEqual([mail])
  expect(await rows()).toEqual([{ subject: 'Hello', text: '', sentAt: now }])
})

test('a mail that could not be handed over is tried again, also by the next process, and sent once', async () => {
  isDown = true
  await outbox().post(mail)
  expect(failures).toEqual([1])
  isDown = false
  now += MINUTE
  const next = outbox()
  await next.tend()
  await next.tend()
  expect(sent).toEqual([mail])
})

test('a mail whose links are dead is not sent any more, and after 30 days there is no trace of it', async () => {
  isDown = true
  await outbox().post(mail)
  isDown = false
  now += 30 * MINUTE
  await outbox().tend()
  expect({ sent, rows: await rows() }).toEqual({
    sent: [],
    rows: [{ subject: 'Hello', text: '', sentAt: null }],
  })
  now += 31 * 24 * 60 * MINUTE
  await outbox().tend()
  expect(await rows()).toEqual([])
})

test('without somebody who delivers, mail waits in its table', async () => {
  await new Outbox({ db, clock: () => now, deliver: null, onFailure: () => {} }).post(mail)
  expect(await rows()).toEqual([{ subject: 'Hello', text: 'a secret link', sentAt: null }])
})
