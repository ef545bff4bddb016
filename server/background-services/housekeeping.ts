import type { ApplicantImports } from '../applicants/applicant-imports.ts'
import type { AttemptCounts } from '../auth/attempt-counts.ts'
import type { KnownPlaces } from '../auth/known-places.ts'
import type { MobileCodes } from '../auth/mobile-codes.ts'
import type { PasswordResets } from '../auth/password-resets.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Reminders } from '../calendar/reminders.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { forgetOldDeliveries } from '../inbound/forget-deliveries.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Meetings } from '../meetings/meetings.ts'
import type { Grants } from '../oauth/grants.ts'
import type { PeopleImports } from '../people/import/people-imports.ts'
import type { SuspensionEnds } from '../people/suspensions.ts'
import { forgetOldLookups } from '../research/address-lookup-handlers.ts'
import type { PersonalEnds } from '../roles/personal-ends.ts'
import { purgeSso } from '../sso/single-sign-on.ts'
import type { FailedSignIns } from '../support/failed-sign-ins.ts'
import type { CredentialImports } from '../tools/credential-imports.ts'
import type { BackgroundService } from './service.ts'

export interface HousekeepingParts {
  readonly db: Database
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly idempotency: Idempotency
  readonly passwordResets: Pick<PasswordResets, 'purge'>
  readonly counts: Pick<AttemptCounts, 'purge'>
  readonly places: Pick<KnownPlaces, 'purge'>
  readonly failed: Pick<FailedSignIns, 'purge'>
  readonly grants: Pick<Grants, 'purge'>
  readonly mobileCodes: Pick<MobileCodes, 'purge'>
  readonly outbox: Pick<Outbox, 'tend'>
  readonly meetings: Pick<Meetings, 'announceDue'>
  readonly reminders: Pick<Reminders, 'tellDue'>
  readonly personalEnds: Pick<PersonalEnds, 'tend'>
  readonly peopleImports: Pick<PeopleImports, 'tend'>
  readonly credentialImports: Pick<CredentialImports, 'tend'>
  readonly applicantImports: Pick<ApplicantImports, 'tend'>
  readonly suspensionEnds: Pick<SuspensionEnds, 'tend'>
  readonly dropConnections: (signInID: string) => void
  /** Deletes for good what can no longer be restored. */
  readonly purgeDeleted: () => Promise<void>
  /** Keeps the database quick and small; gives how many old runs it forgot. */
  readonly upkeep: () => Promise<number>
}

/** Ended sessions lose their hub connections, and what ran out is forgotten. */
function sessionSweep(parts: HousekeepingParts): BackgroundService {
  const { sessions, signIns, idempotency, passwordResets, counts, places, failed, grants, mobileCodes } =
    parts
  return {
    key: 'SESSION_SWEEP',
    name: 'Session sweep',
    what: 'Ends sessions that ran out, and forgets old sign-ins, links and counts.',
    schedule: { every: 1 },
    async run({ startedAt, since, log }) {
      const ended = await sessions.expiredSince(since ?? startedAt)
      for (const id of ended) parts.dropConnections(id)
      if (ended.length > 0) log(`${ended.length} ended`)
      const kept = [
        sessions,
        signIns,
        idempotency,
        passwordResets,
        counts,
        places,
        failed,
        grants,
        mobileCodes,
      ]
      await Promise.all(kept.map((one) => one.purge()))
      await purgeSso(parts.db, startedAt)
      await forgetOldLookups(parts.db, startedAt)
      await forgetOldDeliveries(parts.db, startedAt)
    },
  }
}

/** What is due from time to time. Each is a service, so that one that fails holds up no other. */
export function housekeepingServices(parts: HousekeepingParts): BackgroundService[] {
  const {
    clock,
    outbox,
    meetings,
    reminders,
    personalEnds,
    suspensionEnds,
    peopleImports,
    credentialImports,
    applicantImports,
  } = parts
  return [
    {
      key: 'MAIL_QUEUE',
      name: 'Mail queue',
      what: 'Sends mails that wait, tries again those that could not be sent, and ends those that are too old.',
      schedule: { every: 1 },
      run: (run) => outbox.tend(run),
    },
    sessionSweep(parts),
    {
      key: 'CALENDAR_REMINDERS',
      name: 'Calendar reminders',
      what: 'Tells people of events that begin soon.',
      schedule: { every: 1 },
      run: () => reminders.tellDue(clock()),
    },
    {
      key: 'MEETINGS',
      name: 'Meetings',
      what: 'Tells people that a meeting of theirs begins.',
      schedule: { every: 1 },
      run: () => meetings.announceDue(),
    },
    {
      key: 'PERMISSION_ENDS',
      name: 'Ends of permissions',
      what: 'Ends grants and refusals that were given for a time.',
      schedule: { every: 1 },
      run: () => personalEnds.tend(clock()),
    },
    {
      key: 'SUSPENSION_ENDS',
      name: 'Ends of suspensions',
      what: 'Lets people in again whose suspension was for a time.',
      schedule: { every: 1 },
      run: (run) => suspensionEnds.tend(run),
    },
    {
      key: 'PEOPLE_IMPORTS',
      name: 'Imports of people',
      what: 'Ends imports of people whose server ended while they ran, and takes back those that are all or nothing. Goes on with imports of tool credentials and applicants.',
      schedule: { every: 1 },
      run: async () => {
        await peopleImports.tend()
        await credentialImports.tend()
        await applicantImports.tend()
      },
    },
    {
      key: 'DELETED_THINGS',
      name: 'Deleted things',
      what: 'Deletes for good the notes and documents whose time to be restored is over.',
      schedule: { every: 60 },
      run: () => parts.purgeDeleted(),
    },
    {
      key: 'DATABASE_UPKEEP',
      name: 'Database upkeep',
      what: 'Keeps the database quick, and forgets old runs of these services.',
      schedule: { dailyAt: '03:30' },
      async run({ log }) {
        const gone = await parts.upkeep()
        log(gone === 1 ? '1 old run forgotten' : `${gone} old runs forgotten`)
      },
    },
  ]
}
