import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { namesOf } from '#shared/domain/permission-rule.ts'
import { addAgency } from './agencies/testing/agency-fixture.ts'
import { ANN, BOB, type Company, grant, make, openCompany } from './http/testing/company.ts'
import { REQUESTS } from './http/testing/good-requests.ts'
import { signIn } from './http/testing/test-server.ts'

const NOBODYS = 987_654
/** Permissions that widen whom somebody sees. */
const WIDER = [
  'CAN_SEARCH_ALL_USERS',
  'IRESOURCE_CAN_SEE_REPORTS',
  'IRESOURCE_CAN_SET_UP_KPIS',
  'AUTH_ALWAYS_2FA',
]

let company: Company
let bearer: { authorization: string }
beforeAll(async () => {
  company = await openCompany()
  const { db } = company.server.server
  const names = allCalls.flatMap(({ call: { permission } }) => (permission ? namesOf(permission) : []))
  await grant(
    db,
    ANN,
    [...new Set(names)].filter((name) => !WIDER.includes(name)),
  )
  bearer = await signIn(company.server, 'ann')
})
afterAll(() => company.server.server.close())

const declared = new Map(allCalls.map((one) => [`${one.area}.${one.name}`, one.call]))

/** Whose or what a good request names, as somebody else's and as nobody's. */
const named = (id: string, field: string, of: (id: number) => unknown, theirs: number) => ({
  ...{ id, what: field, theirs: of(theirs), nobodys: of(NOBODYS) },
})
const person = (id: string) => named(id, 'userID', (userID) => ({ ...(REQUESTS[id] as object), userID }), BOB)
const record = (id: string, theirs: number) =>
  named(id, 'id', (own) => ({ ...(REQUESTS[id] as object), id: own }), theirs)

/** Panels and direct calls of each area of document 4 that name somebody's record; bob is of another team, area and line. */
const CALLS = [
  ...['livePerson.livePerson', 'activity.forceActivity', 'myDay.releaseActivity', 'help.lockShift'].map(
    person,
  ),
  ...['livePerson.startFeedback', 'tickets.raiseTicketFor'].map(person),
  ...['attendance.attendanceSessions', 'attendance.correctSession'].map(person),
  ...['performance.personCatiReport', 'performance.setTarget', 'qc.startReview', 'coaching.saveCoaching'].map(
    person,
  ),
  person('performance.personTargets'),
  record('performance.withdrawTarget', 1),
  record('performance.restoreTarget', 2),
  ...['qc.getReview', 'qc.voidReview', 'qc.resolveReview'].map((id) => record(id, 3)),
  ...['coaching.coachingSession', 'coaching.holdCoaching', 'coaching.endCoaching'].map((id) => record(id, 1)),
  record('attendance.decideCorrection', 2),
  named(
    'attendance.excuseException',
    'exceptionID',
    (id) => ({
      ...(REQUESTS['attendance.excuseException'] as object),
      exceptionID: `${id}:1777809600000:UNSCHEDULED`,
    }),
    BOB,
  ),
  named('attendance.answerDay', 'id', (id) => ({ id: `${id}:2026-05-03`, note: 'It is there' }), BOB),
  named(
    'liveAlerts.seeLiveAlert',
    'alertID',
    (id) => ({ ...(REQUESTS['liveAlerts.seeLiveAlert'] as object), alertID: `${id}:IDLE` }),
    BOB,
  ),
  named('lineHoliday.getLineHoliday', 'id', (id) => ({ id }), BOB),
]

test.each(CALLS)(
  'D025 $id answers somebody outside the scope ($what) like one who doesn’t exist',
  async ({ id, theirs, nobodys }) => {
    const call = declared.get(id)
    if (!call) throw new Error(`There is no call ${id}.`)
    await company.server.server.db
      .updateTable('users')
      .set({ managerID: null, areaID: null })
      .where('id', 'in', [ANN, BOB])
      .execute()
    const [first, second] = [
      await make(company.server, call, theirs, bearer),
      await make(company.server, call, nobodys, bearer),
    ]
    expect({ status: first.status, body: first.body }).toEqual({ status: second.status, body: second.body })
    expect(first.status).toBeGreaterThanOrEqual(400)
    expect(first.body).toMatch(/There is no such|no such|unknown/i)
  },
)

/** Lists of each area, and where who stands in one is named. */
const LISTS = [
  ['livePanel.getLiveData', {}],
  ['livePanel.liveStatus', {}],
  ['attendance.attendanceDays', { from: '2026-05-02', to: '2026-05-03' }],
  ['performance.supervisorPerformance', { from: '2026-05-04', to: '2026-05-04' }],
  ['qc.qcDue', {}],
  ['qc.qcReviews', {}],
  ['qc.qcPeople', {}],
  ['coaching.coachingSessions', {}],
  ['lineHoliday.listLineHolidays', {}],
] as const

test.each(LISTS)('D025 the list %s has nobody outside the scope', async (id, payload) => {
  const call = declared.get(id)
  if (!call) throw new Error(`There is no call ${id}.`)
  const { status, body } = await make(company.server, call, payload, bearer)
  expect(status).toBe(200)
  expect(body).not.toMatch(/"bob"|"userID":2\b|"2":\{/)
})

test('D025 to whoever may search everybody the same person is there, and nobody’s id still isn’t', async () => {
  await grant(company.server.server.db, ANN, ['CAN_SEARCH_ALL_USERS'])
  const wider = await signIn(company.server, 'ann')
  const call = declared.get('attendance.attendanceSessions')
  if (!call) throw new Error('There is no such call.')
  const { theirs, nobodys } = person('attendance.attendanceSessions')
  expect((await make(company.server, call, theirs, wider)).status).toBe(200)
  expect((await make(company.server, call, nobodys, wider)).status).toBe(404)
})

test('D025 to somebody of an agency whoever isn’t of it is like nobody, in lists and calls, whatever they hold', async () => {
  const { db } = company.server.server
  await grant(db, ANN, ['CAN_SEARCH_ALL_USERS'])
  await addAgency(db, 'Southgate')
  const agencies = await db.selectFrom('agencies').orderBy('id').select('id').execute()
  const [own, other] = [agencies[0]?.id, agencies.at(-1)?.id]
  expect(other).toBeGreaterThan(own ?? Number.NaN)
  const of = (agencyID: number | undefined) =>
    db
      .updateTable('users')
      .set({ agencyID: agencyID ?? null })
      .where('id', '=', BOB)
      .execute()
  await db
    .updateTable('users')
    .set({ userType: 'AGENCY', agencyID: own ?? null })
    .where('id', '=', ANN)
    .execute()
  const agencys = await signIn(company.server, 'ann')
  const call = declared.get('attendance.attendanceSessions')
  const panel = declared.get('livePerson.livePerson')
  const list = declared.get('livePanel.liveStatus')
  if (!call || !panel || !list) throw new Error('There is no such call.')
  for (const agencyID of [other, undefined, own]) {
    await of(agencyID)
    for (const one of [call, panel]) {
      const { theirs, nobodys } = person(
        one === call ? 'attendance.attendanceSessions' : 'livePerson.livePerson',
      )
      const [first, second] = [
        await make(company.server, one, theirs, agencys),
        await make(company.server, one, nobodys, agencys),
      ]
      expect(second.status).toBe(404)
      if (agencyID === own) expect(first.status).toBe(200)
      else
        expect({ status: first.status, body: first.body }).toEqual({
          status: second.status,
          body: second.body,
        })
    }
    const { body } = await make(company.server, list, {}, agencys)
    if (agencyID !== own) expect(body).not.toMatch(/"bob"|"userID":2\b|"2":\{/)
  }
})
