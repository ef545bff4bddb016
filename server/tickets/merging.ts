import { mergedInto } from '#shared/domain/tickets.ts'
import { Refusal } from '../refusal.ts'
import { REFUSED, requireAbility, requireTicket, type TicketPerson } from './access.ts'
import { statusAfter, tellRaiser } from './handling.ts'
import type { TicketRow } from './rows.ts'
import {
  type Change,
  type Made,
  publishMade,
  requireSeen,
  requireUnresolved,
  type TicketDesk,
  writeChange,
} from './write.ts'

interface Merge {
  readonly ticketID: number
  readonly duplicateIDs: readonly number[]
  readonly version?: number | undefined
}

function closedAsDuplicate(duplicate: TicketRow, by: TicketPerson, at: number, keptID: number): Change {
  const comment = mergedInto(keptID)
  return {
    event: 'MERGED',
    set: {
      status: statusAfter(duplicate, 'RESOLVE'),
      mergedInto: keptID,
      resolvedAt: at,
      resolvedBy: by.userID,
      resolvedSubject: '',
      resolvedComment: comment,
      requireFeedback: 0,
      respondedAt: duplicate.respondedAt ?? at,
    },
    text: comment,
    tell: tellRaiser(duplicate, by, `was merged into ticket ${keptID}`),
  }
}

/**
 * Closes duplicates in favour of one ticket, all of them or none. Those already merged there are skipped.
 * @throws Refusal 400 for a missing ticket, itself, or one merged elsewhere; 409 where one is resolved or the
 * kept one has changed since.
 */
export async function mergeTickets(
  { db, clock, publisher }: TicketDesk,
  by: TicketPerson,
  { ticketID, duplicateIDs, version }: Merge,
): Promise<{ done: true; version: number }> {
  requireAbility(by, 'MERGE')
  if (duplicateIDs.includes(ticketID)) throw new Refusal(REFUSED, 'ticket.intoItself')
  const outcome = await db.transaction().execute(async (trx) => {
    const kept = await requireTicket(trx, by, ticketID)
    requireUnresolved(kept)
    requireSeen(kept, version)
    const at = clock()
    const made: Made[] = []
    for (const id of new Set(duplicateIDs)) {
      const duplicate = await requireTicket(trx, by, id)
      if (duplicate.mergedInto === ticketID) continue
      if (duplicate.mergedInto !== null)
        throw new Refusal(REFUSED, 'ticket.mergedInto', { ticketID: duplicate.mergedInto })
      requireUnresolved(duplicate)
      made.push(await writeChange(trx, at, by, duplicate, closedAsDuplicate(duplicate, by, at, ticketID)))
      // Tickets that were merged into the duplicate now point to the kept one.
      await trx.updateTable('tickets').set({ mergedInto: ticketID }).where('mergedInto', '=', id).execute()
    }
    if (made.length === 0) return { version: kept.version, made }
    const text = made.map(({ ticket }) => ticket.id).join(', ')
    made.push(await writeChange(trx, at, by, kept, { event: 'DUPLICATE_MERGED', set: {}, text }))
    return { version: kept.version + 1, made }
  })
  await publishMade(publisher, outcome.made)
  return { done: true, version: outcome.version }
}
