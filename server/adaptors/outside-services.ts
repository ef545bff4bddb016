import type * as z from 'zod/mini'
import { aiSettings, type ServiceKind, serviceSettings } from '#shared/contract/adaptors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { outsideUnits } from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'
import { type OutgoingRules, outgoingFetch } from '../webhooks/outgoing.ts'
import { monthOf } from './adaptor-uses.ts'
import type { Adaptors } from './adaptors.ts'

/** Settings of each kind of service. */
export const SERVICE_SETTINGS = {
  ADDRESS_LOOKUP: serviceSettings,
  EMAIL_VERIFICATION: serviceSettings,
  GIF: serviceSettings,
  AI: aiSettings,
} as const satisfies Record<ServiceKind, z.ZodMiniType>
type SettingsOf<K extends ServiceKind> = z.output<(typeof SERVICE_SETTINGS)[K]>

export interface ServiceParts {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: Pick<Adaptors, 'enabled' | 'secret' | 'note'>
  readonly rules: OutgoingRules
}

/** A service as it is set up at the moment. */
export interface OpenService<K extends ServiceKind> {
  readonly id: number
  readonly kind: K
  readonly settings: SettingsOf<K>
  readonly key: string
}

/** What a service's answer says went wrong, in words for who keeps it. */
export class ServiceError extends Error {}

/** The service of that kind; null where none is switched on, or its key is missing. */
export async function openService<K extends ServiceKind>(
  { adaptors }: Pick<ServiceParts, 'adaptors'>,
  kind: K,
): Promise<OpenService<K> | null> {
  const row = await adaptors.enabled(kind)
  const key = row && (await adaptors.secret(row.id, 'key'))
  if (!row || !key) return null
  const settings = SERVICE_SETTINGS[kind].parse(JSON.parse(row.settings)) as SettingsOf<K>
  return { id: row.id, kind, settings, key }
}

/** What the month's limit is of, in words. */
const COUNTED: Readonly<Record<ServiceKind, string>> = {
  ADDRESS_LOOKUP: 'lookups',
  EMAIL_VERIFICATION: 'e-mail checks',
  AI: 'questions to the assistant',
  GIF: 'searches for GIFs',
}

/**
 * Counts one use before it is made, in a transaction of its own, so that of two at once at the limit one is refused.
 * @throws Refusal 429
 */
async function countUse(
  db: Database,
  kind: ServiceKind,
  { id, limit, at }: { readonly id: number; readonly limit: number | null; readonly at: number },
): Promise<void> {
  const month = monthOf(at)
  await outsideUnits(() =>
    db.transaction().execute(async (trx) => {
      await trx
        .insertInto('adaptorUses')
        .values({ adaptorID: id, month, uses: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const counted = await trx
        .updateTable('adaptorUses')
        .set((eb) => ({ uses: eb('uses', '+', 1) }))
        .where('adaptorID', '=', id)
        .where('month', '=', month)
        .$if(limit !== null, (query) => query.where('uses', '<', limit ?? 0))
        .returning('uses')
        .executeTakeFirst()
      if (!counted) throw new Refusal(429, 'adaptor.monthlyLimit', { what: COUNTED[kind] })
    }),
  )
}

/**
 * Asks a service once: counts it for the month, and notes in the adaptor's log how it went. What was asked and what
 * came stand nowhere.
 * @throws Refusal 429 at the month's limit, and what `ask` throws
 */
export async function askService<K extends ServiceKind, T>(
  { db, clock, adaptors, rules }: ServiceParts,
  { id, kind, settings }: Pick<OpenService<K>, 'id' | 'kind' | 'settings'>,
  ask: (fetchOf: typeof fetch) => Promise<T>,
): Promise<T> {
  const startedAt = clock()
  await countUse(db, kind, { id, limit: settings.monthlyLimit, at: startedAt })
  const note = (what: string, answer: string, isFault: boolean) =>
    outsideUnits(() =>
      adaptors.note(id, { startedAt, what, answer, fault: isFault ? { isWayBlocked: true } : null }),
    )
  let status = 0
  const fetchOf = outgoingFetch(rules)
  const watched: typeof fetch = async (input, init) => {
    const answer = await fetchOf(input, init)
    status = answer.status
    return answer
  }
  try {
    const result = await ask(watched)
    await note('Asked', `Answered ${status}.`, false)
    return result
  } catch (error) {
    const words = status === 0 ? 'No answer.' : `Answered ${status}.`
    await note('It could not be asked', wordsOf(error) ?? words, true)
    throw error
  }
}

/** What is said of a failure: an answer's words never hold what was asked. */
function wordsOf(error: unknown): string | null {
  if (error instanceof ServiceError) return error.message
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error && cause.constructor.name === 'DeliveryError' ? cause.message : null
}
