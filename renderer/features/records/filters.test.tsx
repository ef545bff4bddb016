import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { getActivitySession, listActivitySessions } from '#shared/contract/activity-report.ts'
import { findNamed, getViews } from '#shared/contract/views.ts'
import { activitySessionRecord } from '#shared/records/resource/activity-session.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import type { RecordsKind } from './index.ts'
import { RecordsPage } from './RecordsPage.tsx'

const SESSIONS: RecordsKind = {
  record: activitySessionRecord,
  title: 'Sessions',
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listActivitySessions, request, { quiet: true }),
  read: (api, id) => api.call(getActivitySession, { id }, { quiet: true }),
  bulk: [],
}
const NAMES = new Map([
  [2, 'Amy Archer'],
  [3, 'Ben Archer'],
])
const Address = () => <output data-testid="search">{decodeURIComponent(useLocation().search)}</output>

async function open(search = '') {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['IRESOURCE_CAN_SEE_REPORTS']))
  server.answer(getViews, () => ({ views: [] }))
  const asked: unknown[] = []
  server.answer(listActivitySessions, (request) => {
    asked.push(request)
    return {
      ...{ rows: [], total: 0, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
      columns: ['displayName', 'project', 'hours'],
    }
  })
  server.answer(findNamed, (request) => {
    const { searchTerm = '', ids = [] } = request as { searchTerm?: string; ids?: number[] }
    const all = [...NAMES].map(([id, name]) => ({ id, name }))
    return {
      found: all.filter(({ id, name }) =>
        ids.length > 0 ? ids.includes(id) : name.toLowerCase().includes(searchTerm),
      ),
    }
  })
  renderSignedIn(
    server.services,
    <>
      <RecordsPage kind={SESSIONS} />
      <Address />
    </>,
    `/resource/activity-report${search}`,
  )
  await screen.findByRole('button', { name: 'Add filter' })
  const user = userEvent.setup()
  return {
    user,
    search: () => screen.getByTestId('search').textContent,
    pass: (ms: number) => act(async () => timers.pass(ms)),
    asked: () => asked.at(-1),
    filter: async (label: string) => {
      await user.click(screen.getByRole('button', { name: 'Add filter' }))
      await user.click(await screen.findByRole('menuitem', { name: label }))
      return within(await screen.findByRole('form', { name: `Filter by ${label}` }))
    },
  }
}

test('D004 several people are chosen by a few letters, myself among them; the chip names them and the address keeps them', async () => {
  const page = await open()
  const form = await page.filter('Name')
  await page.user.click(form.getByRole('checkbox', { name: 'Me' }))
  for (const name of ['Amy Archer', 'Ben Archer']) {
    const field = form.getByPlaceholderText('Type a name')
    await page.user.type(field, 'arc')
    await page.pass(300)
    await page.user.click(await screen.findByRole('option', { name }))
  }
  expect(within(form.getByRole('list', { name: 'Chosen' })).getAllByRole('listitem')).toHaveLength(2)
  await page.user.click(form.getByRole('button', { name: 'Apply' }))
  const words = /^Name me or Amy Archer or Ben Archer: change$/
  expect(await screen.findByRole('button', { name: words })).toBeDefined()
  expect(page.search()).toBe('?f=displayName~ANY_OF~me~2~3')
  await waitFor(() =>
    expect(page.asked()).toMatchObject({
      filters: [{ field: 'displayName', operator: 'ANY_OF', values: ['me', '2', '3'] }],
    }),
  )
  // One is taken out again.
  await page.user.click(screen.getByRole('button', { name: words }))
  const again = within(await screen.findByRole('form', { name: 'Filter by Name' }))
  await page.user.click(again.getByRole('button', { name: 'Remove Amy Archer' }))
  await page.user.click(again.getByRole('button', { name: 'Apply' }))
  expect(page.search()).toBe('?f=displayName~ANY_OF~me~3')
})

test('D009 a link names people for whom it can; one who isn’t in the list has no name', async () => {
  await open('?f=displayName~ANY_OF~3~99')
  expect(
    await screen.findByRole('button', { name: 'Name Ben Archer or not in this list: change' }),
  ).toBeDefined()
})

test('a time is typed as people write it, and sent in hours', async () => {
  const page = await open()
  const form = await page.filter('Hours')
  await page.user.type(form.getByLabelText('From'), '1:30')
  await page.user.type(form.getByLabelText('To'), 'soon')
  expect(form.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true)
  await page.user.clear(form.getByLabelText('To'))
  await page.user.type(form.getByLabelText('To'), '2 h 15 min')
  await page.user.click(form.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByRole('button', { name: 'Hours 1 h 30 min to 2 h 15 min: change' })).toBeDefined()
  expect(page.search()).toBe('?f=hours~BETWEEN~1.5~2.25')
})
