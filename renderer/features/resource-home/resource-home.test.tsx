import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ResourceHome, resourceHome } from '#shared/contract/resource-home.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ResourceHomeScreen } from './index.ts'
import { TEXT } from './text.ts'

const HOME: ResourceHome = {
  asOf: '2026-05-04T12:00:00.000Z',
  days: ['2026-05-04', '2026-05-05'],
  coverage: [
    {
      ...{ projectID: 1, project: 'Rail' },
      days: [
        { day: '2026-05-04', planned: 9, needed: 12 },
        { day: '2026-05-05', planned: 12, needed: 12 },
      ],
    },
  ],
  gaps: [{ projectID: 1, project: 'Rail', day: '2026-05-04', missing: 3 }],
  requests: { today: 2, days: 0, older: 1 },
  shiftRequests: 1,
  ...{ windows: [], campaigns: [], absences: [], leavers: [], warnings: [], adaptors: [] },
}
const ALL: readonly PermissionName[] = [
  ...(['IRESOURCE_CAN_SEE_MODULE', 'IRESOURCE_CAN_SEE_POWER_RESOURCING'] as const),
  ...(['IRESOURCE_CAN_SEE_ALLOCATION', 'IRESOURCE_CAN_SEE_BOOKINGS', 'IRESOURCE_CAN_PROCESS_SHIFT'] as const),
]

async function open(home = HOME, permissions = ALL) {
  const server = fakeLive()
  server.services.session.signIn(testToken([...permissions]))
  server.answer(resourceHome, () => home)
  const { place, search } = renderSignedIn(
    server.services,
    server.around(
      <UiLabelsProvider value={createUiLabels(server.services)}>
        <ResourceHomeScreen />
      </UiLabelsProvider>,
    ),
    '/resource/home',
  )
  await screen.findByRole('region', { name: 'Coverage' })
  return { ...server, at: () => `${place()}${search() ?? ''}`, user: userEvent.setup() }
}

test('D152 coverage is hours planned ÷ needed in percent, and nothing where none are needed', () => {
  expect([TEXT.share(9, 12), TEXT.share(3, 1), TEXT.share(0, 4), TEXT.share(2, 0)]).toEqual([
    ...['75 %', '300 %', '0 %', '–'],
  ])
})

test('D152 coverage stands by day and project, and opens Allocation on that day and project', async () => {
  const { user, at } = await open()
  const row = within(screen.getByRole('row', { name: /^Rail/ }))
  expect(row.getByText('75 %')).toBeTruthy()
  expect(row.getByText('100 %')).toBeTruthy()
  await user.click(row.getByRole('button', { name: /Rail, Mon,? 4 May: ?75 % ?9 of 12 h/ }))
  await waitFor(() => expect(at()).toBe('/resource/allocation?day=2026-05-04&project=1'))
})

test('D152 each card opens its page so filtered', async () => {
  const { user, at, services } = await open()
  const requests = within(screen.getByRole('region', { name: 'Requests waiting' }))
  expect(requests.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Less than a day2',
    'More than 3 days1',
    '1 request about a shift',
  ])
  await user.click(requests.getByRole('button', { name: /More than 3 days/ }))
  expect(services.dialogs.store.getState()).toMatchObject([
    { name: 'pending-requests', params: { age: 'older' } },
  ])
  const gaps = within(screen.getByRole('region', { name: 'Gaps over 10 %' }))
  await user.click(gaps.getByRole('button', { name: /Rail.*3 h missing/ }))
  await waitFor(() => expect(at()).toBe('/resource/allocation?day=2026-05-04&project=1'))
})

test('who may not open a page reads its card without a way there; a quiet morning says so', async () => {
  const quiet = { ...HOME, gaps: [], requests: { today: 0, days: 0, older: 0 }, shiftRequests: 0 }
  await open(quiet, ['IRESOURCE_CAN_SEE_MODULE'])
  expect(screen.getByText('Nothing waits. Today is covered.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a card of many rows shows the first five, and all of them at a click', async () => {
  const absences = Array.from({ length: 7 }, (_, at) => ({ userID: at, name: `Ann ${at}`, isNoShow: false }))
  const { user } = await open({ ...HOME, absences })
  const card = within(screen.getByRole('region', { name: 'Absent today' }))
  expect(card.getAllByRole('listitem')).toHaveLength(5)
  await user.click(card.getByRole('button', { name: 'Show 2 more' }))
  expect(card.getAllByRole('listitem')).toHaveLength(7)
  await user.click(card.getByRole('button', { name: 'Show fewer' }))
  expect(card.getAllByRole('listitem')).toHaveLength(5)
})
