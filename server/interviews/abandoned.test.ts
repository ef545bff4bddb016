import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatiReport } from '#shared/contract/cati-report.ts'
import { figureOf, type InterviewFigure } from '#shared/domain/interviews.ts'
import { abandonedRates } from '../allocation/hypervisor.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addInterview } from './testing/interview-fixture.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const [RAIL, BUS] = [7, 8]

let server: TestServer
let jamie: number
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  jamie = await addPerson(server, {
    userName: 'jamie',
    permissions: [
      'ITRACKER_CAN_SEE_CATI_REPORT',
      'IRESOURCE_CAN_SEE_HYPERVISOR',
      'IRESOURCE_CAN_SEE_PROJECT_ADVISORY',
    ],
  })
  await addProject(db(), RAIL, 'Rail')
  await addProject(db(), BUS, 'Bus')
  await db()
    .updateTable('projects')
    .set({ status: 'LIVE', targetCompletes: 100, interviewsPerHour: 2 })
    .where('id', 'in', [RAIL, BUS])
    .execute()
})
afterEach(() => server.server.close())

const ask = async (call: string, payload: object) =>
  said(await post(server, `/api/${call}`, payload, await signIn(server, 'jamie'))).body as never
const figures = async () => {
  const day = { from: '2026-05-04', to: '2026-05-04' }
  const { own } = (await ask('itracker/cati-report', day)) as CatiReport
  const of = (figure: InterviewFigure) => figureOf(figure, own)
  return [of('attempts'), of('contacts'), of('refusalRate'), of('strikeRate'), of('cooperationRate')]
}
const call = (more: Parameters<typeof addInterview>[1]) =>
  addInterview(db(), { userID: jamie, projectID: RAIL, ...more })

test('D030 ABANDONED with a person is a break-off, without one an abandoned call, and only that enters the abandoned-call rate', async () => {
  for (let n = 0; n < 6; n++) await call({})
  for (let n = 0; n < 2; n++) await call({ outcome: 'REFUSAL' })
  await call({ outcome: 'NO_ANSWER' })
  expect(await figures()).toEqual([9, 8, 2 / 8, 6 / 8, 6 / 8])
  expect(await abandonedRates(db(), NOON)).toEqual(new Map([[RAIL, 0]]))

  // Two broke off: contacts and break-offs, and no abandoned call.
  for (let n = 0; n < 2; n++) await call({ outcome: 'ABANDONED' })
  const withBreakOffs = [11, 10, 2 / 10, 6 / 10, 6 / 10]
  expect(await figures()).toEqual(withBreakOffs)
  expect(await abandonedRates(db(), NOON)).toEqual(new Map([[RAIL, 0]]))

  // Five were answered while nobody was free: no figure of anybody's, and 5 of them and 10 contacts.
  for (let n = 0; n < 5; n++) await call({ userID: null, outcome: 'ABANDONED' })
  // Of no rate at all: what nobody took otherwise, a void one, one of another day, one of another project.
  await call({ userID: null, outcome: 'REFUSAL' })
  await call({ userID: null, outcome: 'ABANDONED', isVoid: 1, voidReason: 'Twice' })
  await call({ userID: null, outcome: 'ABANDONED', start: NOON - DAY })
  await call({ userID: null, outcome: 'ABANDONED', projectID: BUS })
  expect(await figures()).toEqual(withBreakOffs)
  const rates = new Map([
    [RAIL, 5 / 15],
    [BUS, 1],
  ])
  expect(await abandonedRates(db(), NOON)).toEqual(rates)
  // A moment later than 24 hours ago counts.
  await call({ userID: null, outcome: 'ABANDONED', start: NOON - DAY + 1 })
  expect((await abandonedRates(db(), NOON)).get(RAIL)).toBe(6 / 16)

  // The pages show that number.
  const { projects } = (await ask('resource/hypervisor/state', {})) as {
    projects: { id: number; abandonedRate: number | null }[]
  }
  expect(projects.find(({ id }) => id === RAIL)?.abandonedRate).toBe(6 / 16)
  const { rows } = (await ask('resource/advisory', {})) as {
    rows: { projectID: number; abandoned: (number | null)[] }[]
  }
  expect(rows.find(({ projectID }) => projectID === RAIL)?.abandoned.at(-1)).toBe(6 / 16)
})
