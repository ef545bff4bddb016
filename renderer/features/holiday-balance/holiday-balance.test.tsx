import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  adjustHoliday,
  getHolidayBalance,
  holidayEntries,
  listHolidayBalances,
} from '#shared/contract/holiday-balance.ts'
import {
  askHolidayApproval,
  getLineHoliday,
  lineHolidayYear,
  listLineHolidays,
  remindHoliday,
} from '#shared/contract/line-holiday.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { hoursIn, signedHours } from './hours-text.ts'
import { HolidayBalanceScreen, LineHolidayScreen } from './index.ts'

const AMY = {
  ...{
    id: 900,
    version: 1,
    displayName: 'Amy',
    areaName: null,
    managerName: null,
    contractTypeName: 'Employee',
  },
  ...{ yearFrom: '2026-04-01', entitlement: 210, carried: 22.5, adjustments: -7.5, taken: 30, booked: 15 },
  ...{ pending: 7.5, remaining: 180, free: 172.5 },
}

test('6 §5.4 a balance shows how it comes about, and hours are carried over with a reason', async () => {
  const { services, answer, made } = fakeServices()
  services.session.signIn(testToken(['HR_CAN_MANAGE_HOLIDAY']))
  answer(listHolidayBalances, () => ({
    ...{ rows: [AMY], total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'entitlement', 'carried', 'remaining'],
  }))
  answer(getHolidayBalance, () => AMY)
  answer(holidayEntries, () => ({
    entries: [
      {
        ...{ id: 1, kind: 'CARRIED' as const, hours: 22.5, reason: 'Sick in March' },
        ...{ byName: 'Hanna', at: '2026-05-04T12:00:00.000Z' },
      },
    ],
  }))
  const user = userEvent.setup()
  renderSignedIn(services, <HolidayBalanceScreen />, '/hr/holiday-balance?open=900')
  expect(await screen.findByText('Sick in March')).toBeTruthy()
  expect(screen.getByText('Hanna, 4 May 2026')).toBeTruthy()
  for (const text of ['+22.5', '−7.5', '−30', '180', '172.5'])
    expect(screen.getAllByText(text)).not.toEqual([])
  await user.click(screen.getByRole('button', { name: 'Carry over or adjust…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Holiday of Amy' }))
  await user.type(dialog.getByLabelText('Hours'), '0.1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const text of ['Type hours in quarters, such as 7.5 or −7.5.', 'Say why.'])
    expect(dialog.getByText(text)).toBeTruthy()
  await user.clear(dialog.getByLabelText('Hours'))
  await user.type(dialog.getByLabelText('Hours'), '-7,5')
  expect(dialog.getByText('172.5 hours remain then.')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Kind'), 'Adjustment')
  await user.type(dialog.getByLabelText('Reason'), 'Unpaid day')
  answer(adjustHoliday, () => AMY)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Holiday of Amy' })).toBeNull())
  expect(made.filter(({ path }) => path === adjustHoliday.path).map(({ request }) => request)).toEqual([
    { id: 900, kind: 'ADJUSTMENT', hours: -7.5, reason: 'Unpaid day' },
  ])
})

test('hours are read as people type them, and shown with their sign', () => {
  expect(['7.5', ' 7,5 ', '−7.5', '+8', 'x', '', '1e3'].map(hoursIn)).toEqual([
    7.5,
    7.5,
    -7.5,
    8,
    null,
    null,
    null,
  ])
  expect([1.25, -0.5, 0].map(signedHours)).toEqual(['+1.25', '−0.5', '0'])
})

test('4 §4.3.3 a row of one’s line opens the year, the list behind the figures, and reminds', async () => {
  const { services, answer, made } = fakeServices()
  services.session.signIn(testToken(['IMANAGER_CAN_SEE_HOLIDAY_BALANCE']))
  const row = { ...AMY, mark: 'NONE' as const, nextHoliday: '2026-06-01' }
  answer(listLineHolidays, () => ({
    ...{ rows: [row], total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'entitlement', 'remaining'],
  }))
  answer(getLineHoliday, () => row)
  let remindedAt: string | null = null
  let urgedAt: string | null = null
  answer(askHolidayApproval, () => {
    urgedAt = '2026-05-03T12:00:00.000Z'
    return { told: 2 }
  })
  answer(lineHolidayYear, () => ({
    ...{ from: '2026-04-01', to: '2027-03-31', remindedAt },
    holidays: [
      {
        ...{ id: 1, hours: 7.5, state: 'PENDING' as const, urgedAt },
        ...{ start: '2026-05-24T23:00:00.000Z', end: '2026-05-25T23:00:00.000Z' },
      },
      {
        ...{ id: 2, hours: 37.5, state: 'APPROVED' as const, urgedAt: null },
        ...{ start: '2026-05-31T23:00:00.000Z', end: '2026-06-05T23:00:00.000Z' },
      },
    ],
    entries: [
      { id: 9, kind: 'CARRIED' as const, hours: 22.5, reason: 'Sick', at: '2026-04-02T12:00:00.000Z' },
    ],
  }))
  answer(remindHoliday, () => {
    remindedAt = '2026-05-04T12:00:00.000Z'
    return { reminded: 1, already: 0, nothing: 0 }
  })
  const user = userEvent.setup()
  renderSignedIn(services, <LineHolidayScreen />, '/interviewer-manager/holiday-balance?open=900')
  expect(await screen.findByRole('heading', { name: '1 Apr 2026 to 31 Mar 2027' })).toBeTruthy()
  const lines = within(screen.getByRole('list', { name: 'What makes up the figures' })).getAllByRole(
    'listitem',
  )
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    '25 May 2026−7.5Waits for a decisionAsk for approval',
    '1 Jun 2026 – 5 Jun 2026−37.5Approved',
    'Carried over+22.5Sick · 2 Apr 2026',
  ])
  await user.click(screen.getByRole('button', { name: 'Ask for approval: 25 May 2026' }))
  expect(await screen.findByText('Waits for a decision · approval asked for on 3 May 2026')).toBeTruthy()
  expect(services.notices.store.getState().map(({ message }) => message)).toContain(
    '2 people who decide are told.',
  )
  expect(made.find(({ path }) => path === askHolidayApproval.path)?.request).toEqual({ id: 1 })
  await user.click(screen.getByRole('button', { name: 'Remind to take it' }))
  expect(await screen.findByText('Last reminded on 4 May 2026.')).toBeTruthy()
  expect(made.filter(({ path }) => path === remindHoliday.path).map(({ request }) => request)).toEqual([
    { ids: [900] },
  ])
  expect(services.notices.store.getState().map(({ message }) => message)).toContain('1 person is reminded.')
})

test('D016 of several people the number and the effect are said before they are reminded', async () => {
  const { services, answer, made } = fakeServices()
  services.session.signIn(testToken(['IMANAGER_CAN_SEE_HOLIDAY_BALANCE']))
  const row = { ...AMY, mark: 'NONE' as const, nextHoliday: '2026-06-01' }
  answer(listLineHolidays, () => ({
    rows: [row, { ...row, id: 901, displayName: 'Bea' }],
    ...{ total: 2, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'entitlement', 'remaining'],
  }))
  answer(remindHoliday, () => ({ reminded: 1, already: 1, nothing: 0 }))
  const asked = () => made.filter(({ path }) => path === remindHoliday.path).map(({ request }) => request)
  const user = userEvent.setup()
  renderSignedIn(services, <LineHolidayScreen />, '/interviewer-manager/holiday-balance')
  for (const name of [/Amy/, /Bea/])
    await user.click(within(await screen.findByRole('row', { name })).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Remind to take it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind 2 people to take their holiday?' }))
  expect(
    dialog.getByText(
      'Each gets a notification. Whoever was reminded within the last day, or has nothing free to take, is left out.',
    ),
  ).toBeTruthy()
  expect(asked()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remind to take it' }))
  await waitFor(() => expect(asked()).toEqual([{ ids: [900, 901] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(services.notices.store.getState().map(({ message }) => message)).toContain(
    '1 person is reminded. 1 within the last day already.',
  )
})
