import { lastShiftDay } from '#shared/domain/end-of-shift.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { PowerPage } from '#shared/domain/power-report.ts'
import { nextReport, REPORT_KEPT_MS } from '#shared/domain/reports.ts'
import { findPerson } from '../auth/people.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { powerReportLetter } from '../mail/letters.ts'
import { keepNotifications } from '../notifications/notification-store.ts'
import type { ReportRuns, RunServices } from '../reports/report-runs.ts'
import { type AskedShift, endOfShift, endOfShiftText, shiftTitle } from './end-of-shift.ts'
import { MENU_PAGES, PAGE_PERMISSIONS } from './saved.ts'

type Parts = Pick<RunServices, 'db' | 'clock' | 'publisher' | 'outbox'>

/** The people of these who may open a page now, with what they are mailed at. */
export const readersOf = (db: Database, page: PowerPage, userIDs: readonly number[], now: number) =>
  db
    .selectFrom('users as u')
    .innerJoin('userPermissions as p', 'p.userID', 'u.id')
    .where('p.permission', '=', PERMISSIONS[PAGE_PERMISSIONS[page]])
    .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)]))
    .where('u.isActive', '=', 1)
    .where('u.id', 'in', [0, ...userIDs])
    .groupBy(['u.id', 'u.displayName', 'u.email'])
    .orderBy('u.id')
    .select(['u.id as userID', 'u.displayName', 'u.email'])

/** The shift that was over last. */
const askedIn = (stored: string, now: number): AskedShift => {
  const asked = JSON.parse(stored) as Omit<AskedShift, 'date'>
  return { ...asked, date: lastShiftDay(asked.shift, now) }
}

/** Where the page shows it, as its own address has it. */
function addressOf({ date, areaID, managerID, projectID, shift }: AskedShift): string {
  const values = { area: areaID, manager: managerID, project: projectID, shift }
  const params = new URLSearchParams({ end: '1', date })
  for (const [name, value] of Object.entries(values)) if (value !== null) params.set(name, String(value))
  return params.toString()
}

/** What the shift came to for this reader; null for who can't sign in any more. */
async function figuresFor(
  db: Database,
  userID: number,
  asked: AskedShift,
  now: number,
): Promise<string | null> {
  const reader = await findPerson(db, userID, now)
  if (!reader) return null
  const report = await endOfShift(db, reader, asked, now)
  return endOfShiftText(shiftTitle(report, asked), report)
}

/**
 * Mails power reports that are due, to their owner and who gets them, each with a link that opens it with the
 * reader's own figures (spec 4 §4.2.9); of an ‘End of shift’ they stand in the mail, too (§4.4.8). Pauses what its owner may not open any more. Gives what it did, in words.
 */
export async function tendPowerReports(parts: Parts, runs: Pick<ReportRuns, 'pause'>): Promise<string[]> {
  const { db, clock, publisher, outbox } = parts
  const now = clock()
  const due = await db
    .selectFrom('reportSchedules as s')
    .innerJoin('reportDefinitions as d', 'd.id', 's.reportID')
    .where('s.pausedAt', 'is', null)
    .where('d.page', 'is not', null)
    .where('s.nextAt', '<=', now)
    .orderBy('d.id')
    .select(['d.id', 'd.name', 'd.ownerID', 'd.page', 'd.endOfShift', 's.every', 's.day', 's.at', 's.nextAt'])
    .execute()
  const tenant = await db.selectFrom('tenant').select('publicOrigin').executeTakeFirst()
  let mailed = 0
  let paused = 0
  for (const { id, name, ownerID, page, endOfShift: shift, nextAt, ...time } of due) {
    if (page === null) continue
    const owner = await findPerson(db, ownerID, now)
    if (!owner?.permissions.can(PAGE_PERMISSIONS[page])) {
      const reason = owner ? 'You may not open this page any more.' : 'Its owner can’t sign in any more.'
      if (await inOneUnit(() => runs.pause({ id, name, ownerID }, reason, now))) paused++
      continue
    }
    const asked = shift === null ? null : askedIn(shift, now)
    await inOneUnit(async () => {
      // Of two servers one sends it.
      const mine = await db
        .updateTable('reportSchedules')
        .set({ nextAt: nextReport(time, now) })
        .where('reportID', '=', id)
        .where('nextAt', '=', nextAt)
        .where('pausedAt', 'is', null)
        .returning('reportID')
        .executeTakeFirst()
      if (!mine) return
      const told = await db
        .selectFrom('reportRecipients')
        .where('reportID', '=', id)
        .select('userID')
        .execute()
      const readers = await readersOf(db, page, [ownerID, ...told.map(({ userID }) => userID)], now).execute()
      const kept = await keepNotifications(
        db,
        now,
        readers.map(({ userID }) => ({
          ...{ userID, type: 'NEW_UPDATE' as const, source: 'REPORT', sourceID: id },
          subject: `Report ‘${name}’ is due`,
          body: 'Its link is in your mail, and the report on its page.',
        })),
      )
      const place = `${tenant?.publicOrigin ?? ''}/${MENU_PAGES[page].replace('.', '/')}`
      const href = `${place}?${asked ? addressOf(asked) : `report=${id}`}`
      for (const { email, ...reader } of readers) {
        if (!email) continue
        const figures = asked ? await figuresFor(db, reader.userID, asked, now) : null
        await outbox.post(
          powerReportLetter({ ...reader, email }, name, { href, endsAt: now + REPORT_KEPT_MS, figures }),
        )
      }
      publisher.notified(kept)
      mailed++
    })
  }
  return [...(mailed > 0 ? [`${mailed} mailed`] : []), ...(paused > 0 ? [`${paused} paused`] : [])]
}
