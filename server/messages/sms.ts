import type { AdaptorOf } from '#shared/contract/adaptors.ts'
import { smsSettings } from '#shared/contract/adaptors.ts'
import { smsParts } from '#shared/domain/sms.ts'
import type { Adaptors } from '../adaptors/adaptors.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { OutgoingRules } from '../webhooks/outgoing.ts'
import { handOver, noted } from './http-way.ts'
import { MessageError, type MessageRoute, type OutgoingMessage } from './message-route.ts'

type SmsSettings = AdaptorOf<'SMS'>['settings']
type Sms = Pick<OutgoingMessage, 'to' | 'text'> & { readonly reference: string }

/** What a way out is made of. */
export interface WayParts {
  readonly db: Database
  readonly clock: Clock
  readonly adaptors: Pick<Adaptors, 'enabled' | 'secret' | 'note'>
  readonly rules: OutgoingRules
}

/** These say that this message isn't taken; of the others the next try may fare better. */
const REFUSED = new Set([400, 413, 422])

/**
 * Hands an SMS to the provider (docs/messages.md, 'SMS'): JSON by HTTPS, with the key as a bearer token and the same
 * reference at each try. The answer's status decides; its body, which may repeat the number, isn't read.
 *
 * @throws MessageError
 */
export async function postSms(
  { address, sender, receipts }: SmsSettings,
  key: string,
  { to, text, reference }: Sms,
  rules: OutgoingRules,
): Promise<string> {
  const body = JSON.stringify({ from: sender, to, text, reference, receipts })
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': reference,
  }
  return handOver(new URL(address), { headers, body }, REFUSED, rules)
}

/** What a message of so many parts costs, in words; '' where nobody said. */
function costOf(parts: number, costPart: number | null): string {
  const many = parts === 1 ? '1 part' : `${parts} parts`
  return costPart === null ? many : `${many}, ${Number((parts * costPart).toFixed(2))}p`
}

/** The way out for SMS as the settings are now; null where none is switched on. */
export async function openSms({ db, clock, adaptors, rules }: WayParts): Promise<MessageRoute | null> {
  const row = await adaptors.enabled('SMS')
  const key = row && (await adaptors.secret(row.id, 'key'))
  if (!row || !key) return null
  const settings = smsSettings.parse(JSON.parse(row.settings))
  return {
    async send({ id, to, text }) {
      const stopped = await db
        .selectFrom('stoppedNumbers')
        .where('number', '=', to)
        .select('number')
        .executeTakeFirst()
      if (stopped) throw new MessageError('The number answered STOP.', 'refused')
      const words = {
        taken: 'An SMS was handed over',
        refused: 'An SMS was not taken',
        blocked: 'The SMS provider could not be used',
      }
      return noted({ clock, adaptors }, row.id, words, async () => {
        const taken = await postSms(settings, key, { to, text, reference: `fieldwork-${id}` }, rules)
        return `${taken} ${costOf(smsParts(text), settings.costPart)}`
      })
    },
  }
}
