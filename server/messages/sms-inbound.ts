import * as z from 'zod/mini'
import { smsWish } from '#shared/domain/sms.ts'
import type { Database } from '../db/database.ts'
import { e164 } from './message-route.ts'

/** What an SMS provider tells (docs/messages.md, 'SMS'). */
const told = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), from: z.string(), text: z.string() }),
  z.object({
    type: z.literal('receipt'),
    reference: z.string().check(z.regex(/^fieldwork-\d{1,15}$/)),
    state: z.enum(['DELIVERED', 'FAILED']),
  }),
])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Takes what the provider tells: STOP ends messages to a number, START begins them again, a receipt says what became
 * of a message. Each counts as often as it comes, since the same answer may be given twice. Anything else is passed over.
 */
export async function takeSms(db: Database, body: string, now: number): Promise<void> {
  const { data } = told.safeParse(parsed(body))
  if (data?.type === 'receipt') {
    await db
      .updateTable('deviceMessages')
      .set({ lastAnswer: data.state === 'DELIVERED' ? 'Delivered.' : 'Not delivered.' })
      .where('id', '=', Number(data.reference.slice('fieldwork-'.length)))
      .where('channel', '=', 'SMS')
      .where('state', '=', 'SENT')
      .execute()
    return
  }
  const number = data && e164(data.from)
  const wish = data && smsWish(data.text)
  if (!number || !wish) return
  if (wish === 'START') await db.deleteFrom('stoppedNumbers').where('number', '=', number).execute()
  else
    await db
      .insertInto('stoppedNumbers')
      .values({ number, at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
