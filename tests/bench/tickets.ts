/**
 * Prints what the server takes for a ticket with 5,000 timeline entries and for lists among 10,000
 * tickets. Run: node tests/bench/tickets.ts
 */
import { openDatabase } from '../../server/db/database.ts'
import { personCalled } from '../../server/seed/people.ts'
import { seedDatabase } from '../../server/seed/seed.ts'
import { requireTicket } from '../../server/tickets/access.ts'
import { ticketTimeline } from '../../server/tickets/history.ts'
import { ticketOf } from '../../server/tickets/rows.ts'
import { searchTickets } from '../../server/tickets/searching.ts'
import { searchTickets as searchCall } from '../../shared/contract/tickets.ts'
import { PERMISSIONS, permissionsOf } from '../../shared/domain/permissions.ts'
import { addLongTicket, addManyTickets } from './ticket-fixture.ts'

const ENTRIES = 5000
const TICKETS = 10_000
const ROUNDS = 5

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    if (round === ROUNDS - 1) console.log(`${(performance.now() - start).toFixed(1).padStart(9)} ms  ${what}`)
  }
}

const db = await openDatabase(':memory:')
const now = Date.now()
await seedDatabase(db, { hashPassword: async (password) => password, now })
const jamie = personCalled('Jamie Whitfield').id
const permissions = permissionsOf([PERMISSIONS.ISUPERVISOR_CAN_SEE_MODULE])
const priya = { userID: personCalled('Priya Nair').id, displayName: 'Priya Nair', permissions }
const long = await addLongTicket(db, jamie, ENTRIES, now)
await addManyTickets(db, jamie, TICKETS, now)

await timed('a ticket with a long transcript', async () =>
  ticketOf(await requireTicket(db, priya, long), now),
)
await timed(`its timeline of ${ENTRIES}, first page of 100`, () =>
  ticketTimeline(db, priya, { id: long, limit: 100 }),
)
await timed(`its timeline of ${ENTRIES}, whole`, () => ticketTimeline(db, priya, { id: long }))
for (const request of [
  { scope: 'ALL' },
  { scope: 'ALL', sort: 'deadline', order: 'asc', pageSize: 500 },
  { scope: 'ALL', searchTerm: 'seconds between', page: 20 },
  { scope: 'ALL', sort: 'message', lateOnly: true, pageSize: 100 },
] as const)
  await timed(`list among ${TICKETS}: ${JSON.stringify(request)}`, () =>
    searchTickets(db, priya, searchCall.request.parse(request), now),
  )
await db.destroy()
