import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import {
  canUseSystemIssue,
  revokeSystemIssue,
  startSystemIssue,
  systemIssuesReport,
} from '#shared/contract/help.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import * as calls from '#shared/contract/tickets.ts'
import { TICKET_TEXT } from '#shared/domain/tickets.ts'
import { refused } from '../../testing/fake-services.ts'
import { AGENCY, CHAT, openDesk, rowWith, SUPERVISOR, ticketWith } from './testing/open-desk.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => {
  const found = await button(name)
  await act(async () => fireEvent.click(found))
}
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const tab = async (name: string) => {
  const found = await screen.findByRole('tab', { name })
  await act(async () => fireEvent.click(found))
}
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
const done = { done: true, version: 4 }

describe('the modal', () => {
  test('W046 W047 W149 a ticket opens by its id with the tabs of each mode', async () => {
    const supervisor = openDesk(SUPERVISOR)
    await supervisor.open()
    expect(await screen.findByRole('dialog', { name: /^Ticket 1209/ })).toBeDefined()
    expect(await tabs()).toEqual(['Details', 'Transcript', 'Timeline', 'Settings', 'Resolution'])
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull()
    supervisor.unmount()
    const agent = openDesk([])
    await agent.open()
    expect(await tabs()).toEqual(['Details', 'Transcript', 'Resolution', 'Feedback'])
    agent.unmount()
    const agency = openDesk(
      [...AGENCY, 'CAN_REOPEN_TICKET'],
      ticketWith({ resolved: true, status: 'RESOLVED' }),
    )
    agency.answer(calls.reopenTicket, () => done)
    await agency.open()
    expect(await tabs()).toEqual(['Details', 'Transcript'])
    await press('Reopen')
    expect(agency.callsOf(calls.reopenTicket.path)).toEqual([{ id: 1209, version: 3 }])
    await waitFor(() => expect(agency.messages()).toEqual(['Ticket reopened']))
  })

  test('W048 it is minimised to a card; several can be, and each opens its ticket again', async () => {
    const at = openDesk(SUPERVISOR)
    await at.open()
    await press('Minimise')
    expect(screen.queryByRole('dialog')).toBeNull()
    await at.open({ ticketID: 1214 })
    await press('Minimise')
    const cards = screen.getByRole('list', { name: 'Minimised tickets' })
    expect(
      within(cards)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ticket: 1209', 'Ticket: 1214'])
    await press('Ticket: 1209')
    expect(await screen.findByRole('dialog', { name: /^Ticket 1209/ })).toBeDefined()
    expect(screen.queryByText('Ticket: 1209')).toBeNull()
    expect(screen.getByText('Ticket: 1214')).toBeDefined()
  })

  test('W046 its title says the subject beside the number: the first line of its message', async () => {
    const at = openDesk(SUPERVISOR, ticketWith({ message: 'The kettle trips the fuse.\nSince Monday.' }))
    await at.open()
    await screen.findByText(/^The kettle trips the fuse\.\nSince|Since Monday/)
    expect(screen.getByRole('heading', { level: 2, name: /^Ticket 1209/ }).textContent).toBe(
      'Ticket 1209: The kettle trips the fuse.',
    )
  })

  test('W048 a minimised ticket comes back where it was; one that was closed begins anew', async () => {
    const at = openDesk(SUPERVISOR)
    await at.open()
    await tab('Resolution')
    await press('Minimise')
    expect(at.panel.invoked).toContainEqual({ method: 'leaveTicket', args: [1209] })
    await press('Ticket: 1209')
    const selected = () => screen.findByRole('tab', { selected: true })
    expect((await selected()).textContent).toBe('Resolution')
    await press('Close')
    await at.open()
    expect((await selected()).textContent).toBe('Details')
  })

  test('W046 a ticket of the list takes its place: one dialog, from which one goes back to the list', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.searchTickets, () => ({ total: 1, tickets: [rowWith()] }))
    await act(async () => at.services.dialogs.open('tickets'))
    expect(await screen.findByRole('dialog', { name: 'My support tickets' })).toBeDefined()
    const row = await button(/^Open ticket 1209/)
    row.focus()
    await act(async () => fireEvent.click(row))
    expect(await screen.findByRole('dialog', { name: /^Ticket 1209/ })).toBeDefined()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    // Any other key leaves it open.
    for (const key of ['Enter', 'a']) fireEvent.keyDown(document.activeElement as HTMLElement, { key })
    expect(screen.getByRole('dialog', { name: /^Ticket 1209/ })).toBeDefined()
    await press('Back to the list')
    expect(await screen.findByRole('dialog', { name: 'My support tickets' })).toBeDefined()
    expect(document.activeElement).toBe(row)
    await act(async () => fireEvent.click(row))
    await act(async () => fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Escape' }))
    expect(screen.getAllByRole('dialog', { name: 'My support tickets' })).toHaveLength(1)
    // A minimised one leaves the list, and its card lies within the dialog, whose focus stays in it.
    await act(async () => fireEvent.click(row))
    await press('Minimise')
    const list = screen.getByRole('dialog', { name: 'My support tickets' })
    expect(within(list).getByRole('button', { name: 'Ticket: 1209' })).toBeDefined()
    await press('Close')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await button('Ticket: 1209')).toBeDefined()
    // One that is opened by itself has no list under it.
    await press('Ticket: 1209')
    expect(screen.queryByRole('button', { name: 'Back to the list' })).toBeNull()
  })

  test('W049 W190 the chat is beside it where the ticket has one, and is started where it has none', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.getChatThread, () => ({ sourceID: 1209 }))
    at.chat.store.setState({ threads: [CHAT], threadsLoad: { state: 'ready' }, hub: 'connected' })
    await at.open()
    const column = await screen.findByRole('complementary', { name: 'Chat' })
    expect(await within(column).findByRole('heading', { name: 'Headset crackles' })).toBeDefined()
    // Beside the tabs there is nothing to go back to.
    expect(within(column).queryByRole('button', { name: /^Ticket/ })).toBeNull()
    at.unmount()
    const without = openDesk(SUPERVISOR)
    without.answer(calls.startTicketChat, () => ({ sourceID: 1209 }))
    await without.open()
    await button('Show chat')
    expect(screen.queryByRole('complementary', { name: 'Chat' })).toBeNull()
    await press('Show chat')
    await press('Start chat')
    expect(without.callsOf(calls.startTicketChat.path)).toEqual([{ id: 1209 }])
  })

  test('W046 one that vanishes while it is open says so, and one that cannot be fetched can be tried again', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.ticketIssueData, () => {
      throw refused(500, 'Broken.')
    })
    await at.open()
    expect((await screen.findByRole('alert', { name: '' })).textContent).toContain(
      'could not be fetched.Broken.',
    )
    at.answer(calls.ticketIssueData, () => at.shown.ticket)
    await press('Try again')
    await screen.findByText('My headset crackles on every call.')
    at.answer(calls.ticketIssueData, () => {
      throw refused(400, TICKET_TEXT.vanished, TICKET_TEXT.vanished, 'ticket.vanished')
    })
    await at.changedElsewhere({}, {})
    expect(await screen.findByText(TICKET_TEXT.vanished)).toBeDefined()
  })

  test('W051 a transcript that is no JSON is shown as it is', async () => {
    const at = openDesk([], ticketWith({ transcript: '{"renderedSteps": [broken' }))
    await at.open()
    await tab('Transcript')
    expect(screen.getByText('{"renderedSteps": [broken')).toBeDefined()
  })

  test('W001 it says which clock made it late, and since when', async () => {
    const at = openDesk(SUPERVISOR)
    await at.open()
    const clocks = within(await screen.findByRole('list', { name: 'Clocks' })).getAllByRole('listitem')
    expect(clocks.map(({ textContent }) => textContent?.replace(/\d\d:\d\d/, 'TIME'))).toEqual([
      'First answerLate since 21 Nov, TIME (1 h 0 min)',
      expect.stringMatching(/^ResolutionDue in 21 h 0 min/),
    ])
  })
})

describe('handling', () => {
  test('W144 W236 W092 a supervisor takes it in hand, and is told', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.assignTicketToMe, () => done)
    await at.open()
    await press('Assign to me')
    expect(at.callsOf(calls.assignTicketToMe.path)).toEqual([{ id: 1209, version: 3 }])
    expect(at.messages()).toContain('Ticket assigned to you')
  })

  test('W237 W119 W120 W092 unassigning is told, and refused where it is resolved or in the hands of another', async () => {
    const mine = openDesk(SUPERVISOR, ticketWith({ assignID: 7, assign: 'Amelia Ward' }))
    mine.answer(calls.unassignTicket, () => done)
    await mine.open()
    await press('Unassign')
    expect(mine.messages()).toContain('Successfully unassigned ticket from you')
    mine.unmount()
    const refusals = [
      [{ resolved: true, status: 'RESOLVED' }, 'Selected ticket is already resolved'],
      [{ assignID: 9, assign: 'Callum Reid' }, 'This ticket belongs to Callum Reid'],
      [{ assignID: 1, assign: 'Olive Brook' }, 'This ticket belongs to Olive Brook'],
    ] as const
    for (const [ticket, words] of refusals) {
      const at = openDesk(SUPERVISOR, ticketWith(ticket))
      await at.open()
      await press('Unassign')
      expect(await screen.findByText(words)).toBeDefined()
      expect(at.callsOf(calls.unassignTicket.path)).toEqual([])
      at.unmount()
    }
  })

  test('W121 what nobody has in hand cannot be unassigned, and says why; the server says so where it was given back meanwhile', async () => {
    const at = openDesk(SUPERVISOR)
    await at.open()
    expect((await button('Unassign')).getAttribute('aria-disabled')).toBe('true')
    await press('Unassign')
    expect(at.callsOf(calls.unassignTicket.path)).toEqual([])
    fireEvent.mouseEnter(await button('Unassign'))
    expect(await screen.findByText('This ticket is not currently assigned')).toBeDefined()
    at.unmount()
    const late = openDesk(SUPERVISOR, ticketWith({ assignID: 7, assign: 'Amelia Ward' }))
    late.answer(calls.unassignTicket, () => {
      throw refused(400, TICKET_TEXT.notAssigned, TICKET_TEXT.notAssigned)
    })
    await late.open()
    expect(await button('Unassign')).toBeDefined()
    const asked = late.callsOf(calls.ticketIssueData.path).length
    await press('Unassign')
    expect(await screen.findByText('This ticket is not currently assigned')).toBeDefined()
    // Whose it is now is read again.
    await waitFor(() => expect(late.callsOf(calls.ticketIssueData.path)).toHaveLength(asked + 1))
  })

  test('W007 W030 W129 W092 it is escalated with a team and a reason of more than four words, which an outage does not lose', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.ticketEscalationTypes, () => ['IT', 'HR'])
    await at.open()
    expect(await button('Escalate')).toBeDefined()
    expect(screen.queryByRole('dialog', { name: 'Escalate ticket 1209' })).toBeNull()
    await press('Escalate')
    const dialog = within(await screen.findByRole('dialog', { name: 'Escalate ticket 1209' }))
    await dialog.findByRole('option', { name: 'HR' })
    const confirm = dialog.getByRole('button', { name: 'Confirm' })
    expect(confirm).toHaveProperty('disabled', true)
    fireEvent.change(dialog.getByRole('combobox', { name: 'Team' }), { target: { value: 'IT' } })
    expect(confirm).toHaveProperty('disabled', false)
    type('Reason', 'It crackles all day')
    fireEvent.click(confirm)
    expect(await screen.findByText('Please include more details in your reason for escalation')).toBeDefined()
    expect(at.callsOf(calls.escalateTicket.path)).toEqual([])
    type('Reason', 'It crackles all day long')
    await act(async () => fireEvent.click(confirm))
    expect(await dialog.findByText('The server cannot be reached, please check your network.')).toBeDefined()
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveProperty(
      'value',
      'It crackles all day long',
    )
    at.answer(calls.escalateTicket, () => done)
    await act(async () => fireEvent.click(confirm))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Escalate ticket 1209' })).toBeNull())
    expect(at.messages()).toContain('Escalated to IT')
    expect(at.callsOf(calls.escalateTicket.path).at(-1)).toEqual({
      ticketID: 1209,
      team: 'IT',
      reason: 'It crackles all day long',
      version: 3,
    })
  })

  test('5 §5.3 a template of the company’s answers is written below what is there, with name and number', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.supportSettings, () => ({
      ...{ status: [], effort: [], priority: [], ticketTypes: [] },
      answers: [
        { name: 'New headset', text: '{name}, a new one comes for ticket {ticket}. {ticket}, please.' },
        { name: 'Restart', text: 'Have you turned it off and on again?' },
      ],
    }))
    await at.open()
    await tab('Resolution')
    type('Resolution comment', 'Thank you. ')
    await press('Templates of answers')
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'New headset',
      'Restart',
    ])
    fireEvent.click(screen.getByRole('menuitem', { name: 'New headset' }))
    const comment = screen.getByRole('textbox', { name: 'Resolution comment' })
    expect(comment).toHaveProperty(
      'value',
      'Thank you.\n\nJamie Whitfield, a new one comes for ticket 1209. 1209, please.',
    )
    await waitFor(() => expect(document.activeElement).toBe(comment))
  })

  test('W001 W116 W117 W118 resolving needs a subject and a comment; the subject is there before', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.resolveHelpRequest, () => done)
    await at.open()
    await tab('Resolution')
    const wrong = () =>
      ['Subject', 'Resolution comment'].filter(
        (name) => screen.getByRole('textbox', { name }).getAttribute('aria-invalid') === 'true',
      )
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveProperty('value', 'RE: Ticket - 1209')
    expect(wrong()).toEqual([])
    await press(/^Resolve Ctrl/)
    expect(await screen.findByText('Please provide a resolution comment')).toBeDefined()
    expect(wrong()).toEqual(['Resolution comment'])
    type('Subject', ' ')
    await press(/^Resolve Ctrl/)
    expect(await screen.findByText('Enter subject')).toBeDefined()
    expect(wrong()).toEqual(['Subject'])
    type('Subject', 'Done')
    type('Resolution comment', 'A new headset is on its way.')
    type('Internal comment', 'The third of that make')
    fireEvent.click(screen.getByRole('checkbox', { name: /mail/i }))
    await press(/^Resolve Ctrl/)
    expect(at.callsOf(calls.resolveHelpRequest.path)).toEqual([
      {
        id: 1209,
        subject: 'Done',
        body: 'A new headset is on its way.',
        sendEmail: true,
        internalComment: 'The third of that make',
        interviewerNameID: 'JW4',
        userLoginID: 4,
        version: 3,
      },
    ])
    await waitFor(() => expect(at.messages()).toEqual(['Ticket 1209 resolved']))
    // Nothing that was typed for it waits for the next time.
    expect(at.services.storage.get('ticketDrafts')).toBeNull()
  })

  test('W001 resolve and next by the keyboard goes on in the list', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.resolveHelpRequest, () => done)
    await at.open({ ticketID: 1209, queue: [1200, 1209, 1214] })
    await tab('Resolution')
    type('Resolution comment', 'Fixed')
    await act(async () =>
      fireEvent.keyDown(screen.getByRole('textbox', { name: 'Resolution comment' }), {
        key: 'Enter',
        ctrlKey: true,
        shiftKey: true,
      }),
    )
    expect(await screen.findByRole('dialog', { name: /^Ticket 1214/ })).toBeDefined()
  })

  test('W197 who is second is told who was first, and what they wrote is kept', async () => {
    const at = openDesk(SUPERVISOR)
    at.answer(calls.resolveHelpRequest, () => {
      at.shown.ticket = ticketWith({
        resolved: true,
        status: 'RESOLVED',
        resolvedBy: 'Callum Reid',
        version: 4,
      })
      const words = 'Ticket 1209 was resolved by Callum Reid in the meantime.'
      throw refused(409, 'There was an error with your request. Please contact support.', words)
    })
    await at.open()
    await tab('Resolution')
    type('Resolution comment', 'A new headset is on its way.')
    await press(/^Resolve Ctrl/)
    const told = await screen.findByText(/was resolved by Callum Reid/)
    expect(told.closest('[role="alert"]')).not.toBeNull()
    expect(await screen.findByText('A new headset is on its way.')).toBeDefined()
    expect(at.services.storage.get('ticketDrafts')).toEqual({
      'amelia.ward/1209/body': 'A new headset is on its way.',
    })
  })

  test('W144 others who look and what they change show at once', async () => {
    const at = openDesk(SUPERVISOR)
    await at.open()
    await screen.findByText('My headset crackles on every call.')
    expect(at.panel.invoked).toContainEqual({ method: 'lookAtTicket', args: [1209] })
    const since = '2026-11-21T11:50:00.000Z'
    const lookers = [
      { userID: 7, userName: 'Amelia Ward', since },
      { userID: 9, userName: 'Callum Reid', since },
    ]
    act(() => at.panel.fire('ticketLookers', { ticketID: 1209, lookers }))
    expect(screen.getByText('Callum Reid also has this open')).toBeDefined()
    await at.changedElsewhere({ event: 'ASSIGNED' }, { assignID: 9, assign: 'Callum Reid' })
    expect(await screen.findByText(/Callum Reid took it in hand/)).toBeDefined()
    expect(await button('Take over')).toBeDefined()
    await press('Close')
    expect(at.panel.invoked).toContainEqual({ method: 'leaveTicket', args: [1209] })
  })

  test('W189 settings that two change keep what each touched, and say where both did', async () => {
    const at = openDesk(SUPERVISOR)
    const base = {
      ticketID: 1209,
      spec: '',
      status: 'OPEN',
      effort: null,
      priority: 'LOW',
      type: 'Other',
      dueby: null,
    }
    const server = { settings: { ...base, version: 3 } as object }
    at.answer(calls.viewSetting, () => server.settings)
    const option = (value: string) => ({ value, label: value })
    at.answer(calls.supportSettings, () => ({
      status: ['OPEN', 'WAITING'].map(option),
      effort: ['5'].map(option),
      priority: ['LOW', 'HIGH', 'EMERGENCY'].map(option),
      ticketTypes: ['Other'].map(option),
    }))
    await at.open()
    await tab('Settings')
    fireEvent.change(await screen.findByRole('combobox', { name: 'Priority' }), { target: { value: 'HIGH' } })
    server.settings = { ...base, priority: 'EMERGENCY', status: 'WAITING', version: 4 }
    await at.changedElsewhere({ event: 'SETTINGS_CHANGED' }, {})
    expect(await screen.findByText('Set to EMERGENCY meanwhile')).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'Status' })).toHaveProperty('value', 'WAITING')
    at.answer(calls.updateTicket, () => done)
    await press('Save settings')
    expect(at.callsOf(calls.updateTicket.path)).toEqual([
      { ...base, priority: 'HIGH', status: 'WAITING', version: 4 },
    ])
    await waitFor(() => expect(at.messages()).toEqual(['Settings saved']))
  })

  test('W189 settings that were changed and not saved outlive their tab, minimising and a reload, until they are saved or discarded', async () => {
    const server = {
      ticketID: 1209,
      spec: '',
      status: 'OPEN',
      effort: null,
      priority: 'LOW',
      type: 'Other',
      dueby: null,
      version: 3,
    }
    const start = (storage?: string) => {
      const at = openDesk(SUPERVISOR)
      at.answer(calls.viewSetting, () => server as never)
      const option = (value: string) => ({ value, label: value })
      const choices = { status: ['OPEN'], effort: ['5'], priority: ['LOW', 'HIGH'], ticketTypes: ['Other'] }
      at.answer(
        calls.supportSettings,
        () =>
          Object.fromEntries(Object.entries(choices).map(([name, all]) => [name, all.map(option)])) as never,
      )
      if (storage) at.services.storage.set('ticketDrafts', JSON.parse(storage))
      return at
    }
    const priority = async () =>
      (await screen.findByRole('combobox', { name: 'Priority' })) as HTMLSelectElement
    const at = start()
    await at.open()
    await tab('Settings')
    fireEvent.change(await priority(), { target: { value: 'HIGH' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Effort' }), { target: { value: '5' } })
    await tab('Details')
    await tab('Settings')
    expect((await priority()).value).toBe('HIGH')
    await press('Minimise')
    await press('Ticket: 1209')
    expect((await priority()).value).toBe('HIGH')
    const kept = JSON.stringify(at.services.storage.get('ticketDrafts'))
    at.unmount()
    const again = start(kept)
    await again.open()
    await tab('Settings')
    expect((await priority()).value).toBe('HIGH')
    expect(screen.getByRole('combobox', { name: 'Effort' })).toHaveProperty('value', '5')
    // One that is put back is no change any more.
    fireEvent.change(await priority(), { target: { value: 'LOW' } })
    again.answer(calls.updateTicket, () => {
      server.effort = '5' as never
      return done
    })
    await press('Save settings')
    expect(again.callsOf(calls.updateTicket.path)).toEqual([
      expect.objectContaining({ priority: 'LOW', effort: '5' }),
    ])
    expect(again.services.storage.get('ticketDrafts')).toBeNull()
  })

  test('W240 W219 who calls is reminded to confirm the identity, and makeCall names all of it', async () => {
    const at = openDesk([...SUPERVISOR, 'CAN_MAKE_CALL'])
    at.answer(newMeeting, () => ({ meetingID: 31 }))
    await at.open()
    await press('Call Jamie Whitfield')
    expect(at.messages()).toContain('Always confirm the identity of the person you are calling.')
    await waitFor(() =>
      expect(at.hub.invoked).toContainEqual({ method: 'makeCall', args: [4, 31, 'General call', false] }),
    )
  })

  test('W095 a system issue is revoked only after its reason and a second yes', async () => {
    const at = openDesk(SUPERVISOR)
    const record = {
      recordID: 5,
      activity: 'SYSTEM ISSUES',
      eventStart: '2026-11-21T10:00:00.000Z',
      eventEnd: '2026-11-21T10:30:00.000Z',
      totalSeconds: 1800,
      revoked: null,
    }
    at.answer(systemIssuesReport, () => [record])
    at.answer(revokeSystemIssue, () => ({ done: true }))
    await at.open()
    await press('Revoke')
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke SYSTEM ISSUES' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(await dialog.findByText('Please give a reason.')).toBeDefined()
    fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'By mistake' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }))
    expect(dialog.getByText(/cannot be undone/)).toBeDefined()
    expect(dialog.queryByText('Please give a reason.')).toBeNull()
    expect(at.callsOf(revokeSystemIssue.path)).toEqual([])
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Yes, revoke it for good' })))
    expect(at.callsOf(revokeSystemIssue.path)).toEqual([
      { ticketID: 1209, recordID: 5, reason: 'By mistake' },
    ])
    await waitFor(() => expect(at.messages()).toEqual(['Record revoked']))
    expect(screen.queryByRole('dialog', { name: 'Revoke SYSTEM ISSUES' })).toBeNull()
  })
})

describe('the agent and the agency', () => {
  const wants = ticketWith({
    resolved: true,
    requireFeedback: true,
    status: 'RESOLVED',
    resolvedBy: 'Priya Nair',
    userLoginID: 7,
  })

  test('W093 W094 W238 one that wants feedback opens there, and goes to the details once it is given', async () => {
    const at = openDesk([], wants)
    at.answer(calls.submitFeedback, () => {
      at.shown.ticket = { ...wants, requireFeedback: false, feedback: { rating: 4, comment: 'Quick' } }
      return done
    })
    await at.open()
    expect((await screen.findByRole('tab', { name: 'Feedback' })).getAttribute('aria-selected')).toBe('true')
    await press('Send feedback')
    expect(await screen.findByText('Please choose from 1 to 5 stars.')).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: '4 stars' }))
    type('Anything to add?', 'Quick')
    await press('Send feedback')
    expect(at.callsOf(calls.submitFeedback.path)).toEqual([{ ticketID: 1209, rating: 4, comment: 'Quick' }])
    expect(at.messages()).toContain('Feedback submitted')
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe('true'),
    )
    expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeDefined()
  })

  test('W093 W094 feedback is asked for only where it is wanted of a resolved ticket', async () => {
    for (const [some, words] of [
      [{ resolved: true, requireFeedback: false, status: 'RESOLVED' }, /./],
      [{ resolved: false, requireFeedback: true }, /./],
      [{ resolved: false, requireFeedback: false }, /./],
    ] as const) {
      const at = openDesk([], ticketWith({ userLoginID: 7, ...some }))
      await at.open()
      await tab('Feedback')
      const panel = await screen.findByRole('tabpanel', { name: 'Feedback' })
      expect(panel.textContent).toMatch(words)
      expect(screen.queryByRole('radio', { name: '4 stars' })).toBeNull()
      expect(screen.queryByRole('button', { name: 'Send feedback' })).toBeNull()
      at.unmount()
    }
  })

  test('W093 one that begins to want feedback while it is open goes there by itself, and any other change leaves the tab', async () => {
    const open = ticketWith({ userLoginID: 7 })
    const at = openDesk([], open)
    await at.open()
    const selected = async () => (await screen.findByRole('tab', { selected: true })).textContent
    await tab('Transcript')
    await at.changedElsewhere({ event: 'RESOLVED' }, wants)
    await waitFor(async () => expect(await selected()).toBe('Feedback'))
    await tab('Transcript')
    const asked = () => at.callsOf(calls.getUserHelpMessageData.path).length
    const before = asked()
    await at.changedElsewhere({}, { ...wants, requireFeedback: false })
    await waitFor(() => expect(asked()).toBe(before + 1))
    await act(async () => {})
    expect(await selected()).toBe('Transcript')
  })

  test('W145 W146 the agent resolves their own, and a locked shift blocks the system-issue check', async () => {
    const at = openDesk([], ticketWith({ userLoginID: 7 }))
    at.answer(canUseSystemIssue, () => {
      throw refused(403, 'Shift locked', 'Shift locked', 'ticket.shiftLocked')
    })
    at.answer(calls.selfResolveTicket, () => done)
    await at.open()
    expect(await screen.findByText('Shift locked')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'I cannot work now' })).toBeNull()
    await tab('Resolution')
    await press('It works again')
    expect(await screen.findByText('Please provide a resolution comment')).toBeDefined()
    type('How was it solved?', 'Another port')
    await press('It works again')
    expect(at.callsOf(calls.selfResolveTicket.path)).toEqual([
      { id: 1209, resolveMessage: 'Another port', version: 3 },
    ])
    await waitFor(() => expect(at.messages()).toEqual(['Ticket 1209 resolved']))
    expect(at.services.storage.get('ticketDrafts')).toBeNull()
  })

  test('W145 W146 the agent reports that they cannot work, where they may and their shift isn’t locked', async () => {
    const may = openDesk([], ticketWith({ userLoginID: 7 }))
    may.answer(canUseSystemIssue, () => ({ canStartSystemIssue: true }))
    may.answer(startSystemIssue, () => ({ recordID: 5 }))
    await may.open()
    await press('I cannot work now')
    expect(screen.queryByText('Shift locked')).toBeNull()
    await waitFor(() => expect(may.callsOf(startSystemIssue.path)).toEqual([{ ticketID: 1209 }]))
    may.unmount()
    const mayNot = openDesk([], ticketWith({ userLoginID: 7 }))
    mayNot.answer(canUseSystemIssue, () => ({ canStartSystemIssue: false }))
    await mayNot.open()
    expect(await tabs()).toContain('Feedback')
    expect(screen.queryByRole('button', { name: 'I cannot work now' })).toBeNull()
    mayNot.unmount()
    // Any other refusal is told in its own words.
    const full = openDesk([], ticketWith({ userLoginID: 7 }))
    full.answer(canUseSystemIssue, () => {
      throw refused(503, 'The disk is full.')
    })
    await full.open()
    expect(await screen.findByText('The disk is full.')).toBeDefined()
    expect(screen.queryByText('Shift locked')).toBeNull()
  })

  test('W147 an agency user closes a ticket', async () => {
    const at = openDesk(AGENCY)
    at.answer(calls.closeTicket, () => done)
    await at.open()
    expect(screen.queryByRole('button', { name: 'Escalate' })).toBeNull()
    await press('Close ticket')
    const dialog = within(await screen.findByRole('dialog', { name: 'Close ticket' }))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Solved by phone' } })
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Close ticket' })))
    expect(at.callsOf(calls.closeTicket.path)).toEqual([
      { id: 1209, resolveMessage: 'Solved by phone', version: 3 },
    ])
    await waitFor(() => expect(at.messages()).toEqual(['Ticket closed']))
    expect(screen.queryByRole('dialog', { name: 'Close ticket' })).toBeNull()
  })
})
