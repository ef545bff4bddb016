import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  agencyRateChoices,
  getAgencyRate,
  listAgencyRates,
  removeAgencyRate,
  saveAgencyRate,
  tryAgencyRate,
} from '#shared/contract/agency-rates.ts'
import {
  confirmExpenseRate,
  getExpenseRate,
  listExpenseRates,
  saveExpenseRate,
  tryExpenseRate,
} from '#shared/contract/expense-rates.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { agencyRateRecord } from '#shared/records/admin/agency-rate.ts'
import { expenseRateRecord } from '#shared/records/admin/expense-rate.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AgencyRatesScreen, ExpenseRatesScreen } from './index.ts'

const AGENCY = {
  ...{ id: 4, version: 2, agencyID: 3, contractTypeID: 2, skillID: null, dayKind: 'WEEKDAY' as const },
  ...{ fromTime: '00:00', toTime: '24:00', pay: 12.5, charge: 15, validFrom: '2026-01-01', validTo: null },
  ...{ agency: 'Bright Staffing', contractType: 'Agency worker', skill: null, margin: 2.5 },
  ...{ marginPercent: 16.7, isUsed: false },
}
const EXPENSE = {
  ...{ id: 1, version: 1, category: 'MILEAGE_CAR' as const, unit: 'MILE' as const, rate: 45, secondRate: 25 },
  ...{ aboveUnits: 10_000, cap: null, receiptAbove: null, vat: 0, validFrom: '2026-04-06', validTo: null },
  ...{ isConfirmed: false, confirmedBy: null, confirmedAt: null },
}
const page = (row: object, columns: object) => ({
  rows: [row] as never,
  ...{ total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z', columns: Object.keys(columns) },
})

function open(shown: React.ReactNode, address: string, permissions: PermissionName[] = []) {
  const server = fakeServices()
  server.services.session.signIn(
    testToken(['ADMIN_CAN_MANAGE_AGENCY_RATES', 'ADMIN_CAN_MANAGE_EXPENSE_RATES', ...permissions]),
  )
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listAgencyRates, () => page(AGENCY, agencyRateRecord.columns))
  server.answer(getAgencyRate, () => AGENCY)
  server.answer(agencyRateChoices, () => ({
    agencies: [{ id: 3, name: 'Bright Staffing' }],
    contractTypes: [{ id: 2, name: 'Agency worker' }],
    skills: [{ id: 8, name: 'Welsh' }],
  }))
  server.answer(listExpenseRates, () => page(EXPENSE, expenseRateRecord.columns))
  server.answer(getExpenseRate, () => EXPENSE)
  renderSignedIn(server.services, shown, address)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const panelOf = async (name: string) => within(await screen.findByRole('complementary', { name }))

test('the list of agency rates shows margin and margin % beside pay and charge', async () => {
  open(<AgencyRatesScreen />, '/admin/agency-rates')
  const row = await screen.findByRole('row', { name: /Bright Staffing/ })
  expect(row.textContent).toMatch(/Agency worker.*12\.5.*15.*2\.5.*16\.7/)
})

test('A111 a rate for a skill and a part of the day is made; an overlap is told there', async () => {
  const { user, sent, answer } = open(<AgencyRatesScreen />, '/admin/agency-rates')
  await user.click(await screen.findByRole('button', { name: 'New agency rate' }))
  const panel = await panelOf('New agency rate')
  await user.selectOptions(await panel.findByRole('combobox', { name: /^Agency/ }), 'Bright Staffing')
  await user.selectOptions(panel.getByRole('combobox', { name: /^Contract type/ }), 'Agency worker')
  await user.selectOptions(panel.getByRole('combobox', { name: /^Skill/ }), 'Welsh')
  await user.type(panel.getByLabelText(/^Pay/), '13.25')
  await user.type(panel.getByLabelText(/^Charge/), '16')
  answer(saveAgencyRate, () => {
    throw refused(400, 'Another rate covers 1 May 2026.')
  })
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('Another rate covers 1 May 2026.')).toBeTruthy()
  answer(saveAgencyRate, () => AGENCY)
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAgencyRate)).toHaveLength(2))
  expect(sent(saveAgencyRate).at(-1)).toMatchObject({
    rate: {
      ...{ agencyID: 3, contractTypeID: 2, skillID: 8, dayKind: 'WEEKDAY', pay: 13.25, charge: 16 },
      ...{ fromTime: '00:00', toTime: '24:00', validTo: null },
    },
  })
})

test('A112 a rate that an approved pay line uses offers no removing and says why; another asks first', async () => {
  const { user, sent, answer, services } = open(<AgencyRatesScreen />, '/admin/agency-rates?open=4')
  answer(removeAgencyRate, () => ({ done: true as const }))
  const ask = vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const panel = await panelOf('agency rate')
  await user.click(await panel.findByRole('button', { name: 'Remove' }))
  expect(sent(removeAgencyRate)).toEqual([])
  await user.click(panel.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent(removeAgencyRate)).toEqual([{ id: 4, version: 2 }]))
  expect(ask.mock.calls[0]?.[0].title).toBe('Remove this rate?')
})

test('A112 a used rate can only be ended', async () => {
  const { answer } = open(<AgencyRatesScreen />, '/admin/agency-rates')
  answer(getAgencyRate, () => ({ ...AGENCY, isUsed: true }))
  await userEvent.click(await screen.findByRole('row', { name: /Bright Staffing/ }))
  const panel = await panelOf('agency rate')
  expect(await panel.findByText('An approved pay line goes by this rate: it can only be ended.')).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('‘Try’ says which agency rate holds and why, or that none does', async () => {
  const { user, sent, answer } = open(<AgencyRatesScreen />, '/admin/agency-rates')
  await user.click(await screen.findByRole('button', { name: 'Try' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Which rate holds?' }))
  const find = dialog.getByRole('button', { name: 'Find the rate' }) as HTMLButtonElement
  expect(find.disabled).toBe(true)
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Agency' }), 'Bright Staffing')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Contract type' }), 'Agency worker')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Skill' }), 'Welsh')
  answer(tryAgencyRate, () => ({ dayKind: 'WEEKDAY' as const, rate: null, why: ['None for that day.'] }))
  await user.click(find)
  expect(await dialog.findByText('No rate holds then.')).toBeTruthy()
  answer(tryAgencyRate, () => ({ dayKind: 'WEEKDAY' as const, rate: AGENCY, why: ['It is for all skills.'] }))
  await user.click(find)
  expect(await dialog.findByText('Pay £12.50, charge £15.00 an hour')).toBeTruthy()
  expect(dialog.getByText('Margin £2.50, 16.7 %')).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'Why' }).textContent).toBe('It is for all skills.')
  expect(sent(tryAgencyRate)[0]).toMatchObject({ agencyID: 3, contractTypeID: 2, skillID: 8, time: '09:00' })
})

test('A113 a rate that came with the product says that it waits for finance, who confirms it', async () => {
  const { user, sent, answer, services } = open(<ExpenseRatesScreen />, '/admin/expenses-rates?open=1', [
    'IFINANCE_CAN_FINANCE_EXPENSES',
  ])
  vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(true)
  answer(confirmExpenseRate, () => ({
    ...EXPENSE,
    ...{ version: 2, isConfirmed: true, confirmedBy: 'Fin', confirmedAt: '2026-05-04T12:00:00.000Z' },
  }))
  const panel = await panelOf('expense rate')
  expect(
    await panel.findByText(/Claims can’t use it before somebody of finance has confirmed it\./),
  ).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Confirm' }))
  expect(await panel.findByText('Confirmed by Fin on 2026-05-04.')).toBeTruthy()
  expect(sent(confirmExpenseRate)).toEqual([{ id: 1, version: 1 }])
  expect(panel.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('A113 who is not of finance is not offered to confirm it', async () => {
  open(<ExpenseRatesScreen />, '/admin/expenses-rates?open=1')
  const panel = await panelOf('expense rate')
  expect(await panel.findByText(/came with the product/)).toBeTruthy()
  expect(panel.queryByRole('button', { name: 'Confirm' })).toBeNull()
})

test('an expense rate is made with a second rate, and ‘Try’ reckons a claim by units so far', async () => {
  const { user, sent, answer } = open(<ExpenseRatesScreen />, '/admin/expenses-rates')
  await user.click(await screen.findByRole('button', { name: 'New expense rate' }))
  const panel = await panelOf('New expense rate')
  await user.selectOptions(panel.getByRole('combobox', { name: /^Category/ }), 'MILEAGE_BICYCLE')
  await user.selectOptions(panel.getByRole('combobox', { name: /^Unit/ }), 'MILE')
  await user.type(panel.getByLabelText(/^Rate in pence/), '20')
  answer(saveExpenseRate, () => EXPENSE)
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(saveExpenseRate)).toMatchObject([
      { rate: { category: 'MILEAGE_BICYCLE', unit: 'MILE', rate: 20, secondRate: null, validTo: null } },
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Try' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'What is repaid?' }))
  await user.clear(dialog.getByLabelText(/^Units in this tax year/))
  await user.type(dialog.getByLabelText(/^Units in this tax year/), '9950')
  answer(tryExpenseRate, () => ({ rate: EXPENSE, amount: 35, taxYearStart: '2026-04-06' }))
  await user.click(dialog.getByRole('button', { name: 'Reckon' }))
  expect(await dialog.findByText('£35.00')).toBeTruthy()
  expect(dialog.getByText('The tax year began on 2026-04-06.')).toBeTruthy()
  expect(sent(tryExpenseRate)).toMatchObject([{ category: 'MILEAGE_CAR', units: 100, before: 9950 }])
})
