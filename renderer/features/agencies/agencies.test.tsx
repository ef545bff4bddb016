import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getAgency, listAgencies, saveAgency } from '#shared/contract/agencies.ts'
import { getViews } from '#shared/contract/views.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AgenciesScreen } from './index.ts'

const BRIGHT = {
  ...{ id: 1, version: 4, name: 'Bright Staffing', code: 'BRI', status: 'ACTIVE' as const },
  ...{ contactName: 'Gemma', email: 'hello@bright.example', phone: '', address: '' },
  ...{ companyNumber: '', vatNumber: '', paymentTermsDays: 30, minimumNoticeHours: 24 },
  ...{ workers: 2, users: 1 },
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
  const { workers: _workers, users: _users, ...sent } = BRIGHT
  await waitFor(() =>
    expect(server.made.filter(({ path }) => path === saveAgency.path).map(({ request }) => request)).toEqual([
      { ...sent, status: 'ENDED' },
    ]),
  )
})
