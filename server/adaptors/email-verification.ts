import * as z from 'zod/mini'
import { ServiceError } from './outside-services.ts'

const credits = z.object({ Credits: z.coerce.number() })

interface Access {
  readonly address: string
  readonly key: string
}

async function asked({ address, key }: Access, path: string, query: object, fetchOf: typeof fetch) {
  const search = new URLSearchParams({ api_key: key, ...query })
  const answer = await fetchOf(`${address.replace(/\/$/, '')}/${path}?${search}`)
  if (!answer.ok) throw new ServiceError(`Answered ${answer.status}.`)
  return answer.json().catch(() => null) as Promise<unknown>
}

/** How many checks are paid for still, by ZeroBounce's call. @throws ServiceError where the key isn't taken, DeliveryError */
export async function creditsLeft(access: Access, fetchOf: typeof fetch): Promise<number> {
  const read = z.safeParse(credits, await asked(access, 'getcredits', {}, fetchOf))
  if (!read.success) throw new ServiceError('Its answer was not understood.')
  if (read.data.Credits < 0) throw new ServiceError('It does not take this key.')
  return read.data.Credits
}
