import { londonField } from '#shared/domain/london-time.ts'
import { isPipRunning } from '#shared/domain/pips.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { fileNotesAbout } from '../file-notes/file-notes.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { coachingRows, sentCoaching } from '../qc/coaching.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { acknowledgeRecord, trainingRecordsOf } from '../training/records.ts'
import { pipRecords } from './pips.ts'

interface DevelopmentServices {
  readonly db: Database
  readonly clock: Clock
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const OWN_PAGE = 'tracker.my-development'
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A person's own plans: drafts only once they were shown to them (spec 6 §5.5). */
async function pipsOf(db: Database, userID: number, now: number) {
  const plans = await pipRecords(db, { userID }, now)
  return plans
    .filter(({ state, shownAt }) => state !== 'DRAFT' || shownAt !== null)
    .map(({ id, owner, reason, support, start, end, state, daysLeft, measures, meetings, ...plan }) => ({
      ...{ id, owner, reason, support, start, end, state, daysLeft, measures },
      ...{ draftComment: plan.comment, appealedAt: plan.appealedAt, decidedAt: plan.decidedAt },
      meetings: meetings.map(({ id: meetingID, at, notes, comment, commentedAt }) => ({
        ...{ id: meetingID, at, notes, comment, commentedAt },
      })),
    }))
}

/** What is written down about the person's own development (spec 4 §4.2.6). */
export function developmentHandlers({
  db,
  clock,
  publisher,
}: DevelopmentServices): AreaHandlers<'development'> {
  return {
    developmentRecords: async (_input, { caller }) => {
      const { userID, permissions } = caller
      const now = clock()
      const today = londonField(now).slice(0, 10)
      const skills = await db
        .selectFrom('personSkills as held')
        .innerJoin('skills as s', 's.id', 'held.skillID')
        .where('held.userID', '=', userID)
        .orderBy('s.nameKey')
        .select(['s.name', 'held.level', 'held.expires'])
        .execute()
      return {
        coaching: permissions.can('ITRACKER_CAN_SEE_COACHING')
          ? (
              await coachingRows(db)
                .where('c.userID', '=', userID)
                .orderBy('c.start', 'desc')
                .orderBy('c.id', 'desc')
                .execute()
            ).map(sentCoaching)
          : null,
        pips: permissions.can('ITRACKER_CAN_SEE_PIPS') ? await pipsOf(db, userID, now) : null,
        fileNotes: permissions.can('ITRACKER_CAN_SEE_FILE_NOTES')
          ? (await fileNotesAbout(db, [userID])).map(({ id, by, at, kind, text, acknowledgedAt, reply }) => ({
              ...{ id, by, kind, text, reply },
              ...{ at: new Date(at).toISOString(), acknowledgedAt: iso(acknowledgedAt) },
            }))
          : null,
        training: permissions.can('ITRACKER_CAN_SEE_TRAINING')
          ? (await trainingRecordsOf(db, [userID])).map(
              ({ id, type, day, result, score, expires, trainer, acknowledgedAt }) => ({
                ...{ id, type, day, result, score, expires, trainer, acknowledgedAt: iso(acknowledgedAt) },
              }),
            )
          : null,
        skills: skills.map((one) => ({ ...one, isExpired: one.expires !== null && one.expires < today })),
      }
    },

    acknowledgeTraining: async ({ id }, { caller }) => {
      await db
        .transaction()
        .execute((trx) => acknowledgeRecord(trx, caller, { id, page: OWN_PAGE, now: clock() }))
      return { done: true }
    },

    commentPip: async ({ id, comment }, { caller }) => {
      const now = clock()
      const kept = await db.transaction().execute(async (trx) => {
        const meeting = await trx
          .selectFrom('pipMeetings as m')
          .innerJoin('pips as p', 'p.id', 'm.pipID')
          .where('m.id', '=', id)
          .where('p.userID', '=', caller.userID)
          .select(['p.id as pipID', 'p.ownerID', 'p.state', 'm.comment'])
          .executeTakeFirst()
        if (!meeting) throw new Refusal(404, 'record.gone', { one: 'meeting' })
        if (!isPipRunning(meeting.state))
          throw new Refusal(400, 'record.cannot', {
            record: 'The plan',
            state: 'over',
            action: 'commented on',
          })
        await trx.updateTable('pipMeetings').set({ comment, commentedAt: now }).where('id', '=', id).execute()
        await audit(trx, caller, now, {
          ...{ action: 'PIP_COMMENTED', page: OWN_PAGE, recordType: 'pip' },
          ...{ recordID: meeting.pipID, label: caller.displayName, personID: caller.userID },
        })
        if (meeting.ownerID === null) return []
        return keepNotifications(trx, now, [
          {
            ...{ userID: meeting.ownerID, type: 'NEW_UPDATE', source: 'PIP', sourceID: meeting.pipID },
            ...{ subject: `${caller.displayName} commented on a meeting of their plan`, body: '' },
          },
        ])
      })
      publisher.notified(kept)
      return { done: true }
    },
  }
}
