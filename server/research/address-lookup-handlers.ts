import { ADDRESS_TEXT_MIN, type ListedAddress } from '#shared/contract/address-lookup.ts'
import { postcodeArea, postcodeIn } from '#shared/domain/postcode.ts'
import { usesOf } from '../adaptors/adaptor-uses.ts'
import { type FoundAddress, findAddresses } from '../adaptors/address-lookup.ts'
import { askService, type OpenService, openService, type ServiceParts } from '../adaptors/outside-services.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'

/** One's own searches are kept so long (spec 6 §9.7). */
const HISTORY_MS = 30 * 86_400_000
const HISTORY_MAX = 100
const ADDRESS = 'IRESEARCH_CAN_LOOK_UP_ADDRESS'

interface LookupServices extends Omit<ServiceParts, 'rules'> {
  readonly deliveries: Pick<Deliveries, 'rules'>
}
type Service = OpenService<'ADDRESS_LOOKUP'>

/** An address as it stands on a letter: without town and postcode, which stand by themselves. */
const listed = ({ address, ward: _ward, ...rest }: FoundAddress): ListedAddress => ({
  ...rest,
  lines: address
    .split(',')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== rest.postcode && line !== rest.town),
})

/** Where postcodes are, each once. */
function placesOf(found: readonly FoundAddress[]) {
  const byPostcode = new Map(found.map((one) => [one.postcode, one]))
  return [...byPostcode].map(([postcode, { ward, region }]) => ({
    ...{ postcode, area: postcodeArea(postcode), ward, region },
  }))
}

/** Research › Address lookup (spec 6 §9.7), by the service of the connection adaptors. */
export function addressLookupHandlers({
  db,
  clock,
  adaptors,
  deliveries,
}: LookupServices): AreaHandlers<'addressLookup'> {
  const parts: ServiceParts = { db, clock, adaptors, rules: deliveries.rules }

  /** @throws Refusal 409 where none is switched on */
  async function connected(): Promise<Service> {
    const service = await openService(parts, 'ADDRESS_LOOKUP')
    if (!service) throw new Refusal(409, 'address.notConnected')
    return service
  }

  const figuresOf = async ({ id, settings }: Service) => ({
    used: await usesOf(db, id, clock()),
    limit: settings.monthlyLimit,
  })

  /** What the service knows. @throws Refusal 429 at the month's limit, 502 where it doesn't answer */
  async function ask(
    service: Service,
    asked: { readonly postcode: string } | { readonly text: string },
  ): Promise<FoundAddress[]> {
    const access = { address: service.settings.address, key: service.key }
    try {
      return await askService(parts, service, (fetchOf) => findAddresses(access, asked, fetchOf))
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(502, 'address.noAnswer')
    }
  }

  const remember = (userID: number, query: string, found: number) =>
    db.insertInto('addressLookups').values({ userID, at: clock(), query, found }).execute()

  return {
    addressState: async (_, { caller }) => {
      const service = await openService(parts, 'ADDRESS_LOOKUP')
      const history = await db
        .selectFrom('addressLookups')
        .where('userID', '=', caller.userID)
        .where('at', '>', clock() - HISTORY_MS)
        .orderBy('id', 'desc')
        .limit(HISTORY_MAX)
        .select(['query', 'at', 'found'])
        .execute()
      return {
        isConnected: service !== null,
        ...(service ? await figuresOf(service) : { used: 0, limit: null }),
        history: history.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
      }
    },

    searchAddress: async ({ by, query }, { caller }) => {
      const seesAll = caller.permissions.can(ADDRESS)
      if (by === 'TEXT' && !seesAll) throw new Refusal(403, 'accessDenied')
      const postcode = postcodeIn(query)
      if (by === 'POSTCODE' && postcode === null) throw new Refusal(400, 'address.noPostcode')
      if (by === 'TEXT' && query.length < ADDRESS_TEXT_MIN)
        throw new Refusal(400, 'address.tooShort', { min: ADDRESS_TEXT_MIN })
      const service = await connected()
      const found = await ask(service, by === 'TEXT' ? { text: query } : { postcode: postcode ?? '' })
      await remember(caller.userID, by === 'TEXT' ? query : (postcode ?? ''), found.length)
      return {
        addresses: seesAll ? found.map(listed) : [],
        places: placesOf(found),
        ...(await figuresOf(service)),
      }
    },

    checkAddresses: async ({ lines }) => {
      const service = await connected()
      const rows = []
      for (const line of lines) {
        if (line.length < ADDRESS_TEXT_MIN) {
          rows.push({ line, outcome: 'TOO_SHORT' as const, found: 0, address: null })
          continue
        }
        const postcode = postcodeIn(line)
        const found = await ask(service, postcode === null ? { text: line } : { postcode })
        const [first] = found
        rows.push({
          ...{ line, found: found.length, address: first ? listed(first) : null },
          outcome:
            found.length === 0
              ? ('NONE' as const)
              : found.length === 1
                ? ('FOUND' as const)
                : ('SEVERAL' as const),
        })
      }
      return { rows, ...(await figuresOf(service)) }
    },
  }
}

/** Forgets searches that are older than 30 days. */
export async function forgetOldLookups(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('addressLookups')
    .where('at', '<=', now - HISTORY_MS)
    .execute()
}
