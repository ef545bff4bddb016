import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  markAbsent,
  noteLate,
  supervisorToday,
  type TodayRow,
  unmarkAbsent,
} from '#shared/contract/absence.ts'
import { type TeamShifts, teamShifts } from '#shared/contract/attendance.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { SupervisorResourceScreen } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()
const row = (userID: number, name: string, more: Partial<TodayRow> = {}): TodayRow => ({
  ...{ userID, name, state: 'NOT_IN', sessions: [], actualStart: null, actualEnd: null, lateMinutes: 30 },
  ...{ leftEarlyMinutes: 0, absence: null, late: null },
  shifts: [{ id: userID, start: iso(NOW - HOUR / 2), end: iso(NOW + 3 * HOUR), project: null, segments: [] }],
  ...more,
})
const IN: Partial<TodayRow> = {
  ...{ state: 'IN', lateMinutes: 0, actualStart: iso(NOW - HOUR / 2) },
  sessions: [{ activity: 'AVAILABLE', start: iso(NOW - HOUR / 2), end: iso(NOW) }],
}

test('D146 the supervisor sees who isn’t in, marks them as sick or without leave, and takes it back', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_RESOURCE']))
  let rows = [row(1, 'Ivy'), row(2, 'Ida', IN)]
  answer(supervisorToday, () => ({ rows, asOf: iso(NOW) }))
  answer(markAbsent, ({ reported }) => {
    const absence = { id: 9, version: 4, shiftID: 1, kind: 'NOT_IN' as const, state: 'OPEN' as const }
    rows = [
      row(1, 'Ivy', { state: 'ABSENT', absence: { ...absence, reported, note: '', by: 'Sam' } }),
      row(2, 'Ida', IN),
    ]
    return { id: 9 }
  })
  answer(unmarkAbsent, () => ({ done: true as const }))
  const user = userEvent.setup()
  renderSignedIn(services, around(<SupervisorResourceScreen />), '/supervisor/resource')
  const list = within(await screen.findByRole('list', { name: 'Today' }))
  expect(
    list.getAllByRole('listitem').map((item) => within(item).getAllByText(/Ivy|Ida/)[0]?.textContent),
  ).toEqual(['Ivy', 'Ida'])
  const count = (name: RegExp) => screen.getByRole('button', { name }).textContent
  expect(count(/Due$/)).toBe('2Due')
  expect(count(/Not in$/)).toBe('1Not in')
  await user.click(screen.getByRole('button', { name: /Not in$/ }))
  expect(screen.queryByText('Ida')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Mark as absent' }))
  const form = within(screen.getByRole('form', { name: 'Mark as absent: Ivy' }))
  await user.type(form.getByLabelText('What you know'), 'No answer')
  await user.click(form.getByLabelText('Without leave'))
  await user.click(form.getByRole('button', { name: 'Mark as absent' }))
  expect(await screen.findByText('Ivy is marked as absent without leave.')).toBeTruthy()
  await waitFor(() => expect(count(/Absent$/)).toBe('1Absent'))
  expect(made.find(({ path }) => path === markAbsent.path)?.request).toEqual({
    ...{ shiftID: 1, reported: 'AWOL', note: 'No answer' },
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(made.find(({ path }) => path === unmarkAbsent.path)?.request).toEqual({ id: 9, version: 4 }),
  )
})

test('4 §4.4.4 running late asks when they come, and nobody due says so', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_RESOURCE']))
  let rows = [row(1, 'Ivy')]
  answer(supervisorToday, () => ({ rows, asOf: iso(NOW) }))
  answer(noteLate, () => {
    rows = []
    return { done: true as const }
  })
  const user = userEvent.setup()
  renderSignedIn(services, around(<SupervisorResourceScreen />), '/supervisor/resource')
  await user.click(await screen.findByRole('button', { name: 'Running late' }))
  const form = within(screen.getByRole('form', { name: 'Running late: Ivy' }))
  expect((form.getByLabelText('Comes at') as HTMLInputElement).value).toBe('13:30')
  await user.click(form.getByRole('button', { name: 'Running late' }))
  expect(await screen.findByText('Nobody is due today.')).toBeTruthy()
  expect(made.find(({ path }) => path === noteLate.path)?.request).toEqual({
    ...{ shiftID: 1, expectedAt: iso(NOW + HOUR / 2), note: '' },
  })
})

test('4 §4.4.4 Shifts has the week of one’s people, what waits for one’s word, and holiday; it goes on by weeks', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_RESOURCE', 'IRESOURCE_CAN_PROCESS_SHIFT']))
  const at = (day: number, hour: number) => iso(Date.UTC(2026, 4, day, hour))
  const read: TeamShifts = {
    shifts: [
      {
        ...{ id: 1, userID: 1, name: 'Ivy', start: at(4, 8), end: at(4, 16), project: 'Rail' },
        ...{ location: 'HOME', state: 'LIVE' },
      },
      {
        ...{ id: 2, userID: 2, name: 'Ida', start: at(6, 12), end: at(6, 16), project: null },
        ...{ location: 'OFFICE', state: 'PUBLISHED' },
      },
    ],
    requests: [
      {
        ...{ id: 3, name: 'Ida', start: at(6, 12), end: at(6, 16), type: 'DROP', reason: 'School run' },
        askedAt: at(3, 9),
      },
    ],
    // By London's midnights, in summer time.
    holidays: [
      { id: 4, name: 'Ivy', start: at(10, 23), end: at(12, 23), dayPart: 'DAY', isWaiting: true },
      { id: 5, name: 'Ida', start: at(17, 23), end: at(18, 23), dayPart: 'MORNING', isWaiting: false },
    ],
  }
  answer(teamShifts, ({ day }) =>
    day === '2026-05-04' ? read : { ...read, shifts: [], requests: [], holidays: [] },
  )
  const user = userEvent.setup()
  renderSignedIn(
    services,
    around(
      <UiLabelsProvider value={createUiLabels(services)}>
        <SupervisorResourceScreen />
      </UiLabelsProvider>,
    ),
    '/supervisor/resource?tab=shifts',
  )
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Person', 'Mon 4 May', 'Tue 5 May', 'Wed 6 May', 'Thu 7 May', 'Fri 8 May'],
    ...['Sat 9 May', 'Sun 10 May'],
  ])
  const [, ivy, ida] = table.getAllByRole('row')
  const cells = (line: HTMLElement | undefined) =>
    within(line as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(within(ivy as HTMLElement).getByRole('rowheader').textContent).toBe('Ivy')
  expect(cells(ivy)).toEqual(['09:00–17:00Rail · Home · Working', ...Array(6).fill('')])
  expect(cells(ida)).toEqual(['', '', '13:00–17:00', ...Array(4).fill('')])
  const requests = screen.getByRole('region', { name: 'Requests that wait for your word' })
  expect(within(requests).getByRole('listitem').textContent).toBe('Drop: Ida6 May, 13:00–17:00School run')
  expect(within(requests).getByRole('link').getAttribute('href')).toBe('/resource/shift-requests')
  const holidays = screen.getByRole('region', { name: 'Holiday of the next 8 weeks' })
  expect(
    within(holidays)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['IvyMon 11 May – Tue 12 MayWaits for a decision', 'IdaMon 18 MayMornings'])
  await user.click(screen.getByRole('button', { name: 'Later week' }))
  expect(await screen.findByText('No shifts in this week.')).toBeTruthy()
  expect(screen.getByText('Nobody is on holiday then.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Requests that wait for your word' })).toBeNull()
  expect(made.flatMap(({ path, request }) => (path === teamShifts.path ? [request] : []))).toEqual([
    { day: '2026-05-04' },
    { day: '2026-05-11' },
  ])
})
