import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  addAgencyContract,
  agencyContracts,
  endAgency,
  getAgency,
  listAgencies,
  mergeAgencies,
  removeAgencyContract,
  saveAgency,
} from '#shared/contract/agencies.ts'
import { getViews } from '#shared/contract/views.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AgenciesScreen } from './index.ts'

const BRIGHT = {
  ...{ id: 1, version: 4, name: 'Bright Staffing', code: 'BRI', status: 'ACTIVE' as const },
  ...{ contactName: 'Gemma', email: 'hello@bright.example', phone: '', address: '' },
  ...{ companyNumber: '', vatNumber: '', paymentTermsDays: 30, minimumNoticeHours: 24 },
  ...{ workers: 2, users: 1, rates: 3, contractTo: null as string | null },
  room: null as { source: 'MANUAL'; sourceID: number } | null,
}

test('A079 an agency is ended in its form, and why it can’t be is told there', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_AGENCIES']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listAgencies, () => ({
    rows: [BRIGHT],
    total: 1,
    isMore: false,
    columns: ['name', 'status', 'workers', 'users', 'contactName'],
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  server.answer(getAgency, () => BRIGHT)
  server.answer(saveAgency, () => {
    throw refused(400, '2 workers are still active.')
  })
  const user = userEvent.setup()
  renderSignedIn(server.services, <AgenciesScreen />, '/admin/agencies?open=1')
  expect((await screen.findByRole('row', { name: /Bright Staffing/ })).textContent).toMatch(
    /Active.*2.*1.*Gemma/,
  )
  await user.selectOptions(await screen.findByRole('combobox', { name: /Status/ }), 'ENDED')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('2 workers are still active.')).toBeTruthy()
  const { workers: _workers, users: _users, rates: _rates, contractTo: _to, room: _room, ...sent } = BRIGHT
  await waitFor(() =>
    expect(server.made.filter(({ path }) => path === saveAgency.path).map(({ request }) => request)).toEqual([
      { ...sent, status: 'ENDED' },
    ]),
  )
})

test('5 §4.4 contracts are listed with their days, added as a PDF, and removed after being asked', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_AGENCIES']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listAgencies, () => ({
    ...{ rows: [BRIGHT], total: 1, isMore: false, columns: ['name', 'rates', 'contractTo'] },
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  server.answer(getAgency, () => BRIGHT)
  let contracts = [
    {
      ...{ id: 4, name: 'Frame contract', from: '2020-01-01', to: '2021-12-31', fileName: 'frame.pdf' },
      ...{ addedBy: 'Tom', addedAt: '2020-01-02T09:00:00.000Z' },
    },
  ]
  server.answer(agencyContracts, () => ({ contracts }))
  server.answer(addAgencyContract, () => ({ ...BRIGHT, contractTo: '2027-04-30' }))
  server.answer(removeAgencyContract, () => {
    contracts = []
    return { ...BRIGHT, contractTo: null }
  })
  const user = userEvent.setup({ applyAccept: false })
  const { container } = renderSignedIn(server.services, <AgenciesScreen />, '/admin/agencies?open=1')
  await user.click(await screen.findByRole('tab', { name: 'Contracts' }))
  const one = await screen.findByText('1 Jan 2020 to 31 Dec 2021 · Ended')
  expect(one.closest('li')?.textContent).toContain('frame.pdf · Added 2 Jan 2020 by Tom')
  await user.click(screen.getByRole('button', { name: 'Add a contract' }))
  const file = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  if (!file) throw new Error('no file input')
  await user.upload(file, new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(await screen.findByText('A contract is a PDF.')).toBeTruthy()
  await user.upload(file, new File(['%PDF-1.7'], 'Frame 2026.pdf', { type: 'application/pdf' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ }).value).toBe('Frame 2026')
  await user.type(screen.getByLabelText(/^To/), '2027-04-30')
  await user.click(screen.getByRole('button', { name: 'Add a contract' }))
  const sent = () => server.made.find(({ path }) => path === addAgencyContract.path)?.request
  await waitFor(() => expect(sent()).toMatchObject({ id: '1', name: 'Frame 2026', to: '2027-04-30' }))
  const ask = vi
    .spyOn(server.services.prompts, 'ask')
    .mockResolvedValueOnce(false)
    .mockResolvedValueOnce(true)
  const remove = () => user.click(screen.getByRole('button', { name: 'Remove Frame contract' }))
  await remove()
  expect(ask.mock.calls[0]?.[0].title).toBe('Remove Frame contract?')
  expect(contracts).toHaveLength(1)
  await remove()
  expect(await screen.findByText(/No contract yet/)).toBeTruthy()
})

test('5 §4.4 §8 an agency names its chat room, is merged into another after a choice, and ended after a question', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_AGENCIES']))
  server.answer(getViews, () => ({ views: [] }))
  const other = { ...BRIGHT, id: 2, name: 'Northern Temps', status: 'SUSPENDED' as const }
  server.answer(listAgencies, () => ({
    ...{ rows: [BRIGHT, other], total: 2, isMore: false, columns: ['name', 'status'] },
    asOf: '2026-05-04T12:00:00.000Z',
  }))
  let room: typeof BRIGHT.room = null
  server.answer(getAgency, () => ({ ...BRIGHT, room }))
  server.answer(endAgency, () => {
    throw refused(400, '2 workers are still active.')
  })
  server.answer(mergeAgencies, () => other)
  const sent = ({ path: of }: { path: string }) =>
    server.made.filter(({ path }) => path === of).map(({ request }) => request)
  const user = userEvent.setup()
  renderSignedIn(server.services, <AgenciesScreen />, '/admin/agencies?open=1')
  expect(await screen.findByText('Its chat room begins with the next person who comes to it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'End' }))
  const asked = () => server.services.prompts.store.getState()[0]
  await waitFor(() => expect(asked()?.title).toBe('End Bright Staffing?'))
  expect(sent(endAgency)).toEqual([])
  act(() => server.services.prompts.answer(asked()?.id ?? 0, true))
  await waitFor(() => expect(sent(endAgency)).toEqual([{ id: 1, version: 4 }]))
  await waitFor(() =>
    expect(JSON.stringify(server.services.notices.store.getState())).toContain('2 workers are still active.'),
  )
  await user.click(screen.getByRole('button', { name: 'Merge into…' }))
  const into = await screen.findByRole('combobox', { name: 'Into' })
  await screen.findByRole('option', { name: 'Northern Temps' })
  expect(screen.queryByRole('option', { name: 'Bright Staffing' })).toBeNull()
  room = { source: 'MANUAL', sourceID: 900 }
  await user.selectOptions(into, 'Northern Temps')
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  await waitFor(() => expect(sent(mergeAgencies)).toEqual([{ id: 1, version: 4, into: 2 }]))
})
