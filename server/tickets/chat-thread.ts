import { ticketLabel, ticketSubject } from '#shared/domain/tickets.ts'
import { addToTopics } from '../chat/membership.ts'
import type { Database } from '../db/database.ts'
import { requireAbility, requireTicket, type TicketPerson } from './access.ts'
import type { TicketRow } from './rows.ts'
import { changeTicket, type TicketDesk } from './write.ts'

/** The answer of `get-chat-thread` where there is none (spec 3 §7). */
const NO_THREAD = -1
/** Longest title, which is cut from the message. */
const TITLE_MAX = 60

export interface ChattingDesk extends TicketDesk {
  /** Told of people who have joined the conversation. */
  readonly peopleAdded: (threadIDs: readonly number[], userIDs: readonly number[]) => void
}

async function threadOf(db: Database, ticketID: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('threads')
    .where('source', '=', 'TICKET_CHAT')
    .where('sourceID', '=', ticketID)
    .select('id')
    .executeTakeFirst()
}

/** The source id of the ticket's chat, for its members; -1 for others, whom the chat would refuse. */
export async function chatThreadOf(
  db: Database,
  person: TicketPerson,
  ticketID: number,
): Promise<{ sourceID: number }> {
  await requireTicket(db, person, ticketID)
  const thread = await threadOf(db, ticketID)
  const member =
    thread &&
    (await db
      .selectFrom('threadMembers')
      .where('threadID', '=', thread.id)
      .where('userID', '=', person.userID)
      .select('userID')
      .executeTakeFirst())
  return { sourceID: member ? ticketID : NO_THREAD }
}

function titleOf({ message }: TicketRow): string {
  const line = ticketSubject(message)
  return line.length > TITLE_MAX ? `${line.slice(0, TITLE_MAX - 1)}…` : line
}

async function makeThread(trx: Database, ticket: TicketRow, at: number): Promise<number> {
  const { id } = await trx
    .insertInto('threads')
    .values({
      type: 'CHATROOM',
      source: 'TICKET_CHAT',
      sourceID: ticket.id,
      label: `TICKET: ${ticket.id}`,
      displayLabel: titleOf(ticket),
      displayGroupLabel: 'Tickets',
      isGroup: 1,
      parentID: null,
      status: ticketLabel(ticket.status),
      priority: ticket.priority,
      createdAt: at,
      lastMessageID: null,
      lastMessageTime: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addMembers(trx: Database, threadID: number, userIDs: readonly number[]): Promise<number[]> {
  const rows = userIDs.map((userID) => ({
    threadID,
    userID,
    isAdmin: 0,
    isArchived: 0,
    lastReadMessageID: 0,
  }))
  const added = await trx
    .insertInto('threadMembers')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userID')
    .execute()
  return added.map(({ userID }) => userID)
}

/** Makes or joins the ticket's chat, with who raised it, who is assigned, and the caller. */
export async function startChat(
  desk: ChattingDesk,
  person: TicketPerson,
  ticketID: number,
): Promise<{ sourceID: number }> {
  requireAbility(person, 'CALL')
  const joined: { threadIDs: number[]; userIDs: number[] } = { threadIDs: [], userIDs: [] }
  await changeTicket(desk, person, ticketID, async (ticket, at, trx) => {
    const known = await threadOf(trx, ticketID)
    const threadID = known?.id ?? (await makeThread(trx, ticket, at))
    const people = [ticket.raisedBy, ticket.assignedTo, person.userID].filter((id) => id !== null)
    joined.userIDs = await addMembers(trx, threadID, [...new Set(people)])
    joined.threadIDs = [threadID, ...(await addToTopics(trx, threadID, joined.userIDs))]
    return known ? null : { event: 'CHAT_STARTED', set: {} }
  })
  if (joined.userIDs.length > 0) desk.peopleAdded(joined.threadIDs, joined.userIDs)
  return { sourceID: ticketID }
}
