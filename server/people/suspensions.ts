import { personRecord } from '#shared/records/admin/person.ts'
import type { EndedSignIn } from '../auth/sessions.ts'
import type { ServiceRun } from '../background-services/service.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { endAccessOf } from '../oauth/grants.ts'
import { type Actor, audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { Saving } from './save-person.ts'

interface Seen {
  readonly id: number
  readonly version: number
}

const { page, name: recordType } = personRecord

/** @throws Refusal 404 where there is nobody of that id */
async function standing(db: Database, id: number) {
  const person = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['displayName', 'email', 'status', 'suspendReason', 'suspendedUntil'])
    .executeTakeFirst()
  if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
  return person
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Refuses somebody's sign-in and ends their sessions; what they hold stays theirs (spec 5 §3.2). It belongs into the
 * transaction that looks after the last grantor (`keepingGrantor`).
 *
 * @param until when it lifts itself, in ms since 1970; null for never
 * @throws Refusal 400 where they aren't active, 409 where somebody changed them since
 */
export async function suspend(
  trx: Database,
  { actor, at, sessions, signIns }: Saving,
  seen: Seen,
  { reason, until }: { readonly reason: string; readonly until: number | null },
): Promise<EndedSignIn[]> {
  const person = await standing(trx, seen.id)
  if (person.status !== 'ACTIVE') throw new Refusal(400, 'person.notActive')
  if (until !== null && until <= at) throw new Refusal(400, 'person.untilPast')
  const row = { status: 'SUSPENDED' as const, isActive: 0, suspendReason: reason, suspendedUntil: until }
  await changeSeen(trx, 'users', 'person', seen, row, { caller: actor, at })
  await audit(trx, actor, at, {
    ...{ action: 'PERSON_SUSPENDED', page, recordType, recordID: seen.id, label: person.displayName, reason },
    changes: [
      { field: 'status', before: 'ACTIVE', after: 'SUSPENDED' },
      ...(until === null ? [] : [{ field: 'until', before: null, after: iso(until) }]),
    ],
  })
  await endAccessOf(trx, seen.id, at)
  await signIns.forget(seen.id, trx)
  return sessions.endAll({ userID: seen.id }, trx)
}

/**
 * Lets a suspended person in again.
 * @throws Refusal 400 where they aren't suspended, or somebody else has their address by now; 409 as `suspend`
 */
export async function lift(
  trx: Database,
  { actor, at }: { readonly actor: Actor; readonly at: number },
  seen: Seen,
): Promise<void> {
  const person = await standing(trx, seen.id)
  if (person.status !== 'SUSPENDED') throw new Refusal(400, 'person.notSuspended')
  const other =
    person.email === null
      ? undefined
      : await trx
          .selectFrom('users')
          .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', person.email?.toLowerCase() ?? ''))
          .where('status', '=', 'ACTIVE')
          .select('displayName')
          .executeTakeFirst()
  if (other) throw new Refusal(400, 'person.emailTaken', { name: other.displayName })
  const row = { status: 'ACTIVE' as const, isActive: 1, suspendReason: '', suspendedUntil: null }
  await changeSeen(trx, 'users', 'person', seen, row, { caller: actor, at })
  await audit(trx, actor, at, {
    ...{ action: 'SUSPENSION_LIFTED', page, recordType, recordID: seen.id, label: person.displayName },
    changes: [{ field: 'status', before: 'SUSPENDED', after: 'ACTIVE' }],
  })
}

interface EndsServices {
  readonly db: Database
  readonly clock: Clock
  readonly personChanged: (userID: number) => void
}

/** Suspensions that were for a time: they lift themselves. */
export class SuspensionEnds {
  readonly #services: EndsServices

  constructor(services: EndsServices) {
    this.#services = services
  }

  async tend({ log }: Pick<ServiceRun, 'log'>): Promise<void> {
    const { db, clock, personChanged } = this.#services
    const at = clock()
    const due = await db
      .selectFrom('users')
      .where('status', '=', 'SUSPENDED')
      .where('suspendedUntil', '<=', at)
      .select(['id', 'version'])
      .execute()
    for (const seen of due) {
      try {
        const actor = { userID: null, displayName: 'Ends of suspensions' }
        await db.transaction().execute((trx) => lift(trx, { actor, at }, seen))
        personChanged(seen.id)
        log(`1 lifted`)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        // It stays, and somebody has to decide: their address is another's by now, say.
        log(`Person ${seen.id} stays suspended: ${error.message}`)
      }
    }
  }
}
