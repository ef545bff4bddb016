import type { Database } from '../../server/db/database.ts'
import { insertRows } from '../../server/seed/insert.ts'
import { nextDeadlineOf } from '../../server/tickets/write.ts'
import type { TimelineEvent } from '../../shared/contract/ticket-version.ts'
import { TICKET_TYPES } from '../../shared/domain/ticket-guide.ts'
import { writeTranscript } from '../../shared/domain/ticket-transcript.ts'
import { PRIORITIES } from '../../shared/domain/tickets.ts'

const MINUTE = 60_000

const COLUMNS = [
  'raisedBy',
  'raisedAt',
  'ticketType',
  'message',
  'transcript',
  'status',
  'priority',
  'spec',
  'team',
  'nextDeadline',
  'resolvedSubject',
  'resolvedComment',
  'requireFeedback',
  'feedbackComment',
  'version',
  'updatedAt',
  'updatedBy',
] as const

/** Adds open tickets of one person, a minute apart, the newest at `now`; gives their ids, oldest first. */
export async function addManyTickets(
  db: Database,
  raisedBy: number,
  count: number,
  now: number,
  transcript = '',
): Promise<number[]> {
  const { last } = await db
    .selectFrom('tickets')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, place) => {
    const raisedAt = now - (count - place - 1) * MINUTE
    const priority = PRIORITIES[place % PRIORITIES.length] ?? 'LOW'
    const clocks = { raisedAt, priority, dueBy: null, respondedAt: null, resolvedAt: null, reopenedAt: null }
    return [
      raisedBy,
      raisedAt,
      TICKET_TYPES[place % TICKET_TYPES.length],
      `Measured ticket ${place}: the dialler takes ${place % 30} seconds between calls.`,
      transcript,
      'OPEN',
      priority,
      '',
      '',
      nextDeadlineOf(clocks, now),
      '',
      '',
      0,
      '',
      1,
      raisedAt,
      raisedBy,
    ]
  })
  await insertRows(db, 'tickets', COLUMNS, rows)
  const added = await db
    .selectFrom('tickets')
    .where('id', '>', last ?? 0)
    .select('id')
    .orderBy('id')
    .execute()
  return added.map(({ id }) => id)
}

const EVENTS: readonly TimelineEvent[] = [
  'NOTE_ADDED',
  'SETTINGS_CHANGED',
  'ASSIGNED',
  'UNASSIGNED',
  'ESCALATED',
]

/** Adds a ticket whose timeline and transcript have that many entries; gives its id. */
export async function addLongTicket(
  db: Database,
  raisedBy: number,
  entries: number,
  now: number,
): Promise<number> {
  const steps = Array.from({ length: entries }, (_, place) => ({
    message: `Question ${place}?`,
    value: `Answer ${place}`,
  }))
  const [id = 0] = await addManyTickets(db, raisedBy, 1, now - entries * MINUTE, writeTranscript(steps))
  const timeline = Array.from({ length: entries }, (_, place) => [
    id,
    now - (entries - place) * MINUTE,
    place === 0 ? 'RAISED' : (EVENTS[place % EVENTS.length] ?? 'NOTE_ADDED'),
    raisedBy,
    `Entry ${place}: looked at it again, the same as before.`,
    place % EVENTS.length === 1 ? '[{"field":"priority","from":"LOW","to":"HIGH"}]' : '[]',
  ])
  await insertRows(
    db,
    'ticketTimeline',
    ['ticketID', 'eventTime', 'event', 'byID', 'text', 'changes'],
    timeline,
  )
  await db.updateTable('tickets').set({ version: entries }).where('id', '=', id).execute()
  return id
}
