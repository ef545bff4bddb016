import * as z from 'zod/mini'
import { fieldChange, type InternalNote, type TimelineEntry } from '#shared/contract/ticket-entities.ts'
import { SYSTEM_USER_ID, SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import type { Database } from '../db/database.ts'
import { requireAbility, requireTicket, type TicketPerson } from './access.ts'
import { isoTime } from './rows.ts'

const storedChanges = z.array(fieldChange)

interface Range {
  readonly id: number
  readonly before?: number | undefined
  readonly limit?: number | undefined
}

/** A ticket's timeline, newest first. */
export async function ticketTimeline(
  db: Database,
  person: TicketPerson,
  { id, before, limit }: Range,
): Promise<TimelineEntry[]> {
  requireAbility(person, 'TIMELINE')
  await requireTicket(db, person, id)
  let entries = db
    .selectFrom('ticketTimeline as e')
    .leftJoin('users as u', 'u.id', 'e.byID')
    .where('e.ticketID', '=', id)
    .select(['e.id', 'e.eventTime', 'e.event', 'e.byID', 'e.text', 'e.changes', 'u.displayName'])
    .orderBy('e.id', 'desc')
  if (before !== undefined) entries = entries.where('e.id', '<', before)
  if (limit !== undefined) entries = entries.limit(limit)
  return (await entries.execute()).map((entry) => ({
    id: entry.id,
    eventTime: isoTime(entry.eventTime),
    payload: {
      event: entry.event,
      by: entry.displayName ?? SYSTEM_USER_LABEL,
      byID: entry.byID ?? SYSTEM_USER_ID,
      text: entry.text,
      changes: storedChanges.parse(JSON.parse(entry.changes)),
    },
  }))
}

/** A ticket's internal notes, newest first. */
export async function internalNotes(
  db: Database,
  person: TicketPerson,
  ticketID: number,
): Promise<InternalNote[]> {
  requireAbility(person, 'INTERNAL_NOTES')
  await requireTicket(db, person, ticketID)
  const rows = await db
    .selectFrom('ticketNotes as n')
    .leftJoin('users as u', 'u.id', 'n.byID')
    .where('n.ticketID', '=', ticketID)
    .select(['n.id', 'n.note', 'n.at', 'n.byID', 'u.displayName'])
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ id, note, at, byID, displayName }) => ({
    id,
    note,
    by: displayName ?? SYSTEM_USER_LABEL,
    byID: byID ?? SYSTEM_USER_ID,
    entryTime: isoTime(at),
  }))
}
