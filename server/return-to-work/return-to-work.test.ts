import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReturnForm } from '#shared/contract/return-to-work.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { makeDueForms, remindOfForms } from './due-forms.ts'
import { adjustmentsOf } from './forms.ts'
import { addReturnForm, fitNoteFile } from './testing/return-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PATH = '/api/hr/return-to-work'
let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const bearers: Record<string, Record<string, string>> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  sam: ['ISUPERVISOR_CAN_SEE_HR'],
  oz: ['ISUPERVISOR_CAN_SEE_HR'],
  hal: ['HR_CAN_SEE_RETURN_TO_WORK'],
  doc: ['HR_CAN_SEE_RETURN_TO_WORK', 'HR_CAN_SEE_HEALTH_DETAILS'],
}

beforeEach(async () => {
  server = await startTestServer()
  for (const name of ['sam', 'oz', 'hal', 'doc', 'ivy', 'ida']) {
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
const list = async (as: string) => ((await ask(as, `${PATH}/list`)).body as { forms: ReturnForm[] }).forms
const values = {
  ...{ certificate: 'SELF', fit: 'YES', adjustments: [], adjustmentsUntil: null, followUp: null },
  ...{ category: 'MENTAL_HEALTH', details: 'Could not sleep' },
}
const save = (as: string, form: number, version: number, more: object = {}) =>
  ask(as, `${PATH}/save`, { id: form, version, ...values, ...more })
const sign = (as: string, form: number, version: number) => ask(as, `${PATH}/sign`, { id: form, version })
const sick = (name: string, startLocal: string, endLocal: string, more: object = {}) =>
  db()
    .insertInto('calendarEvents')
    .values({
      ...{ userID: id(name), eventType: 'SICK', eventState: 'APPROVED', subject: 'Sick', note: '' },
      ...{ startLocal, endLocal, zone: 'Europe/London', isAllDay: 0, rule: null, version: 1 },
      ...{ updatedAt: NOON, deletedAt: null, uid: null, importID: null, ...more },
    })
    .execute()
const told: number[] = []
const parts = () => ({
  ...{ db: db(), publisher: { notified: () => {} } },
  tell: (userIDs: readonly number[]) => void told.push(...userIDs),
})
const notes = (name: string) =>
  db()
    .selectFrom('notifications')
    .where('userID', '=', id(name))
    .orderBy('id')
    .select('subject')
    .execute()
    .then((rows) => rows.map(({ subject }) => subject))

test('B058 a form is due on the first shift after a SICK event, adjoining ones count as one, and it reminds daily after 3 working days', async () => {
  // Thursday and Friday before; Saturday and Sunday are free, Monday 4 May is a bank holiday on which they are ill.
  await sick('ivy', '2026-04-30T09:00', '2026-04-30T17:00')
  await sick('ivy', '2026-05-01T00:00', '2026-05-02T00:00', { isAllDay: 1 })
  await sick('ivy', '2026-05-04T08:00', '2026-05-04T12:00', { eventState: 'PENDING' })
  await sick('ida', '2026-05-01T09:00', '2026-05-01T17:00', { eventState: 'DECLINED' })
  await addShift(db(), { userID: id('ida'), start: NOON - HOUR, end: NOON + HOUR })
  await addShift(db(), { userID: id('ivy'), start: NOON - 4 * DAY, end: NOON - 4 * DAY + HOUR })
  // The shift that goes on while they are ill isn't the first one after it.
  await addShift(db(), { userID: id('ivy'), start: NOON - 4 * HOUR, end: NOON, state: 'NO_SHOW' })
  expect(await makeDueForms(parts(), NOON)).toBe(0)
  const back = NOON + DAY
  await addShift(db(), { userID: id('ivy'), start: back, end: back + HOUR })
  expect(await makeDueForms(parts(), back - 1)).toBe(0)
  expect(await makeDueForms(parts(), back)).toBe(1)
  expect(await makeDueForms(parts(), back + 2 * DAY)).toBe(0)
  expect(told).toEqual([id('ivy'), id('sam')])
  expect(await list('sam')).toMatchObject([
    {
      ...{ userID: id('ivy'), hostID: id('sam'), firstDay: '2026-04-30', lastDay: '2026-05-04' },
      ...{ calendarDays: 5, needsFitNote: false, dueDay: '2026-05-08', status: 'DUE', isLate: false },
    },
  ])
  expect(await notes('sam')).toEqual(['Return-to-work form of ivy: due by Fri 8 May'])
  // Friday is in time; from the day after on the host and HR hear of it each day, and once.
  expect(await remindOfForms(parts(), back + 3 * DAY)).toBe(0)
  const saturday = back + 4 * DAY
  expect(await remindOfForms(parts(), saturday - 5 * HOUR - 60_000)).toBe(0)
  expect(await remindOfForms(parts(), saturday)).toBe(1)
  expect(await remindOfForms(parts(), saturday + HOUR)).toBe(0)
  expect(await remindOfForms(parts(), saturday + DAY)).toBe(1)
  const late = 'Return-to-work form of ivy: was due by Fri 8 May'
  for (const name of ['sam', 'hal', 'doc'])
    expect((await notes(name)).filter((subject) => subject === late)).toHaveLength(2)
  expect(await notes('ivy')).toEqual([])
  server.clock.now = saturday
  bearers.sam = await signIn(server, 'sam')
  expect(await list('sam')).toMatchObject([{ isLate: true }])
  await db().updateTable('returnToWorkForms').set({ status: 'SIGNED' }).execute()
  expect(await remindOfForms(parts(), saturday + 2 * DAY)).toBe(0)
})

test('B058 two illnesses with a shift between them are two forms, and two servers make one of each', async () => {
  await sick('ivy', '2026-04-27T09:00', '2026-04-27T17:00')
  await sick('ivy', '2026-04-30T09:00', '2026-04-30T17:00')
  for (const days of [-6, -1]) {
    const start = NOON + days * DAY
    await addShift(db(), { userID: id('ivy'), start, end: start + HOUR, state: 'COMPLETED' })
  }
  const both = await Promise.all([makeDueForms(parts(), NOON), makeDueForms(parts(), NOON)])
  expect(both.reduce((sum, one) => sum + one)).toBe(2)
  expect((await list('sam')).map(({ firstDay }) => firstDay).toSorted()).toEqual(['2026-04-27', '2026-04-30'])
})

test('B058 a form that touches an illness is its form, also where the illness grew or shrank', async () => {
  await addShift(db(), { userID: id('ivy'), start: NOON - HOUR, end: NOON, state: 'COMPLETED' })
  const days = { firstDay: '2026-04-29', lastDay: '2026-04-30' }
  await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), ...days })
  for (const [first, last, made] of [
    ['2026-04-28', '2026-04-29', 0],
    ['2026-04-30', '2026-05-01', 0],
    ['2026-04-27', '2026-04-28', 1],
  ] as const) {
    await db().deleteFrom('calendarEvents').execute()
    await sick('ivy', `${first}T09:00`, `${last}T17:00`)
    expect([first, await makeDueForms(parts(), NOON)]).toEqual([first, made])
  }
})

test('B059 more than 7 calendar days without a fit note is refused, 7 are not', async () => {
  const seven = { firstDay: '2026-04-24', lastDay: '2026-04-30' }
  const short = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), ...seven })
  expect((await sign('sam', short, 1)).status).toBe(200)
  const eight = { firstDay: '2026-04-23', lastDay: '2026-04-30' }
  const long = await addReturnForm(db(), { userID: id('ida'), hostID: id('sam'), ...eight })
  const refused = { status: 400, body: { value: 'A fit note is needed for more than 7 days.' } }
  expect(await sign('sam', long, 1)).toEqual(refused)
  await save('sam', long, 1, { certificate: 'FIT_NOTE' })
  expect(await sign('sam', long, 2)).toEqual(refused)
  const form = new FormData()
  form.append('id', String(long))
  form.append('file', fitNoteFile())
  const sent = await postForm(server, `${PATH}/fit-note`, form, bearers.ida ?? {})
  expect(sent.status).toBe(200)
  // The file without the word for it isn't enough either.
  await save('sam', long, 2)
  expect(await sign('sam', long, 3)).toEqual(refused)
  await save('sam', long, 3, { certificate: 'FIT_NOTE' })
  expect((await sign('sam', long, 4)).status).toBe(200)
})

test('B060 health details go to the person, that form’s host and holders of HR_CAN_SEE_HEALTH_DETAILS only', async () => {
  await db()
    .updateTable('users')
    .set({ managerID: id('oz') })
    .where('id', '=', id('ivy'))
    .execute()
  const form = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), status: 'DUE', details: '' })
  await addReturnForm(db(), { userID: id('ida'), hostID: id('oz'), details: 'A broken arm' })
  await save('sam', form, 1)
  const added = await db()
    .insertInto('fitNotes')
    .values({
      ...{ formID: form, fileName: 'n.pdf', contentType: 'application/pdf', addedBy: null, addedAt: NOON },
      content: new TextEncoder().encode('%PDF-secret'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const health = {
    ...{ category: 'MENTAL_HEALTH', details: 'Could not sleep' },
    fitNotes: [{ id: added.id, fileName: 'n.pdf' }],
  }
  const of = async (as: string) => (await list(as)).find((one) => one.id === form)
  const file = async (as: string) =>
    (await post(server, `${PATH}/fit-note-file`, { id: added.id }, bearers[as])).status
  for (const as of ['sam', 'doc']) {
    expect((await of(as))?.health).toEqual(health)
    expect(await file(as)).toBe(200)
  }
  const { forms } = (await ask('ivy', '/api/itracker/return-to-work')).body as { forms: ReturnForm[] }
  expect(forms).toMatchObject([{ id: form, health }])
  expect(await file('ivy')).toBe(200)
  // Who keeps the forms sees what was agreed on, the person’s own manager not even that.
  expect(await of('hal')).toMatchObject({ health: null, answers: { fit: 'YES' } })
  expect(await of('oz')).toMatchObject({ health: null, answers: null, status: 'DRAFT' })
  for (const as of ['hal', 'oz', 'ida']) expect(await file(as)).toBe(404)
  expect((await ask('doc', `${PATH}/fit-note-file`, { id: added.id + 1 })).status).toBe(404)
  expect(JSON.stringify([await list('hal'), await list('oz')])).not.toMatch(/sleep|MENTAL|n\.pdf/)
  // Of hers sam sees what stands in it by its host alone.
  expect((await list('sam')).find(({ userID }) => userID === id('ida'))).toMatchObject({ health: null })
  expect((await ask('ivy', `${PATH}/list`)).status).toBe(403)
  const entries = await db()
    .selectFrom('audit')
    .where('recordType', '=', 'returnToWorkForm')
    .selectAll()
    .execute()
  expect(JSON.stringify(entries)).not.toMatch(/sleep|MENTAL/)
})

test('A122 reading somebody’s health details is an entry about them; one’s own, and forms without them, are none', async () => {
  const form = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), details: 'A broken arm' })
  const { id: noteID } = await db()
    .insertInto('fitNotes')
    .values({
      ...{ formID: form, fileName: 'n.pdf', contentType: 'application/pdf', addedBy: null, addedAt: NOON },
      content: new TextEncoder().encode('%PDF'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const read = async () => {
    const entries = await db()
      .selectFrom('audit')
      .where('action', 'like', '%_READ')
      .orderBy('id')
      .selectAll()
      .execute()
    return entries.map(({ action, recordType, personID, actorID }) => [action, recordType, personID, actorID])
  }
  const file = (as: string) => post(server, `${PATH}/fit-note-file`, { id: noteID }, bearers[as])
  await list('hal')
  await ask('ivy', '/api/itracker/return-to-work')
  await file('ivy')
  expect(await read()).toEqual([])
  await list('doc')
  expect(await read()).toEqual([['RETURN_FORM_READ', 'returnToWorkForm', id('ivy'), id('doc')]])
  await file('sam')
  expect((await read()).slice(1)).toEqual([['FIT_NOTE_READ', 'returnToWorkForm', id('ivy'), id('sam')]])
})

test('B060 Resource sees adjustments without the reason, once the host has signed and until they end', async () => {
  const form = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), status: 'DUE' })
  const agreed = { fit: 'WITH_ADJUSTMENTS', adjustments: ['NO_LATE_SHIFT', 'MORE_BREAKS'] }
  await save('sam', form, 1, agreed)
  expect(await sign('sam', form, 2)).toEqual({
    status: 400,
    body: { value: 'Choose what is adjusted, and until when.' },
  })
  await save('sam', form, 2, { ...agreed, adjustmentsUntil: '2026-05-20' })
  expect(await adjustmentsOf(db(), [id('ivy')], '2026-05-04')).toEqual([])
  await sign('sam', form, 3)
  await sign('ivy', form, 4)
  await addReturnForm(db(), {
    ...{ userID: id('ida'), status: 'SIGNED', fit: 'YES', adjustments: '["MORE_BREAKS"]' },
    adjustmentsUntil: '2026-05-20',
  })
  expect(await adjustmentsOf(db(), [id('ivy'), id('ida')], '2026-05-20')).toEqual([
    { userID: id('ivy'), adjustments: ['NO_LATE_SHIFT', 'MORE_BREAKS'], until: '2026-05-20' },
  ])
  expect(await adjustmentsOf(db(), [id('ivy')], '2026-05-21')).toEqual([])
  // From the host’s word on, whether the person has signed or not.
  await db().updateTable('returnToWorkForms').set({ status: 'SIGNED_BY_HOST' }).execute()
  expect(await adjustmentsOf(db(), [id('ivy')], '2026-05-20')).toHaveLength(1)
  await addReturnForm(db(), {
    ...{ userID: Math.min(...Object.values(ids)), status: 'SIGNED', fit: 'WITH_ADJUSTMENTS' },
    ...{ adjustments: '["MORE_BREAKS"]', adjustmentsUntil: '2026-05-20' },
  })
  expect(await adjustmentsOf(db(), [], '2026-05-20')).toEqual([])
  // What the planner is sent of it.
  await holdAlone(db(), id('hal'), ['IRESOURCE_CAN_SEE_PLANNER'])
  await addShift(db(), { userID: id('ivy') })
  const { body } = await ask('hal', '/api/resource/planner/week', { from: '2026-05-04', to: '2026-05-11' })
  const { people } = body as { people: { userID: number; adjusted?: object }[] }
  expect(people.find(({ userID }) => userID === id('ivy'))?.adjusted).toEqual({
    adjustments: ['NO_LATE_SHIFT', 'MORE_BREAKS'],
    until: '2026-05-20',
  })
  expect(JSON.stringify(body)).not.toMatch(/sleep|MENTAL/)
})

test('6 §5.3 the host signs first, then the person; nobody else and nothing twice', async () => {
  const form = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), status: 'DUE' })
  expect((await sign('oz', form, 1)).status).toBe(404)
  expect(await sign('ivy', form, 1)).toEqual({
    status: 400,
    body: { value: "The form is due and can't be signed by you." },
  })
  expect((await save('ivy', form, 1)).status).toBe(403)
  expect((await save('oz', form, 1)).status).toBe(404)
  expect(await save('hal', form, 1)).toEqual({ status: 403, body: { value: 'sam hosts this form.' } })
  expect((await save('sam', form, 7)).status).toBe(409)
  expect((await sign('sam', form, 1)).status).toBe(200)
  expect((await sign('sam', form, 2)).status).toBe(400)
  expect((await save('sam', form, 2)).status).toBe(400)
  expect(await notes('ivy')).toEqual(['sam signed your return-to-work form'])
  expect((await sign('ivy', form, 2)).status).toBe(200)
  expect(await notes('sam')).toEqual(['ivy signed their return-to-work form'])
  expect(await list('sam')).toMatchObject([
    { status: 'SIGNED', hostSignedAt: expect.any(String), signedAt: expect.any(String) },
  ])
  expect((await sign('ivy', form, 3)).status).toBe(400)
})

test('6 §5.3 not being fit makes a further SICK event that is PENDING, until the follow-up', async () => {
  for (const [followUp, endLocal] of [
    [null, '2026-05-05T00:00'],
    ['2026-05-11', '2026-05-11T00:00'],
  ] as const) {
    const form = await addReturnForm(db(), {
      ...{ userID: id('ivy'), hostID: id('sam'), fit: 'NO', followUp },
      ...(followUp !== null && { firstDay: '2026-04-20', lastDay: '2026-04-20' }),
    })
    await sign('sam', form, 1)
    const event = await db().selectFrom('calendarEvents').orderBy('id', 'desc').selectAll().executeTakeFirst()
    expect(event).toMatchObject({
      ...{
        userID: id('ivy'),
        eventType: 'SICK',
        eventState: 'PENDING',
        startLocal: '2026-05-04T00:00',
        endLocal,
      },
    })
  }
})

test('6 §5.3 HR gives a form another host while nothing is written in it, never the person', async () => {
  const form = await addReturnForm(db(), { userID: id('ivy'), hostID: id('sam'), status: 'DUE' })
  const give = (as: string, version: number, hostID: number) => save(as, form, version, { hostID })
  expect((await give('sam', 1, id('oz'))).status).toBe(403)
  expect((await give('hal', 1, id('ivy'))).status).toBe(403)
  expect((await give('hal', 1, id('oz'))).status).toBe(200)
  expect(await list('oz')).toMatchObject([{ hostID: id('oz'), status: 'DUE' }])
  await save('oz', form, 2)
  expect(await give('hal', 3, id('hal'))).toEqual({
    status: 400,
    body: { value: "The form is a draft and can't be given to another host." },
  })
})
