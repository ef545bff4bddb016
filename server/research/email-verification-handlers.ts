import { LINK_DAYS } from '#shared/contract/public-links.ts'
import { emailKey } from '#shared/domain/email-checks.ts'
import { verifiedAddressRecord } from '#shared/records/research/verified-address.ts'
import { usesOf } from '../adaptors/adaptor-uses.ts'
import { openService } from '../adaptors/outside-services.ts'
import type { Reached } from '../auth/link-origin.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { Foundations } from '../foundations.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { confirmAddressLetter } from '../mail/letters.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { PUBLIC_PATHS } from '../public/public-link-handlers.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { areStopped, type CheckParts } from './email-checks.ts'
import { verifiedAddressSource } from './email-verification-source.ts'
import { EmailVerifications } from './email-verifications.ts'

const { page, words, name: addressType } = verifiedAddressRecord
const stopType = 'stoppedAddress'
const DAY_MS = 86_400_000

interface Services
  extends Omit<CheckParts, 'rules'>,
    Pick<Foundations, 'background' | 'outbox' | 'deliveries'> {
  readonly db: Database
  readonly publicLinks: PublicLinks
  readonly originOf: (reached: Reached) => string
}

/** Research › E-mail verification (spec 6 §9.6). */
export function emailVerificationHandlers(services: Services): AreaHandlers<'emailVerification'> {
  const { db, clock, publicLinks, outbox, originOf } = services
  const parts = { ...services, rules: services.deliveries.rules }
  const verifications = new EmailVerifications(parts)

  const told = (
    caller: Caller,
    entry: { action: string; recordType: string; label?: string; recordID?: number; addresses?: number },
  ) => {
    const { addresses, ...about } = entry
    return audit(db, caller, clock(), {
      ...{ page, recordID: null, label: '', reason: '', ...about },
      changes: addresses === undefined ? [] : [{ field: 'addresses', before: null, after: addresses }],
    })
  }

  const sources = () => verifiedAddressSource(db, clock())

  /** Those of the chosen that may be asked: each address once, and none that confirmed or was asked by any list. */
  async function askable(ids: readonly number[]) {
    const rows = await sources()
      .where('a.id', 'in', [...new Set(ids)])
      .where('a.result', '!=', 'INVALID')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('verifiedAddresses as same')
              .innerJoin('publicLinks as sent', 'sent.id', 'same.linkID')
              .whereRef('same.addressKey', '=', 'a.addressKey')
              .where((or) => or.or([or('sent.usedAt', 'is not', null), or('sent.expiresAt', '>', clock())]))
              .select('same.id'),
          ),
        ),
      )
      .orderBy('a.id', 'desc')
      .execute()
    const once = new Map(rows.map((row) => [emailKey(row.address), row]))
    // Somebody may have been put on the list since.
    const stopped = await areStopped(db, [...once.keys()])
    return [...once].filter(([key]) => !stopped.has(key)).map(([, row]) => row)
  }

  return {
    listVerifiedAddresses: (request, { caller }) =>
      listRecords(db, request, {
        record: verifiedAddressRecord,
        source: recordSource(sources()),
        viewer: caller,
        now: clock(),
      }),

    getVerifiedAddress: async ({ id }) => {
      const row = await sources().where('a.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
      const { at, confirmedAt, ...rest } = row
      return {
        ...rest,
        at: new Date(at).toISOString(),
        confirmedAt: confirmedAt === null ? null : new Date(confirmedAt).toISOString(),
      }
    },

    newVerification: (request, { caller }) =>
      withinUnit(async () => {
        if (request.projectID !== null) {
          const project = await db
            .selectFrom('projects')
            .where('id', '=', request.projectID)
            .select('id')
            .executeTakeFirst()
          if (!project) throw new Refusal(404, 'record.gone', { one: 'project' })
        }
        return verifications.job(await verifications.begin(caller, request))
      }),

    verificationResults: ({ id }) => verifications.job(id),

    verificationJobs: async () => {
      const service = await openService(parts, 'EMAIL_VERIFICATION')
      return {
        jobs: await verifications.jobs(),
        projects: await db
          .selectFrom('projects')
          .orderBy('name')
          .orderBy('id')
          .select(['id', 'name'])
          .execute(),
        isConnected: service !== null,
        used: service ? await usesOf(db, service.id, clock()) : 0,
        limit: service ? service.settings.monthlyLimit : null,
      }
    },

    stopVerification: ({ id }, { caller }) =>
      withinUnit(async () => {
        await verifications.stop(id, caller)
        return { done: true }
      }),

    askToConfirm: ({ ids }, { caller, ...reached }) =>
      withinUnit(async () => {
        // Of two who ask the same person at once the second finds them asked.
        await holdTurn(db)
        const rows = await askable(ids)
        const company = await companyName(db)
        for (const { id, address, projectName, purpose } of rows) {
          const study = projectName ?? purpose
          const subject = { name: address, email: address, study }
          const link = await publicLinks.issue({
            ...{ purpose: 'RESEARCH_EMAIL', subject, createdBy: caller.userID },
          })
          await db
            .updateTable('verifiedAddresses')
            .set((eb) => ({ linkID: link.id, askedAt: clock(), version: eb('version', '+', 1) }))
            .where('id', '=', id)
            .execute()
          await outbox.post(
            confirmAddressLetter(address, {
              ...{ company, study, days: LINK_DAYS, endsAt: clock() + LINK_DAYS * DAY_MS },
              href: originOf(reached) + PUBLIC_PATHS.RESEARCH_EMAIL + link.token,
            }),
          )
        }
        if (rows.length > 0)
          await told(caller, {
            ...{ action: 'EMAIL_CONFIRMATION_ASKED', recordType: addressType, addresses: rows.length },
          })
        return { asked: rows.length, left: new Set(ids).size - rows.length }
      }),

    stopList: async () => {
      const rows = await db
        .selectFrom('stoppedAddresses')
        .orderBy('address')
        .select(['id', 'address', 'byName', 'at'])
        .execute()
      return { entries: rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })) }
    },

    addToStopList: ({ addresses }, { caller }) =>
      withinUnit(async () => {
        const keys = [...new Set(addresses.map(emailKey))]
        const wrong = keys.find((key) => !/^[^\s@]*@[^\s@]+\.[^\s@]+$/.test(key))
        if (wrong !== undefined) throw new Refusal(400, 'stopList.noAddress', { address: wrong })
        const added = await db
          .insertInto('stoppedAddresses')
          .values(
            keys.map((address) => ({
              ...{ address, byID: caller.userID, byName: caller.displayName, at: clock() },
            })),
          )
          .onConflict((conflict) => conflict.column('address').doNothing())
          .returning('id')
          .execute()
        const label = keys.length === 1 ? keys[0] : undefined
        if (added.length > 0)
          await told(caller, {
            ...{ action: 'STOP_LIST_ADDED', recordType: stopType, addresses: added.length },
            ...(label !== undefined && { label }),
          })
        return { added: added.length }
      }),

    takeFromStopList: ({ id }, { caller }) =>
      withinUnit(async () => {
        const gone = await db
          .deleteFrom('stoppedAddresses')
          .where('id', '=', id)
          .returning('address')
          .executeTakeFirst()
        if (!gone) throw new Refusal(404, 'record.gone', { one: 'address' })
        await told(caller, {
          ...{ action: 'STOP_LIST_TAKEN_OFF', recordType: stopType, label: gone.address, recordID: id },
        })
        return { done: true }
      }),
  }
}
