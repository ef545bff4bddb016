import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const STARTER = {
  ...{ name: 'Ned New', email: 'ned@mail.example', mobile: '', source: 'REFERRAL', hasConsent: true },
  ...{ startDate: '2026-05-18', notes: 'Met at the fair.' },
}
let server: TestServer
let rita: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  const permissions = ['ADMIN_CAN_SEE_PENDING_RECRUITMENT'] as const
  await addPerson(server, { userName: 'rita', permissions })
  await addPerson(server, { userName: 'ann', displayName: 'Ann Ash' })
  await addAgency(server.server.db)
  rita = await signIn(server, 'rita')
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = rita) =>
  said(await post(server, `/api/admin/users/pending${name}`, payload, as))
const add = (some: object = {}, as = rita) => ask('/add', { ...STARTER, ...some }, as)

test('5 §3.1 who was hired elsewhere is added at HIRED, waits to start, and starts once their right to work is checked', async () => {
  const { status, body } = await add()
  expect(status).toBe(200)
  const { id } = body as { id: number }
  expect(await ask('', {})).toMatchObject({
    body: {
      rows: [
        { id, displayName: 'Ned New', stage: 'HIRED', rightToWork: 'NOT_CHECKED', startDate: '2026-05-18' },
      ],
    },
  })
  expect(await ask('/get', { id })).toMatchObject({
    body: { notes: 'Met at the fair.', suggested: { email: 'ned@mail.example', startDate: '2026-05-18' } },
  })
  const row = await server.server.db.selectFrom('applicants').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    stage: 'HIRED',
    consentAt: NOON,
    source: 'REFERRAL',
    rightToWork: 'NOT_CHECKED',
  })
  const audited = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'APPLICANT_ADDED')
    .select(['label', 'recordID'])
    .execute()
  expect(audited).toEqual([{ label: 'Ned New', recordID: row.id }])
  const check = { id, rightToWork: 'CHECKED', document: 'Passport' }
  expect((await ask('/right-to-work', check)).status).toBe(200)
  expect(await ask('', {})).toMatchObject({ body: { rows: [{ rightToWork: 'CHECKED' }] } })
})

test('5 §3.1 nobody is added twice, as somebody who works here, or without consent and a way to reach them', async () => {
  await add({ email: 'zoe@mail.example', mobile: '07700 900555', name: 'Zoe Zed' })
  for (const [some, status, value] of [
    [{ email: 'ZOE@mail.example' }, 409, 'Zoe Zed has this address or number, and is on the way already.'],
    [
      { email: '', mobile: '07700 900555' },
      409,
      'Zoe Zed has this address or number, and is on the way already.',
    ],
    [{ email: 'Ann@mail.example' }, 409, 'This address belongs to Ann Ash.'],
    [{ email: '', mobile: '' }, 400, 'An e-mail address or a mobile number is needed.'],
    [{ email: 'a@mail.example', source: 'AGENCY' }, 400, 'Say which agency they come from.'],
    [{ email: 'a@mail.example', agencyID: 1 }, 400, 'Only who comes from an agency has one.'],
    [{ email: 'a@mail.example', source: 'AGENCY', agencyID: 99 }, 400, expect.stringContaining('agency')],
    [{ email: 'a@mail.example', areaID: 99 }, 400, 'There is no such active area.'],
    [{ email: 'a@mail.example', contractTypeID: 99 }, 400, 'There is no such active contract type.'],
  ] as const)
    expect([some, await add(some)]).toEqual([some, { status, body: expect.objectContaining({ value }) }])
  for (const some of [
    { hasConsent: false },
    { name: ' ' },
    { name: 'x'.repeat(201) },
    { email: 'no address' },
  ])
    expect((await add({ mobile: '07700 900556', ...some })).status).toBe(400)
  const agencys = { email: 'agency@mail.example', source: 'AGENCY', agencyID: 1 }
  expect((await add(agencys)).status).toBe(200)
  // Who was withdrawn may come again.
  const { db } = server.server
  await db.updateTable('applicants').set({ stage: 'WITHDRAWN' }).where('name', '=', 'Zoe Zed').execute()
  expect((await add({ email: 'zoe@mail.example', name: 'Zoe Zed' })).status).toBe(200)
  const ann = await signIn(server, 'ann')
  expect((await add({ email: 'b@mail.example' }, ann)).status).toBe(403)
})
