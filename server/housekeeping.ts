import type { AttemptCounts } from './auth/attempt-counts.ts'
import type { KnownPlaces } from './auth/known-places.ts'
import type { MobileCodes } from './auth/mobile-codes.ts'
import type { PasswordResets } from './auth/password-resets.ts'
import type { Sessions } from './auth/sessions.ts'
import type { SignIns } from './auth/sign-ins.ts'
import type { Reminders } from './calendar/reminders.ts'
import type { Clock } from './clock.ts'
import type { Idempotency } from './http/idempotency.ts'
import type { Outbox } from './mail/outbox.ts'
import type { Meetings } from './meetings/meetings.ts'
import type { Grants } from './oauth/grants.ts'
import type { PersonalEnds } from './roles/personal-ends.ts'

export interface HousekeepingServices {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly idempotency: Idempotency
  readonly passwordResets: Pick<PasswordResets, 'purge'>
  readonly counts: Pick<AttemptCounts, 'purge'>
  readonly places: Pick<KnownPlaces, 'purge'>
  readonly grants: Pick<Grants, 'purge'>
  readonly mobileCodes: Pick<MobileCodes, 'purge'>
  readonly outbox: Pick<Outbox, 'tend'>
  readonly meetings: Pick<Meetings, 'announceDue'>
  readonly reminders: Pick<Reminders, 'tellDue'>
  readonly personalEnds: Pick<PersonalEnds, 'tend'>
  readonly dropConnections: (signInID: string) => void
  /** Deletes for good what can no longer be restored. */
  readonly purgeDeleted: () => Promise<void>
}

/** What is due from time to time: ended sessions lose their hub connections, old rows go, mail that waits is sent,
 * and people are told of what begins. */
export class Housekeeping {
  readonly #services: HousekeepingServices
  #lastRun: number

  constructor(services: HousekeepingServices) {
    this.#services = services
    this.#lastRun = services.clock()
  }

  async run(): Promise<void> {
    const { clock, sessions, signIns, idempotency, outbox, meetings, reminders } = this.#services
    const { dropConnections, passwordResets, counts, places, grants, mobileCodes } = this.#services
    const since = this.#lastRun
    this.#lastRun = clock()
    for (const id of await sessions.expiredSince(since)) dropConnections(id)
    await Promise.all(
      [sessions, signIns, idempotency, passwordResets, counts, places, grants, mobileCodes].map((kept) =>
        kept.purge(),
      ),
    )
    await this.#services.purgeDeleted()
    await meetings.announceDue()
    await reminders.tellDue(clock())
    await this.#services.personalEnds.tend(clock())
    await outbox.tend()
  }
}
