import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { putSetting } from './settings.ts'

let server: TestServer
let ann: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'ann',
    permissions: ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ADMIN_CAN_MANAGE_AGENCY_RATES'],
  })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const holidaysOf = async (start: string, end: string) => {
  const { body } = said(await post(server, '/api/calendar/events', { start, end }, ann))
  return (body as { events: { eventType: string; subject: string }[] }).events
    .filter(({ eventType }) => eventType === 'PUBLIC_HOLIDAY')
    .map(({ subject }) => subject)
}
const kindOf = async (day: string) => {
  const asked = { agencyID: 1, contractTypeID: 1, skillID: null, day, time: '09:00' }
  const { body } = said(await post(server, '/api/admin/configuration/agency-rates/try', asked, ann))
  return (body as { dayKind: string }).dayKind
}

test('A083 public holidays that the company adds or works on hold in the calendar and for rates', async () => {
  const may = () => holidaysOf('2026-05-03T23:00:00.000Z', '2026-05-06T23:00:00.000Z')
  expect([await may(), await kindOf('2026-05-04'), await kindOf('2026-05-05')]).toEqual([
    ['Early May bank holiday'],
    'PUBLIC_HOLIDAY',
    'WEEKDAY',
  ])
  await putSetting(server.server.db, 'workingTime.removedHolidays', [{ date: '2026-05-04', name: 'May' }])
  await putSetting(server.server.db, 'workingTime.extraHolidays', [
    { date: '2026-05-05', name: 'Founders’ day' },
    { date: '2027-05-05', name: 'Another year' },
  ])
  expect([await may(), await kindOf('2026-05-04'), await kindOf('2026-05-05')]).toEqual([
    ['Founders’ day'],
    'WEEKDAY',
    'PUBLIC_HOLIDAY',
  ])
})
