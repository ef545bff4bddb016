import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  contractVersions,
  deactivateContractType,
  deleteContractType,
  getContractType,
  listContractTypes,
  mergeContractTypes,
  saveContractType,
} from '#shared/contract/contract-types.ts'
import { getViews } from '#shared/contract/views.ts'
import { contractTypeRecord, USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ContractTypesScreen } from './index.ts'

const TYPE = {
  ...{ id: 1, version: 3, name: 'Casual worker', kind: 'WORKER' as const, people: 4, ...USUAL_TERMS },
  ...{ baseRate: 12.6, validFrom: '2026-01-01', isActive: true },
}

function open(address = '/admin/contract-types') {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_CONTRACT_TYPES']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listContractTypes, () => ({
    rows: [
      {
        ...{ id: 1, version: 3, name: TYPE.name, kind: TYPE.kind, people: 4, baseRate: 12.6 },
        ...{ validFrom: '2026-01-01', nextFrom: '2027-04-01', isActive: true },
      },
      {
        ...{ id: 2, version: 1, name: 'Casual', kind: TYPE.kind, people: 0, baseRate: null },
        ...{ validFrom: null, nextFrom: null, isActive: true },
      },
      {
        ...{ id: 3, version: 1, name: 'Agency worker', kind: 'AGENCY' as const, people: 9, baseRate: null },
        ...{ validFrom: null, nextFrom: null, isActive: true },
      },
    ],
    ...{ total: 3, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: Object.keys(contractTypeRecord.columns),
  }))
  server.answer(getContractType, () => TYPE)
  server.answer(contractVersions, () => ({ versions: [] }))
  renderSignedIn(server.services, <ContractTypesScreen />, address)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const panelOf = async (name: string) => within(await screen.findByRole('complementary', { name }))

test('the list says base rate, people, since when the terms hold and when they change', async () => {
  open()
  const row = await screen.findByRole('row', { name: /Casual worker/ })
  expect(row.textContent).toMatch(/Casual worker.*Worker.*12\.6.*4.*2026.*2027/)
})

test('A080 A081 a change is a version from a day, and a base rate under the minimum is told there', async () => {
  const { user, sent, answer } = open('/admin/contract-types?open=1')
  const panel = await panelOf('contract type')
  const rate = (await panel.findByLabelText(/^Base rate/)) as HTMLInputElement
  await user.clear(rate)
  await user.type(rate, '9')
  fireEvent.change(panel.getByLabelText(/^Valid from/), { target: { value: '2027-01-01' } })
  answer(saveContractType, () => {
    throw refused(400, 'The rate is under the minimum of £12.21.')
  })
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('The rate is under the minimum of £12.21.')).toBeTruthy()
  answer(saveContractType, () => TYPE)
  await user.clear(rate)
  await user.type(rate, '13.5')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveContractType)).toHaveLength(2))
  expect(sent(saveContractType).at(-1)).toMatchObject({
    ...{ id: 1, version: 3, name: 'Casual worker', baseRate: 13.5, validFrom: '2027-01-01' },
    ...{ holidayWeeks: 5.6, holidayYearStart: '04-01' },
  })
})

test('A080 its versions are listed with what each changed, which one holds today and which is planned', async () => {
  const { user, answer } = open('/admin/contract-types?open=1')
  const first = { ...USUAL_TERMS, baseRate: 12, validFrom: '2020-01-01' }
  answer(contractVersions, () => ({
    versions: [
      { ...first, baseRate: 14, prayerBreaksPaid: true, validFrom: '2999-01-01' },
      { ...first, baseRate: 12.6, validFrom: '2021-01-01' },
      first,
    ],
  }))
  await user.click(await (await panelOf('contract type')).findByRole('tab', { name: 'Versions' }))
  const items = await (await panelOf('contract type')).findAllByRole('listitem')
  expect(items.map((one) => one.textContent)).toEqual([
    'From 1 January 2999PlannedBase rate £ an hour: 12.6 → 14Prayer breaks are paid: no → yes',
    'From 1 January 2021TodayBase rate £ an hour: 12 → 12.6',
    'From 1 January 2020The first terms.',
  ])
})

test('a contract type that people have is not deleted, and one is only after asking', async () => {
  const { user, sent, answer, services } = open('/admin/contract-types?open=1')
  const ask = vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(false).mockResolvedValue(true)
  const show = vi.spyOn(services.notices, 'show')
  answer(deleteContractType, () => {
    throw refused(409, '4 people have this contract type.')
  })
  const remove = await (await panelOf('contract type')).findByRole('button', { name: 'Delete' })
  await user.click(remove)
  expect(sent(deleteContractType)).toEqual([])
  await user.click(remove)
  await waitFor(() => expect(show).toHaveBeenCalledWith('error', '4 people have this contract type.'))
  expect(ask.mock.calls[0]?.[0].title).toBe('Delete ‘Casual worker’?')
  expect(sent(deleteContractType)).toEqual([{ id: 1, version: 3 }])
})

test('a new one begins with the usual terms, from today', async () => {
  const { user, sent, answer } = open()
  answer(saveContractType, () => TYPE)
  await user.click(await screen.findByRole('button', { name: 'New contract type' }))
  const panel = await panelOf('New contract type')
  await user.type(panel.getByRole('textbox', { name: /^Name/ }), 'Seasonal')
  await user.click(panel.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveContractType)).toHaveLength(1))
  expect(sent(saveContractType)[0]).toMatchObject({ ...USUAL_TERMS, name: 'Seasonal', kind: 'EMPLOYEE' })
})

test('one is merged into another of its kind once that was chosen, and a refusal is told there', async () => {
  const { user, sent, answer } = open('/admin/contract-types?open=1')
  await user.click(await (await panelOf('contract type')).findByRole('button', { name: 'Merge into…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge ‘Casual worker’' }))
  const into = await dialog.findByLabelText('Into')
  await dialog.findByRole('option', { name: 'Casual' })
  // Neither itself nor one for agency workers.
  expect([...into.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Choose a contract type',
    'Casual',
  ])
  answer(mergeContractTypes, () => {
    throw refused(400, '‘Casual’ is not active.')
  })
  await user.selectOptions(into, 'Casual')
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await dialog.findByText('‘Casual’ is not active.')).toBeTruthy()
  answer(mergeContractTypes, () => ({ ...TYPE, id: 2, name: 'Casual' }))
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(mergeContractTypes)[1]).toEqual({ id: 1, version: 3, into: 2 })
})

test('one is deactivated from the list, and a refusal is told', async () => {
  const { user, sent, answer } = open()
  answer(deactivateContractType, () => {
    throw refused(400, '4 people have this contract type.')
  })
  const row = within(await screen.findByRole('row', { name: /Casual worker/ }))
  await user.click(row.getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText(/4 people have this contract type\./)).toBeTruthy()
  expect(sent(deactivateContractType)).toEqual([{ id: 1, version: 3 }])
})
