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

const judged = z.object({ status: z.string() })

/** What the provider says of a mailbox. */
export type Mailbox = 'GOOD' | 'REFUSED' | 'DOUBTFUL' | 'NOT_TOLD'
const MAILBOXES: Readonly<Record<string, Mailbox>> = {
  ...{ valid: 'GOOD', invalid: 'REFUSED', unknown: 'NOT_TOLD' },
  // One that takes everything, one that never answers, and one of whom complaints came.
  ...{ 'catch-all': 'DOUBTFUL', spamtrap: 'DOUBTFUL', abuse: 'DOUBTFUL', do_not_mail: 'DOUBTFUL' },
}

/** Asks whether there is such a mailbox, by ZeroBounce's call; nothing is sent there. @throws ServiceError, DeliveryError */
export async function mailboxOf(access: Access, email: string, fetchOf: typeof fetch): Promise<Mailbox> {
  const read = z.safeParse(judged, await asked(access, 'validate', { email, ip_address: '' }, fetchOf))
  if (!read.success) throw new ServiceError('Its answer was not understood.')
  return MAILBOXES[read.data.status.toLowerCase()] ?? 'NOT_TOLD'
}
