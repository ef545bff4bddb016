import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  getPerson,
  listPeople,
  type PersonDetails,
  personChecklist,
  personHistory,
} from '#shared/contract/admin-users.ts'
import { getViews } from '#shared/contract/views.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PeopleTab } from './index.ts'
import { ANN } from './testing/ann.ts'

function open(address: string) {
  const timers = manualTimers()
  const server = fakeLive({ timers })
  const { personNews } = server.live
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_USERS']))
  const shown = { person: ANN, others: [] as PersonDetails[] }
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listPeople, () => ({
    rows: [shown.person, ...shown.others],
    ...{ total: 1 + shown.others.length, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'userName', 'userType', 'roles', 'areaName', 'status', 'isLocked'],
  }))
  server.answer(getPerson, () => shown.person)
  server.answer(personChecklist, () => ({
    tasks: [
      {
        ...{ id: 1, task: 'Sign the contract', responsible: 'USER', fileName: 'contract.pdf' },
        ...{ completedAt: '2026-05-01T09:00:00.000Z', completedBy: 'Ann Ash' },
      },
      {
        ...{ id: 2, task: 'Order a headset', responsible: 'EMPLOYER', fileName: '' },
        ...{ completedAt: null, completedBy: null },
      },
    ],
  }))
  server.answer(personHistory, () => ({
    entries: [
      {
        ...{ id: 3, at: '2026-05-02T09:00:00.000Z', actorName: 'Tom', action: 'PERSON_CHANGED', reason: '' },
        changes: [{ field: 'areaName', before: 'York', after: 'Leeds' }],
      },
    ],
    isMore: false,
  }))
  renderSignedIn(server.services, server.around(<PeopleTab />), address)
  return { server, timers, personNews, shown, user: userEvent.setup() }
}

test('A024 the list has the core columns, and a panel with what is known of one, part by part', async () => {
  const { user, server } = open('/admin/active-users')
  const row = await screen.findByRole('row', { name: /Ann Ash/ })
  expect(row.textContent).toMatch(/Ann Ash.*ann.*Interviewer.*Leeds.*Active.*No/)
  await user.click(row)
  const panel = within(await screen.findByRole('complementary', { name: 'person' }))
  expect(await panel.findByText('Anna Ash')).toBeTruthy()
  expect(panel.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
  await user.click(panel.getByRole('tab', { name: 'Employment' }))
  expect(await panel.findByText('Welsh, English')).toBeTruthy()
  await user.click(panel.getByRole('tab', { name: 'Roles' }))
  expect((await panel.findByRole('link')).getAttribute('href')).toContain('person=7')
  await user.click(panel.getByRole('tab', { name: 'Checklist' }))
  expect(await panel.findByText('1 of 2 done')).toBeTruthy()
  expect(panel.getByText(/Ann Ash, 1 May 2026/)).toBeTruthy()
  // The arrow keys go on from the tab that has the focus.
  await user.keyboard('{ArrowRight}')
  expect(await panel.findByText('areaName: York → Leeds')).toBeTruthy()
  expect(server.made.filter(({ path }) => path === getPerson.path)).toHaveLength(1)
})

test('what others change shows within a second, and rows under somebody’s hand stay until they ask', async () => {
  const { timers, personNews, shown, user } = open('/admin/active-users')
  const row = await screen.findByRole('row', { name: /Ann Ash/ })
  shown.person = { ...ANN, status: 'SUSPENDED', version: 2 }
  act(() => personNews.tell(7))
  await act(async () => timers.pass(1000))
  await waitFor(() => expect(row.textContent).toMatch(/Suspended/))
  expect(row.querySelector('[data-marked]')?.textContent).toBe('Suspended')
  await act(async () => timers.pass(2000))
  expect(row.querySelector('[data-marked]')).toBeNull()

  within(row).getByText('Suspended').focus()
  shown.others = [{ ...ANN, id: 8, displayName: 'Aaron' }]
  act(() => personNews.tell(8))
  await act(async () => timers.pass(1000))
  expect(await screen.findByText('1 change')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Aaron/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('row', { name: /Aaron/ })).toBeTruthy()
})
