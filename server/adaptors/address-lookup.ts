import * as z from 'zod/mini'
import { ServiceError } from './outside-services.ts'

const found = z.object({
  results: z._default(
    z.array(
      z.object({
        DPA: z.object({
          UPRN: z.string(),
          ADDRESS: z.string(),
          POST_TOWN: z._default(z.string(), ''),
          POSTCODE: z._default(z.string(), ''),
          LAT: z.optional(z.number()),
          LNG: z.optional(z.number()),
          COUNTRY_CODE_DESCRIPTION: z._default(z.string(), ''),
          LOCAL_CUSTODIAN_CODE_DESCRIPTION: z._default(z.string(), ''),
          WARD_CODE: z._default(z.string(), ''),
        }),
      }),
    ),
    [],
  ),
})

/** A delivery point. */
export interface FoundAddress {
  readonly uprn: string
  /** In one line, as it is written on a letter. */
  readonly address: string
  readonly town: string
  readonly postcode: string
  readonly country: string
  readonly region: string
  /** Its code. */
  readonly ward: string
  readonly latitude: number | null
  readonly longitude: number | null
}

const RESULTS_MAX = 100

/**
 * Asks a service with OS Places' calls: `/postcode?postcode=` for a whole postcode, else `/find?query=`.
 * @throws ServiceError, DeliveryError
 */
export async function findAddresses(
  { address, key }: { readonly address: string; readonly key: string },
  asked: { readonly postcode: string } | { readonly text: string },
  fetchOf: typeof fetch,
): Promise<FoundAddress[]> {
  const query = new URLSearchParams({
    maxresults: String(RESULTS_MAX),
    output_srs: 'EPSG:4326',
    dataset: 'DPA',
  })
  if ('postcode' in asked) query.set('postcode', asked.postcode)
  else query.set('query', asked.text)
  const path = `${address.replace(/\/$/, '')}/${'postcode' in asked ? 'postcode' : 'find'}`
  const answer = await fetchOf(`${path}?${query}`, { headers: { key } })
  // It knows no such address.
  if (answer.status === 404) return []
  if (!answer.ok) throw new ServiceError(`Answered ${answer.status}.`)
  const read = z.safeParse(found, await answer.json().catch(() => null))
  if (!read.success) throw new ServiceError('Its answer was not understood.')
  return read.data.results.slice(0, RESULTS_MAX).map(({ DPA }) => ({
    uprn: DPA.UPRN,
    address: DPA.ADDRESS,
    town: DPA.POST_TOWN,
    postcode: DPA.POSTCODE,
    country: DPA.COUNTRY_CODE_DESCRIPTION,
    region: DPA.LOCAL_CUSTODIAN_CODE_DESCRIPTION,
    ward: DPA.WARD_CODE,
    latitude: DPA.LAT ?? null,
    longitude: DPA.LNG ?? null,
  }))
}
