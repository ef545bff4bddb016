import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  errorAssignees,
  errorOccurrences,
  errorOverview,
  getError,
  listErrors,
  raiseErrorTicket,
  updateError,
} from '#shared/contract/error-log.ts'
import { getViews } from '#shared/contract/views.ts'
import { errorRecord } from '#shared/records/admin/error-entry.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ErrorLogScreen } from './index.ts'

type Row = z.output<typeof errorRecord.row>
const AT = '2026-11-21T12:00:00.000Z'
const ERROR: Row = {
  ...{ id: 4, version: 2, level: 'ERROR', source: 'SERVER', message: 'TypeError: x is not a function' },
  ...{ place: 'tasks.loadTasks', count: 143, people: 12, firstSeenAt: AT, lastSeenAt: AT, build: 'b-7' },
  ...{ state: 'NEW', assignedTo: null, assignedToID: null, ticketID: null },
}

function open({ path = '/admin/error-log', rows = [ERROR] } = {}) {
  const server = fakeLive()
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_ERROR_LOG']))
  const kept = { row: ERROR, fresh: 3 }
  server.answer(getViews, () => ({ views: [] }))
  server.answer(errorOverview, () => ({
    counts: [
      { state: 'NEW', count: kept.fresh },
      { state: 'ACKNOWLEDGED', count: 1 },
      { state: 'RESOLVED', count: 0 },
      { state: 'IGNORED', count: 0 },
    ],
  }))
  server.answer(listErrors, () => ({
    ...{ rows: [...rows], total: rows.length, isMore: false },
    ...{ columns: Object.keys(errorRecord.columns), asOf: AT },
  }))
  server.answer(getError, () => kept.row)
  server.answer(errorAssignees, () => ({ people: [{ id: 9, name: 'Tom Okafor' }] }))
  server.answer(errorOccurrences, () => ({
    occurrences: [
      { id: 2, at: AT, requestID: 'r-2', person: 'Ann Price', build: 'b-7', stack: 'at run (a.ts:1:2)' },
      { id: 1, at: AT, requestID: '', person: null, build: '', stack: '' },
    ],
  }))
  renderSignedIn(server.services, server.around(<ErrorLogScreen />), path)
  const sent = ({ path: asked }: { path: string }) =>
    server.made.filter((call) => call.path === asked).map(({ request }) => request)
  return { ...server, sent, kept, user: userEvent.setup() }
}
const panel = async () => within(await screen.findByRole('complementary', { name: 'error' }))

test('A114 the count of NEW stands above the list, follows the log live, and narrows it', async () => {
  const at = open()
  const states = within(await screen.findByRole('navigation', { name: 'Errors by state' }))
  const fresh = await states.findByRole('link', { name: '3 New' })
  at.kept.fresh = 4
  act(() => void at.hub.fire('errorsChanged'))
  expect(await states.findByRole('link', { name: '4 New' })).toBeTruthy()
  await at.user.click(fresh)
  await waitFor(() =>
    expect(at.sent(listErrors).at(-1)).toMatchObject({
      filters: [{ field: 'state', operator: 'ANY_OF', values: ['NEW'] }],
    }),
  )
})

test('A114 an error shows its count, people, build and occurrences; it is resolved and assigned', async () => {
  const at = open({ path: '/admin/error-log?open=4' })
  const error = await panel()
  expect(await error.findByText('143 times')).toBeTruthy()
  expect(error.getByText('12')).toBeTruthy()
  expect(error.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '21 Nov, 12:00:00 Ann PriceRequest r-2 Build b-7Stackat run (a.ts:1:2)',
    '21 Nov, 12:00:00 ',
  ])
  at.answer(updateError, () => {
    at.kept.row = { ...ERROR, version: 3, state: 'RESOLVED' }
    return at.kept.row
  })
  await at.user.click(error.getByRole('button', { name: 'Resolve' }))
  expect(await error.findByText('It is new again when it happens in a later build.')).toBeTruthy()
  expect(error.getByRole('button', { name: 'Reopen' })).toBeTruthy()
  await at.user.selectOptions(error.getByRole('combobox', { name: 'Assigned to' }), '9')
  await waitFor(() =>
    expect(at.sent(updateError)).toEqual([
      { id: 4, version: 2, state: 'RESOLVED' },
      { id: 4, version: 3, assignedTo: 9 },
    ]),
  )
})

test('A114 a ticket is raised once, and then opened; why it can’t be is told', async () => {
  const at = open({ path: '/admin/error-log?open=4' })
  const error = await panel()
  at.answer(raiseErrorTicket, () => {
    throw refused(409, '', 'There is a ticket for it: 31.', 'error.hasTicket')
  })
  await at.user.click(await error.findByRole('button', { name: 'Raise ticket' }))
  await waitFor(() => expect(at.messages()).toContain('There is a ticket for it: 31.'))
  at.answer(raiseErrorTicket, () => {
    at.kept.row = { ...ERROR, version: 3, ticketID: 31 }
    return at.kept.row
  })
  await at.user.click(error.getByRole('button', { name: 'Raise ticket' }))
  await at.user.click(await error.findByRole('button', { name: 'Ticket 31' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([{ name: 'tickets', params: { ticketID: 31 } }])
})

test('without errors it says so', async () => {
  open({ rows: [] })
  expect(await screen.findByText('No errors in this time.')).toBeTruthy()
})
