import type { EarnedDay } from '#shared/contract/earnings.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { hoursText, PAY_ELEMENT_WORDS, QUERY_DAYS, stepText } from '#shared/domain/earnings.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { sheetFile } from '../records/sheet-file.ts'
import { Refusal } from '../refusal.ts'
import { knownTypes } from '../tickets/desk-settings.ts'
import { raiseTicket } from '../tickets/raising.ts'
import type { TicketDesk } from '../tickets/write.ts'
import { earnedDays, earningsOf, mayQuery } from './earnings.ts'
import { earningsSheet } from './earnings-sheet.ts'

const PAGE = 'tracker.my-earnings'
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const LONG_DAY = dateFormat({
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON },
})

/** What somebody is paid, to themselves alone (spec 4 §4.2.3). */
export function earningsHandlers(services: TicketDesk): AreaHandlers<'earnings'> {
  const { db, clock } = services
  return {
    earnings: (asked, { caller }) => earningsOf(db, caller.userID, asked, clock()),

    earningsFile: async ({ type, ...asked }, { caller }) => {
      const now = clock()
      const known = await earningsOf(db, caller.userID, asked, now)
      const sheet = earningsSheet(known)
      const { from, to } = known.period
      await audit(db, caller, now, {
        ...{ action: 'EXPORTED', page: PAGE, recordType: 'earnings', recordID: null },
        ...{ personID: caller.userID, label: sheet.name },
        changes: [
          { field: 'filters', before: null, after: { from, to } },
          { field: 'rows', before: null, after: sheet.rows.length },
        ],
      })
      return sheetFile(db, sheet, { type, now })
    },

    queryEarnings: async ({ date, reason }, { caller }) => {
      const now = clock()
      const { userID } = caller
      const [day] = await earnedDays(db, userID, { from: date, to: date }, now)
      if (!day) throw new Refusal(404, 'record.gone', { one: 'day' })
      if (!mayQuery(date, now)) throw new Refusal(400, 'earnings.tooOld', { days: QUERY_DAYS })
      const ticketType = await payType(db)
      const message = messageOf(day, reason)
      const ticket = { ticketType, message, transcript: '', priority: 'MEDIUM' } as const
      const { id } = await raiseTicket(services, caller, ticket, async (trx, ticketID) => {
        // Who asks twice at once, on whatever server, has one ticket: the second finds another row than it saw.
        const before = await trx
          .selectFrom('payQueries as q')
          .innerJoin('tickets as t', 't.id', 'q.ticketID')
          .where('q.userID', '=', userID)
          .where('q.day', '=', date)
          .select(['q.ticketID', 't.status'])
          .executeTakeFirst()
        const asked = new Refusal(400, 'earnings.queried', { ticketID: before?.ticketID ?? ticketID })
        if (before && before.status !== 'RESOLVED') throw asked
        const { numInsertedOrUpdatedRows: kept } = await trx
          .insertInto('payQueries')
          .values({ userID, day: date, ticketID, at: now })
          .onConflict((conflict) =>
            conflict
              .columns(['userID', 'day'])
              .doUpdateSet({ ticketID, at: now })
              .where('payQueries.ticketID', '=', before?.ticketID ?? 0),
          )
          .executeTakeFirstOrThrow()
        if (kept === 0n) throw asked
        await audit(trx, caller, now, {
          ...{
            action: 'PAY_QUERIED',
            page: PAGE,
            recordType: 'ticket',
            recordID: ticketID,
            personID: userID,
          },
          ...{ label: `Pay of ${DAY.format(momentOfField(date))}`, reason },
        })
      })
      return { ticketID: id }
    },
  }
}

/** The company's type for pay; where it has another list, ‘Other’ or its first. @throws Refusal 400 where it has none */
async function payType(db: Database): Promise<string> {
  const { used } = await knownTypes(db)
  const found = ['Pay and hours', 'Other'].find((name) => used.some((type) => type.name === name))
  const type = found ?? used[0]?.name
  if (type === undefined) throw new Refusal(400, 'ticket.noType')
  return type
}

/** The day and its figures, and what the person says of them. */
function messageOf(day: EarnedDay, reason: string): string {
  const { date, paidHours, overtimeHours, bonus, amount, steps, state } = day
  const lines = steps.map(
    (step) =>
      `${PAY_ELEMENT_WORDS[step.element]}${step.title === '' ? '' : ` (${step.title})`}: ${stepText(step)}`,
  )
  return [
    `Pay of ${LONG_DAY.format(momentOfField(date))}`,
    `Paid hours ${hoursText(paidHours)}, of them overtime ${hoursText(overtimeHours)}`,
    ...lines,
    ...(amount === null
      ? ['There is no rate for this day.']
      : [
          `Bonus ${poundsText(bonus ?? 0)}, amount ${poundsText(amount)}${state === 'LOCKED' ? '' : ' (estimate)'}`,
        ]),
    '',
    reason,
  ].join('\n')
}
