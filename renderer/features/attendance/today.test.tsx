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
