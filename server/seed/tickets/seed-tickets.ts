import type { Database } from '../../db/database.ts'
import { nextDeadlineOf } from '../../tickets/write.ts'
import { insertRows } from '../insert.ts'
import { personCalled } from '../people.ts'
import { createRandom, type Random } from '../random.ts'
import { DAY, MINUTE } from '../timeline.ts'
import { isOver, planTickets, type SeedTicket, statusOf, subjectOf } from './plan.ts'

const SEED = 31_415

const firstAt = ({ events }: SeedTicket, name: string): number | null =>
  events.find(({ event }) => event === name)?.at ?? null

function timesOf(ticket: SeedTicket) {
  const last = ticket.events.at(-1)?.at ?? ticket.raisedAt
  const ending = ticket.events.findLast(({ event }) => event !== 'FEEDBACK_GIVEN')
  const resolvedAt = isOver(ticket.fate) ? (ending?.at ?? last) : null
  return {
    last,
    resolvedAt,
    resolvedBy: resolvedAt === null ? null : (ending?.by ?? null),
    respondedAt: firstAt(ticket, 'ASSIGNED') ?? resolvedAt,
    reopenedAt: firstAt(ticket, 'REOPENED'),
  }
}

const COLUMNS = [
  'id',
  'raisedBy',
  'raisedAt',
  'ticketType',
  'message',
  'transcript',
  'status',
  'priority',
  'effort',
  'spec',
  'dueBy',
  'assignedTo',
  'team',
  'respondedAt',
  'reopenedAt',
  'nextDeadline',
  'resolvedAt',
  'resolvedBy',
  'resolvedSubject',
  'resolvedComment',
  'requireFeedback',
  'rating',
  'feedbackComment',
  'mergedInto',
  'version',
  'updatedAt',
  'updatedBy',
] as const

function rowOf(ticket: SeedTicket, now: number): unknown[] {
  const { raisedAt, priority, dueBy } = ticket
  const { last, resolvedAt, resolvedBy, respondedAt, reopenedAt } = timesOf(ticket)
  const clocks = { raisedAt, priority, dueBy, respondedAt, resolvedAt, reopenedAt }
  return [
    ticket.id,
    ticket.raiser.id,
    raisedAt,
    ticket.type,
    ticket.message,
    ticket.transcript,
    statusOf(ticket.fate),
    priority,
    ticket.effort,
    ticket.spec,
    dueBy,
    ticket.handler?.id ?? null,
    ticket.team,
    respondedAt,
    reopenedAt,
    nextDeadlineOf(clocks, now),
    resolvedAt,
    resolvedBy,
    subjectOf(ticket),
    resolvedAt === null ? '' : ticket.comment,
    ticket.fate === 'wants feedback' ? 1 : 0,
    ticket.rating,
    ticket.feedbackComment,
    ticket.mergedInto,
    ticket.events.length,
    last,
    ticket.events.at(-1)?.by ?? ticket.raiser.id,
  ]
}

/** Lost work of some who could not go on; a few records were revoked. */
function systemIssueRows(random: Random, tickets: readonly SeedTicket[], now: number): unknown[][] {
  const stopped = tickets.filter(
    ({ raiser, transcript }) => raiser.type === 'INTERVIEWER' && transcript.includes('"value":"No"'),
  )
  return stopped.flatMap((ticket) => {
    if (!random.chance(0.5)) return []
    const start = ticket.raisedAt + MINUTE
    const end = Math.min(start + random.int(5, 70) * MINUTE, now)
    const isRevoked = random.chance(0.15) && end < now - DAY
    const supervisor = isRevoked ? ticket.raiser.managerID : null
    const reason = isRevoked ? 'Was on a briefing at that time.' : ''
    const revokedAt = isRevoked ? end + DAY / 2 : null
    return [[ticket.id, ticket.raiser.id, 'SYSTEM ISSUES', start, end, revokedAt, supervisor, reason]]
  })
}

/** Sessions of the lost work of whoever did nothing else at that time; the records point to them. */
async function bookLostWork(trx: Database): Promise<void> {
  const records = await trx
    .selectFrom('systemIssues')
    .where('endedAt', 'is not', null)
    .select(['id', 'userID', 'startedAt', 'endedAt'])
    .orderBy('id')
    .execute()
  for (const { id, userID, startedAt, endedAt } of records) {
    const other = await trx
      .selectFrom('activitySessions')
      .where('userID', '=', userID)
      .where('startedAt', '<', endedAt)
      .where((e) => e.or([e('endedAt', 'is', null), e('endedAt', '>', startedAt)]))
      .select('id')
      .executeTakeFirst()
    if (other) continue
    const session = await trx
      .insertInto('activitySessions')
      .values({
        userID,
        activity: 'SYSTEM ISSUES',
        project: null,
        category: null,
        startedAt,
        startedBy: userID,
        endedAt,
        endedBy: userID,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx.updateTable('systemIssues').set({ sessionID: session.id }).where('id', '=', id).execute()
  }
}

/** 300 tickets in every state with what happened to them, notes, escalations, lost work and a locked shift. */
export async function seedTickets(
  trx: Database,
  now: number,
  /** Whether lost work gets sessions of its own. */
  { booksTime }: { readonly booksTime: boolean },
): Promise<void> {
  const random = createRandom(SEED)
  const tickets = planTickets(random, now)
  await insertRows(
    trx,
    'tickets',
    COLUMNS,
    tickets.map((ticket) => rowOf(ticket, now)),
  )
  const events = tickets.flatMap((ticket) =>
    ticket.events.map((event) => ({ id: ticket.id, team: ticket.team, ...event })),
  )
  await insertRows(
    trx,
    'ticketTimeline',
    ['ticketID', 'eventTime', 'event', 'byID', 'text', 'changes'],
    events.map(({ id, at, event, by, text, changes }) => [id, at, event, by, text, JSON.stringify(changes)]),
  )
  const notes = events.filter(({ event }) => event === 'NOTE_ADDED')
  await insertRows(
    trx,
    'ticketNotes',
    ['ticketID', 'byID', 'note', 'at'],
    notes.map(({ id, by, text, at }) => [id, by, text, at]),
  )
  const escalations = events.filter(({ event }) => event === 'ESCALATED')
  await insertRows(
    trx,
    'ticketEscalations',
    ['ticketID', 'team', 'reason', 'byID', 'at'],
    escalations.map(({ id, team, text, by, at }) => [id, team, text, by, at]),
  )
  await insertRows(
    trx,
    'systemIssues',
    ['ticketID', 'userID', 'activity', 'startedAt', 'endedAt', 'revokedAt', 'revokedBy', 'revokeReason'],
    systemIssueRows(random, tickets, now),
  )
  if (booksTime) await bookLostWork(trx)
  const locked = personCalled('Ellie Thornton')
  await insertRows(
    trx,
    'shiftLocks',
    ['userID', 'lockedBy', 'lockedAt', 'reason'],
    [[locked.id, locked.managerID, now - DAY / 4, 'Stay on Consumer Pulse until its cells are full']],
  )
}
