import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { SupervisorHr } from '#shared/contract/supervisor-hr.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addPip } from '../development/testing/pip-fixture.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addTalk } from '../one-to-ones/testing/one-to-one-fixture.ts'
import { addReturnForm, fitNoteFile } from '../return-to-work/testing/return-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'

const DAY = 86_400_000
let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const bearers: Record<string, Record<string, string>> = {}
const id = (name: string) => ids[name] ?? 0
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_HR'],
  oz: ['ISUPERVISOR_CAN_SEE_HR'],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const name of ['sam', 'oz', 'ivy', 'ida', 'far']) {
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(['ivy', 'ida'].includes(name) && { managerID: id('sam') }),
    })
    bearers[name] = await signIn(server, name)
  }
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object = {}) =>
  said(await post(server, path, payload, bearers[as]))
const page = async (as: string) => (await ask(as, '/api/supervisor/hr')).body as SupervisorHr

/** Whatever of these stands in an answer tells what it may not. */
const SECRET = {
  address: 'Secret Street 5',
  protected: 'SECRET-BELIEF',
  health: 'SECRET-HEALTH',
}
const ANY_SECRET = /Secret Street|98\.76|9876|SECRET-/
/** Fields in which such things would stand. */
const FIELDS =
  /^(?!lateMinutes)(.*(pay|rate$|rates$|salary|wage|earning|address|postcode|street|gender|sex$|ethnic|religion|disab|pregnan|birth|orientation|nationality|marital|health|medical|diagnos|reported|explanation).*)$/i
const fieldsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(fieldsOf)
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
      : []

/** The calls that the page's own code makes. */
function callsOfPage(): string[] {
  const folder = join(import.meta.dirname, '../../renderer/features/supervisor-hr')
  const code = readdirSync(folder)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const named = [...code.matchAll(/api\.call\(\s*(\w+)/g)].flatMap(([, name]) => name ?? [])
  // What its dialog for notes sends.
  return [...new Set([...named, 'saveFileNote'])].toSorted()
}

test('D148 the supervisor’s HR page and its calls hold no pay, address or protected characteristic, and no medical detail but in a form whose host they are', async () => {
  const person = id('ivy')
  const { id: contractTypeID } = await db()
    .insertInto('contractTypes')
    .values({
      ...{ version: 1, name: 'Home', nameKey: 'home', kind: 'EMPLOYEE', changedBy: null, changedAt: NOON },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('contractTerms')
    .values({
      ...{ contractTypeID, validFrom: '2026-01-01', baseRate: 98.76 },
      terms: JSON.stringify({ probationMonths: 3, baseRate: 98.76 }),
    })
    .execute()
  await db()
    .updateTable('users')
    .set({ startDate: '2026-03-01', contractTypeID, payrollNumber: '9876', legalName: 'SECRET-LEGAL' })
    .where('id', '=', person)
    .execute()
  await db()
    .insertInto('contactDetails')
    .values({ userID: person, type: 'ADDRESS' as never, label: SECRET.protected, value: SECRET.address })
    .execute()
  const shiftID = await addShift(db(), { userID: person })
  await db()
    .insertInto('absenceCases')
    .values({
      ...{
        version: 1,
        userID: person,
        shiftID,
        day: '2026-05-04',
        start: NOON,
        end: NOON + 1,
        kind: 'NO_SHOW',
      },
      ...{ reported: 'SICK', state: 'EXPLAINED', note: SECRET.health, explanation: SECRET.health },
      ...{ reason: SECRET.health, payEffect: 'UNPAID', detectedAt: NOON, changedBy: null, changedAt: NOON },
    })
    .execute()
  await db()
    .insertInto('calendarEvents')
    .values({
      ...{ userID: person, eventType: 'SICK', eventState: 'APPROVED', subject: 'Sick', note: SECRET.health },
      ...{ startLocal: '2026-05-01T09:00', endLocal: '2026-05-01T17:00', zone: 'Europe/London', isAllDay: 0 },
      ...{ rule: null, version: 1, updatedAt: NOON, deletedAt: null, uid: null, importID: null },
    })
    .execute()
  await db()
    .insertInto('fileNotes')
    .values({ userID: person, byID: null, at: NOON, kind: 'RECOGNITION', text: 'Good work' })
    .execute()
  const hosted = await addReturnForm(db(), { userID: id('ida'), hostID: id('sam'), details: 'HOSTED-HEALTH' })
  const others = await addReturnForm(db(), {
    ...{ userID: person, hostID: id('oz'), category: 'MENTAL_HEALTH', details: SECRET.health },
  })
  const note = await db()
    .insertInto('fitNotes')
    .values({
      ...{ formID: others, fileName: 'SECRET-NOTE.pdf', contentType: 'application/pdf', addedBy: null },
      ...{ addedAt: NOON, content: new TextEncoder().encode('SECRET-NOTE') },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plan = await addPip(db(), { userID: person, ownerID: id('sam') })
  const talk = await addTalk(db(), { userID: person, hostID: id('sam') })
  const payloads: Record<string, object> = {
    supervisorHr: {},
    listOneToOnes: {},
    scheduleOneToOne: { userID: person, start: new Date(NOON + DAY).toISOString(), minutes: 30 },
    saveOneToOne: { id: talk, version: 1, sharedNotes: 'Well', privateNotes: '', actions: [] },
    signOneToOne: { id: talk, version: 2 },
    returnForms: {},
    saveReturnForm: {
      ...{ id: others, version: 1, certificate: 'SELF', fit: 'YES', adjustments: [], adjustmentsUntil: null },
      ...{ followUp: null, category: null, details: '' },
    },
    signReturnForm: { id: others, version: 1 },
    fitNoteFile: { id: note.id },
    listPips: {},
    reviewPip: { id: plan, version: 1, at: new Date(NOON).toISOString(), notes: 'Better' },
    proposePip: { id: plan, version: 2, outcome: 'PASSED', reason: 'All met' },
    saveFileNote: { userID: person, kind: 'NEUTRAL', text: 'Asked for later starts' },
  }
  const refused = new Set(['saveReturnForm', 'signReturnForm', 'fitNoteFile', 'addFitNote'])
  const order = Object.keys(payloads)
  // Each call of the page is walked.
  expect([...order, 'addFitNote'].toSorted()).toEqual(callsOfPage())
  const answers: Record<string, unknown> = {}
  for (const name of order) {
    const found = allCalls.find((one) => one.name === name)
    const response = await post(server, found?.call.path ?? '', payloads[name], bearers.sam)
    expect([name, response.status]).toEqual([name, refused.has(name) ? expect.any(Number) : 200])
    if (refused.has(name)) expect([403, 404]).toContain(response.status)
    answers[name] = JSON.parse(response.body)
  }
  const form = new FormData()
  form.set('id', String(others))
  form.set('file', fitNoteFile())
  const added = said(await postForm(server, '/api/hr/return-to-work/fit-note', form, bearers.sam ?? {}))
  expect(added.status).toBe(404)
  answers.addFitNote = added.body
  // Each part has something of hers, so that its silence says something.
  expect(answers.supervisorHr).toMatchObject({
    cases: [{ userID: person, kind: 'NO_SHOW', state: 'EXPLAINED', step: 'DECISION' }],
    notes: [{ userID: person, text: 'Good work' }],
    probations: [{ userID: person, ends: '2026-06-01', daysLeft: 28 }],
  })
  expect(answers.listPips).toMatchObject({ plans: [{ userID: person }] })
  for (const [name, answer] of Object.entries(answers)) {
    expect([name, JSON.stringify(answer)]).not.toEqual([name, expect.stringMatching(ANY_SECRET)])
    const named = fieldsOf(answer).filter((field) => FIELDS.test(field))
    expect([name, named.filter((field) => field !== 'health')]).toEqual([name, []])
  }
  // Health stands in the form that they host, and in no other.
  const seen = async (as: string) =>
    Object.fromEntries(
      (
        (await ask(as, '/api/hr/return-to-work/list')).body as { forms: { id: number; health: unknown }[] }
      ).forms.map((one) => [one.id, one.health]),
    )
  expect(await seen('sam')).toEqual({
    [hosted]: { category: 'COLD_OR_FLU', details: 'HOSTED-HEALTH', fitNotes: [] },
    [others]: null,
  })
  expect(await seen('oz')).toEqual({
    [others]: {
      ...{ category: 'MENTAL_HEALTH', details: SECRET.health },
      fitNotes: [{ id: note.id, fileName: 'SECRET-NOTE.pdf' }],
    },
  })
})

test('4 §4.4.6 the page is of who reports to the viewer, and of nobody else', async () => {
  for (const name of ['ivy', 'far']) {
    await db()
      .insertInto('fileNotes')
      .values({ userID: id(name), byID: null, at: NOON, kind: 'NEUTRAL', text: `About ${name}` })
      .execute()
    await addTalk(db(), { userID: id(name), hostID: id('sam') })
  }
  expect(await page('sam')).toMatchObject({
    people: [{ name: 'ida' }, { name: 'ivy' }],
    notes: [{ text: 'About ivy' }],
  })
  expect(await page('oz')).toEqual({ people: [], cases: [], notes: [], probations: [] })
  expect((await ask('ivy', '/api/supervisor/hr')).status).toBe(403)
  expect(
    (
      await ask('sam', '/api/hr/one-to-one/schedule', {
        userID: id('far'),
        start: new Date(NOON + DAY).toISOString(),
        minutes: 30,
      })
    ).status,
  ).toBe(404)
})

test('6 §5.1 a one-to-one is written up by its host, signed by both in turn, and then stays as it is', async () => {
  const talk = await addTalk(db(), {
    userID: id('ivy'),
    hostID: id('sam'),
    status: 'SCHEDULED',
    heldAt: null,
  })
  const save = (as: string, version: number) =>
    ask(as, '/api/hr/one-to-one/save', {
      ...{ id: talk, version, sharedNotes: 'All well', privateNotes: 'Tired?', isHeld: true },
      actions: [{ text: 'Listen to a recording', due: null, doneAt: null }],
    })
  const sign = (as: string, version: number, comment = '') =>
    ask(as, '/api/hr/one-to-one/sign', { id: talk, version, comment })
  const mine = async () => (await ask('ivy', '/api/itracker/one-to-ones')).body
  expect((await save('oz', 1)).status).toBe(404)
  expect((await sign('ivy', 1)).status).toBe(400)
  expect((await save('sam', 1)).status).toBe(200)
  expect(await mine()).toEqual({ talks: [] })
  expect((await sign('sam', 2)).status).toBe(200)
  expect(await mine()).toMatchObject({ talks: [{ sharedNotes: 'All well', host: 'sam', signedAt: null }] })
  expect(JSON.stringify(await mine())).not.toContain('Tired')
  expect((await save('sam', 3)).status).toBe(400)
  expect((await sign('oz', 3)).status).toBe(404)
  expect((await sign('ivy', 3, 'Thank you')).status).toBe(200)
  const { talks } = (await ask('sam', '/api/hr/one-to-one/list')).body as { talks: { id: number | null }[] }
  expect(talks.find((one) => one.id === talk)).toMatchObject({ status: 'SIGNED', comment: 'Thank you' })
  expect((await sign('ivy', 4)).status).toBe(400)
})
