import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { getLiveProjects, newIncident } from '#shared/contract/incident.ts'
import { raiseTicket, searchTickets, supportSettings } from '#shared/contract/tickets.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { HelpCenterScreen, IncidentDialog, RaiseTicketDialog } from './index.ts'
import { MyTickets } from './list/screens.tsx'
import { readView } from './list/use-list-address.ts'
import { rowWith } from './testing/open-desk.tsx'

function Search() {
  return <output data-testid="search">{useLocation().search}</output>
}

function openList(path = '/support/help-center', total = 60) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_MODULE']))
  server.answer(searchTickets, () => ({
    total,
    tickets: [rowWith(), rowWith({ id: 1210, message: 'VPN is slow' })],
  }))
  const view = renderSignedIn(
    server.services,
    <>
      <HelpCenterScreen />
      <Search />
    </>,
    path,
  )
  const asked = () =>
    server.made.filter((call) => call.path === searchTickets.path).map(({ request }) => request)
  return { ...server, ...view, timers, asked, search: () => screen.getByTestId('search').textContent }
}

test('W249 W096 a list begins with what is unresolved, 25 rows a page of 10 to 500, and keeps its view in the address', async () => {
  const at = openList()
  await screen.findByRole('button', { name: 'Open ticket 1209: My headset crackles on every call.' })
  expect(at.asked()).toEqual([
    expect.objectContaining({ scope: 'ALL', filter: 'Unresolved', page: 1, pageSize: 25, searchTerm: '' }),
  ])
  const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')
  expect(['All', 'Resolved', 'Unresolved'].map(pressed)).toEqual(['false', 'false', 'true'])
  // The frame around it is the page's one main landmark.
  expect(screen.queryByRole('main')).toBeNull()
  const sizes = screen.getByRole('combobox', { name: 'Rows' })
  expect(
    within(sizes)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '25', '50', '100', '200', '500'])
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(at.search()).toBe('?page=2'))
  fireEvent.click(screen.getByRole('button', { name: 'Resolved' }))
  fireEvent.click(screen.getByRole('button', { name: 'Sort by Priority' }))
  await waitFor(() => expect(at.search()).toBe('?filter=Resolved&sort=priority'))
  expect(at.asked().at(-1)).toMatchObject({ filter: 'Resolved', sort: 'priority', order: 'desc', page: 1 })
  fireEvent.change(sizes, { target: { value: '500' } })
  await waitFor(() => expect(at.asked().at(-1)).toMatchObject({ pageSize: 500 }))
})

test('W001 two choices in quick succession both hold', async () => {
  const at = openList()
  await screen.findAllByRole('row')
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Resolved' }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Type' }), { target: { value: 'Other' } })
    fireEvent.click(screen.getByRole('button', { name: 'Sort by Priority' }))
  })
  await waitFor(() => expect(at.search()).toBe('?filter=Resolved&type=Other&sort=priority'))
})

test('W137 it searches from two characters on, 300 ms after the last', async () => {
  const at = openList()
  await screen.findAllByRole('row')
  const field = screen.getByRole('searchbox', { name: 'Search tickets' })
  fireEvent.change(field, { target: { value: 'v' } })
  act(() => at.timers.pass(300))
  expect(screen.getByText('Type at least 2 characters.')).toBeDefined()
  fireEvent.change(field, { target: { value: 'vp' } })
  act(() => at.timers.pass(299))
  expect(at.search()).toBe('')
  act(() => at.timers.pass(1))
  await waitFor(() => expect(at.asked().at(-1)).toMatchObject({ searchTerm: 'vp' }))
  fireEvent.change(field, { target: { value: 'vpn' } })
  act(() => at.timers.pass(299))
  expect(at.search()).toBe('?search=vp')
  act(() => at.timers.pass(1))
  await waitFor(() => expect(at.asked().at(-1)).toMatchObject({ searchTerm: 'vpn' }))
  expect(at.search()).toBe('?search=vpn')
})

test('W046 a click opens the ticket, knowing what comes after it; arrow keys go from row to row', async () => {
  const at = openList()
  const first = await screen.findByRole('button', { name: /^Open ticket 1209/ })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('VPN is slow')
  fireEvent.click(document.activeElement as HTMLElement)
  expect(at.services.dialogs.store.getState()).toEqual([
    { name: 'tickets', opened: true, params: { ticketID: 1210, queue: [1209, 1210] } },
  ])
})

test('W001 W249 an address that is amiss shows the standard view, and each failure can be tried again', async () => {
  const amiss: Record<string, string> = {
    filter: 'Some',
    page: '-3',
    size: '7',
    sort: 'colour',
    scope: 'THEIRS',
  }
  expect(readView((name) => amiss[name] ?? null, 'MINE')).toEqual(readView(() => null, 'MINE'))
  const at = openList()
  at.answer(searchTickets, () => {
    throw refused(503, 'Busy.')
  })
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  expect((await screen.findByText('Busy.')).closest('[role="alert"]')).not.toBeNull()
  at.answer(searchTickets, () => ({ total: 0, tickets: [] }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No tickets here.')).toBeDefined()
})

test('W001 my own tickets have an address of their own, and say when nothing is open', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(searchTickets, () => ({ total: 0, tickets: [] }))
  renderSignedIn(
    server.services,
    <>
      <MyTickets />
      <Search />
    </>,
  )
  expect(await screen.findByText('No open tickets. Enjoy the calm.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(screen.getByTestId('search').textContent).toBe('?my-filter=All'))
})

test.each([
  ['a supervisor', ['ISUPERVISOR_CAN_SEE_MODULE'], 'TO_HANDLE'],
  ['an agency', ['IAGENCY_CAN_SEE_MODULE'], 'MINE'],
  ['an interviewer', [], 'MINE'],
] as const)(
  'the list behind the badge begins for %s with what the badge counts',
  async (_who, names, scope) => {
    const server = fakeServices()
    server.services.session.signIn(testToken(names))
    server.answer(searchTickets, () => ({ total: 0, tickets: [] }))
    renderSignedIn(server.services, <MyTickets />)
    await screen.findByText('No open tickets. Enjoy the calm.')
    expect(server.made.filter(({ path }) => path === searchTickets.path)).toEqual([
      expect.objectContaining({
        request: expect.objectContaining({
          scope,
          filter: 'Unresolved',
          searchTerm: '',
          lateOnly: false,
          page: 1,
        }),
      }),
    ])
  },
)

test('W001 a ticket is raised question by question; what was answered outlives a reload', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(raiseTicket, () => ({ id: 1300 }))
  const onClose = vi.fn()
  const screenOf = () =>
    renderSignedIn(server.services, <RaiseTicketDialog opened onClose={onClose} params={undefined} />)
  const first = screenOf()
  fireEvent.click(await screen.findByRole('button', { name: 'Pay and hours' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Your answer' }), { target: { value: 'Monday' } })
  fireEvent.submit(screen.getByRole('textbox', { name: 'Your answer' }))
  first.unmount()
  screenOf()
  expect(await screen.findByText('Monday')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Wrong rate' }))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Please describe the problem.')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Describe the problem' }), {
    target: { value: 'Day rate for the evening' },
  })
  server.answer(raiseTicket, () => {
    throw refused(403, 'access denied')
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  // It is said where it happened, and nowhere else.
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(server.services.notices.store.getState()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
  server.answer(raiseTicket, () => ({ id: 1300 }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  expect(onClose).toHaveBeenCalledOnce()
  expect(server.services.dialogs.store.getState()).toMatchObject([
    { name: 'tickets', params: { ticketID: 1300 } },
  ])
  expect(server.made.at(-1)).toEqual({
    path: raiseTicket.path,
    request: {
      ticketType: 'Pay and hours',
      message: 'Day rate for the evening',
      transcript: JSON.stringify({
        renderedSteps: [
          { message: 'Which day is it about?', value: 'Monday' },
          { message: 'What is wrong?', value: 'Wrong rate' },
        ],
      }),
    },
  })
  expect(server.services.storage.get('ticketDrafts')).toBeNull()
})

test('W001 a ticket begins with the questions of what it is known to be about, unless another was begun', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  const open = (type: TicketType) =>
    renderSignedIn(server.services, <RaiseTicketDialog opened onClose={() => {}} params={{ type }} />)
  const first = open('VPN and network')
  fireEvent.click(await screen.findByRole('button', { name: 'Mobile hotspot' }))
  expect(screen.getByText('What does the VPN show?')).toBeDefined()
  first.unmount()
  const second = open('Computer')
  expect(await screen.findByRole('heading', { name: 'VPN and network' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Another subject' }))
  expect(screen.getByRole('button', { name: 'Computer' })).toBeDefined()
  second.unmount()
  open('Computer')
  expect(await screen.findByRole('heading', { name: 'Computer' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Another subject' }))
  expect(screen.getByRole('button', { name: 'Dialler' })).toBeDefined()
})

test('5 §5.13 a ticket begins with the company’s own types, and not with a retired one', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(supportSettings, () => ({
    ...{ status: [], effort: [], priority: [], retiredTypes: ['Computer'] },
    ticketTypes: ['Dialler', 'Keys'].map((value) => ({ value, label: value })),
  }))
  renderSignedIn(
    server.services,
    <RaiseTicketDialog opened onClose={() => {}} params={{ type: 'Computer' }} />,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Keys' }))
  expect(screen.queryByRole('button', { name: 'Computer' })).toBeNull()
  expect(screen.getByText('Since when?')).toBeDefined()
})

test('W006 W029 W081 W128 W239 an incident is sent once everything is filled in and signed off', async () => {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  server.answer(getLiveProjects, () => [{ id: 1, name: 'Household Travel' }])
  server.answer(newIncident, () => ({ id: 1, sentTo: 'Priya Nair' }))
  renderSignedIn(server.services, <IncidentDialog opened onClose={() => {}} />)
  const dialog = within(await screen.findByRole('dialog', { name: 'Incident Form' }))
  await dialog.findByRole('option', { name: 'Household Travel' })
  // None is chosen, and the one project isn't either.
  expect(dialog.getByRole('combobox', { name: 'Project' })).toHaveProperty('value', '0')
  const send = dialog.getByRole('button', { name: 'Send' })
  const steps: (() => void)[] = [
    ...['Call ID', 'Respondent name', 'Phone number', 'Details'].map(
      (name) => () =>
        fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value: `My ${name}` } }),
    ),
    () => fireEvent.click(dialog.getByRole('checkbox')),
    () => fireEvent.change(dialog.getByRole('combobox', { name: 'Project' }), { target: { value: '1' } }),
  ]
  for (const step of steps) {
    expect(send).toHaveProperty('disabled', true)
    step()
  }
  expect(send).toHaveProperty('disabled', false)
  // Each of them is needed, and the sign-off.
  for (const name of ['Call ID', 'Respondent name', 'Phone number', 'Details']) {
    const box = dialog.getByRole('textbox', { name })
    fireEvent.change(box, { target: { value: ' ' } })
    expect(send, name).toHaveProperty('disabled', true)
    fireEvent.change(box, { target: { value: `My ${name}` } })
    expect(send, name).toHaveProperty('disabled', false)
  }
  fireEvent.click(dialog.getByRole('checkbox'))
  expect(send).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByRole('checkbox'))
  await act(async () => fireEvent.click(send))
  expect(server.made.at(-1)?.request).toEqual({
    selectedProject: 1,
    callID: 'My Call ID',
    respondentName: 'My Respondent name',
    phoneNumber: 'My Phone number',
    details: 'My Details',
  })
  const told = server.services.notices.store.getState().map(({ message }) => message)
  expect(told).toEqual(['Submitted', 'Thank you! Message will be sent to Priya Nair'])
})
