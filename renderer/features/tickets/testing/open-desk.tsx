import { act } from '@testing-library/react'
import { useStore } from 'zustand'
import type { ChatThread } from '#shared/contract/chat-entities.ts'
import { canUseSystemIssue, systemIssuesReport } from '#shared/contract/help.ts'
import type { HelpTicket, Ticket } from '#shared/contract/ticket-entities.ts'
import {
  getAgencyHelpMessageData,
  getChatThread,
  getUserHelpMessageData,
  internalNotes,
  relatedTickets,
  ticketIssueData,
  timeline,
} from '#shared/contract/tickets.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { livePanelHub, type TicketChange } from '#shared/hubs/live-panel.ts'
import { useServices } from '../../../services/context.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { fakeHub } from '../../../testing/fake-hub.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { ChatProvider, loadChatSession } from '../../chat/index.ts'
import { TicketsDialog } from '../index.ts'

const { createChatStore } = await loadChatSession()

const RAISED = '2026-11-21T09:00:00.000Z'

/** A ticket of Jamie's that is open and that nobody has in hand. Amelia Ward (7) is signed in. */
export function ticketWith(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: 1209,
    message: 'My headset crackles on every call.',
    date: RAISED,
    interviewerName: 'Jamie Whitfield',
    userLoginID: 4,
    userName: 'jamie.whitfield',
    resolved: false,
    requireFeedback: false,
    resolvedComment: '',
    transcript: '{"renderedSteps":[{"message":"Which headset?","value":"USB headset"}]}',
    interviewerNameID: 'JW4',
    ticketType: 'Headset and sound',
    status: 'OPEN',
    priority: 'MEDIUM',
    assignID: 0,
    assign: '',
    team: '',
    resolvedSubject: '',
    resolvedBy: '',
    resolvedTime: null,
    feedback: null,
    mergedInto: null,
    version: 3,
    updatedTime: RAISED,
    updatedBy: 'Jamie Whitfield',
    clocks: [
      {
        clock: 'RESPONSE',
        deadline: '2026-11-21T11:00:00.000Z',
        stopped: null,
        lateSince: '2026-11-21T11:00:00.000Z',
      },
      { clock: 'RESOLUTION', deadline: '2026-11-22T09:00:00.000Z', stopped: null, lateSince: null },
    ],
    lateness: { clock: 'RESPONSE', since: '2026-11-21T11:00:00.000Z' },
    ...changes,
  }
}

export function rowWith(changes: Partial<HelpTicket> = {}): HelpTicket {
  const {
    id,
    message,
    resolved,
    ticketType,
    status,
    priority,
    version,
    lateness,
    userLoginID,
    interviewerName,
  } = ticketWith()
  return {
    id,
    date: '2026-11-21',
    time: '09:00',
    ticketType,
    message,
    resolved,
    assign: '',
    raisedTime: RAISED,
    updatedTime: RAISED,
    userLoginID,
    interviewerName,
    status,
    priority,
    assignID: 0,
    requireFeedback: false,
    mergedInto: null,
    version,
    lateness,
    ...changes,
  }
}

export const CHAT: ChatThread = {
  id: 1209,
  type: 'CHATROOM',
  source: 'TICKET_CHAT',
  sourceID: 1209,
  label: 'Ticket 1209',
  displayLabel: 'Headset crackles',
  displayGroupLabel: 'Tickets',
  lastMessage: '',
  lastMessageTime: null,
  senderName: '',
  senderID: 0,
  unread: 0,
  unreadTopics: 0,
  isFocus: false,
  isGroup: true,
  isAdmin: false,
  isArchive: false,
  lastPinnedTime: null,
  parentID: null,
  status: '',
  priority: '',
  partnerID: 0,
  partnerName: '',
}

/** What each mode is known by (spec 3 §6). */
export const SUPERVISOR: readonly PermissionName[] = ['ISUPERVISOR_CAN_SEE_MODULE']
export const AGENCY: readonly PermissionName[] = ['IAGENCY_CAN_SEE_MODULE']

function services(permissions: readonly PermissionName[], userID: number) {
  const at = fakeLive()
  const panel = fakeHub<typeof livePanelHub>()
  at.services.session.signIn(testToken(permissions, { userId: userID }))
  const held = {
    ...at.services,
    hub: ((declaration: unknown) =>
      declaration === livePanelHub ? panel : at.hub) as typeof at.services.hub,
  }
  return { ...at, services: held, panel }
}

/** A signed-in person's ticket dialog over a server that has one ticket; `shown` is what that answers from now on. */
export function openDesk(permissions: readonly PermissionName[], ticket = ticketWith(), userID = 7) {
  const at = services(permissions, userID)
  const shown = { ticket }
  for (const call of [ticketIssueData, getUserHelpMessageData, getAgencyHelpMessageData])
    at.answer(call, () => shown.ticket)
  at.answer(timeline, () => [])
  at.answer(getChatThread, () => ({ sourceID: -1 }))
  at.answer(internalNotes, () => [])
  at.answer(relatedTickets, () => ({ ofPerson: [], duplicates: [] }))
  at.answer(systemIssuesReport, () => [])
  at.answer(canUseSystemIssue, () => ({ canStartSystemIssue: false }))
  const chat = createChatStore(at.services)
  const view = renderSignedIn(
    at.services,
    at.around(
      <ChatProvider store={chat}>
        <Host />
      </ChatProvider>,
    ),
  )
  const stop = view.own.livePanel.watch()
  const open = (params: DialogParams['tickets'] = { ticketID: ticket.id }) =>
    act(async () => at.services.dialogs.open('tickets', params))
  /** Somebody else changes the ticket. */
  const changedElsewhere = (change: Partial<TicketChange>, next: Partial<Ticket>) =>
    act(async () => {
      shown.ticket = { ...shown.ticket, version: shown.ticket.version + 1, ...next }
      const { id: ticketID, version, resolved } = shown.ticket
      const event = {
        ticketID,
        version,
        resolved,
        event: 'NOTE_ADDED',
        by: 'Callum Reid',
        byID: 9,
        ...change,
      } as const
      at.panel.fire('ticketChanged', event)
    })
  const callsOf = (path: string) => at.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...at, ...view, chat, shown, open, changedElsewhere, callsOf, stop }
}

/** Shows what the dialogs' store asks for, as the shell does. */
function Host() {
  const { dialogs } = useServices()
  const wanted = useStore(dialogs.store).find(({ name }) => name === 'tickets')
  if (!wanted) return null
  return (
    <TicketsDialog
      opened={wanted.opened}
      onClose={() => dialogs.close('tickets')}
      params={wanted.params as DialogParams['tickets']}
    />
  )
}
