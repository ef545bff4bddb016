import * as z from 'zod/mini'
import { type AdaptorOf, whatsAppSettings } from '#shared/contract/adaptors.ts'
import { smsWish } from '#shared/domain/sms.ts'
import type { Database } from '../db/database.ts'
import type { OutgoingRules } from '../webhooks/outgoing.ts'
import { handOver, noted } from './http-way.ts'
import { MessageError, type MessageRoute, type OutgoingMessage } from './message-route.ts'
import type { WayParts } from './sms.ts'

type Settings = AdaptorOf<'WHATSAPP'>['settings']
/** For so long after somebody's last message they get free text (spec 5 §5.3). */
const FREE_TEXT_MS = 24 * 3_600_000
/** These say that this message isn't taken; of the others the next try may fare better. */
const REFUSED = new Set([400, 413, 422])

/** A template's place holds one line without runs of spaces. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Hands a message to the Cloud API of WhatsApp: free text, or an approved template with the text in its place. What
 * becomes of it comes in with the reference.
 * @throws MessageError
 */
export function postWhatsApp(
  { address, phoneNumberID, template, templateLanguage }: Settings,
  token: string,
  message: Pick<OutgoingMessage, 'to' | 'text'> & { readonly reference: string; readonly isFree: boolean },
  rules: OutgoingRules,
): Promise<string> {
  const { to, text, reference, isFree } = message
  const content = isFree
    ? { type: 'text', text: { body: text } }
    : {
        type: 'template',
        template: {
          name: template,
          language: { code: templateLanguage },
          components: [{ type: 'body', parameters: [{ type: 'text', text: oneLine(text) }] }],
        },
      }
  const body = JSON.stringify({
    ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: to.slice(1) },
    ...content,
    biz_opaque_callback_data: reference,
  })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = new URL(`${address.replace(/\/$/, '')}/${phoneNumberID}/messages`)
  return handOver(url, { headers, body }, REFUSED, rules)
}

/** The way out for WhatsApp as the settings are now; null where none is switched on, or it has no access token. */
export async function openWhatsApp({ db, clock, adaptors, rules }: WayParts): Promise<MessageRoute | null> {
  const row = await adaptors.enabled('WHATSAPP')
  const token = row && (await adaptors.secret(row.id, 'accessToken'))
  if (!row || !token) return null
  const settings = whatsAppSettings.parse(JSON.parse(row.settings))
  const words = {
    taken: 'A message was handed over',
    refused: 'A message was not taken',
    blocked: 'WhatsApp could not be used',
  }
  return {
    async send({ id, to, text }) {
      const known = await db
        .selectFrom('whatsAppNumbers')
        .where('number', '=', to)
        .select(['wroteAt', 'stoppedAt'])
        .executeTakeFirst()
      if (known && known.stoppedAt !== null) throw new MessageError('The number answered STOP.', 'refused')
      const isFree = known !== undefined && clock() - known.wroteAt < FREE_TEXT_MS
      if (!isFree && settings.template === '')
        throw new MessageError(
          'They haven’t written within 24 hours, and there is no approved template.',
          'refused',
        )
      return noted({ clock, adaptors }, row.id, words, async () => {
        const message = { to, text, reference: `fieldwork-${id}`, isFree }
        const answer = await postWhatsApp(settings, token, message, rules)
        return `${answer} ${isFree ? 'Free text.' : 'By template.'}`
      })
    },
  }
}

const message = z.object({
  from: z.string().check(z.regex(/^[1-9]\d{7,14}$/)),
  /** Seconds since 1970. */
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
  text: z.optional(z.object({ body: z.string() })),
})
const status = z.object({
  status: z.string(),
  biz_opaque_callback_data: z.string().check(z.regex(/^fieldwork-\d{1,15}$/)),
  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
})
const delivery = z.object({
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            messages: z.optional(z.array(z.unknown())),
            statuses: z.optional(z.array(z.unknown())),
          }),
        }),
      ),
    }),
  ),
})

const RECEIPTS: Readonly<Record<string, string>> = { delivered: 'Delivered.', read: 'Read.' }

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Takes what WhatsApp sends in: who wrote gets free text for a day; STOP ends messages to a number, START begins them
 * again; a receipt says what became of a message. Each counts as often as it comes, anything else is passed over.
 */
export async function takeWhatsApp(db: Database, body: string, now: number): Promise<void> {
  const read = delivery.safeParse(parsed(body))
  if (!read.success) return
  const values = read.data.entry.flatMap(({ changes }) => changes.map(({ value }) => value))
  for (const one of values.flatMap(({ messages = [] }) => messages)) {
    const { data } = message.safeParse(one)
    if (data) await takeMessage(db, data, now)
  }
  for (const one of values.flatMap(({ statuses = [] }) => statuses)) {
    const { data } = status.safeParse(one)
    if (data) await takeStatus(db, data)
  }
}

async function takeMessage(
  db: Database,
  { from, timestamp, text }: z.output<typeof message>,
  now: number,
): Promise<void> {
  const number = `+${from}`
  // A clock that goes ahead makes no day longer.
  const wroteAt = Math.min(Number(timestamp) * 1000, now)
  const wish = smsWish(text?.body ?? '')
  const change = wish === null ? {} : { stoppedAt: wish === 'STOP' ? wroteAt : null }
  await db
    .insertInto('whatsAppNumbers')
    .values({ number, wroteAt, stoppedAt: null, ...change })
    .onConflict((conflict) =>
      // They may come in another order than they were written.
      conflict
        .column('number')
        .doUpdateSet({ wroteAt, ...change })
        .where('whatsAppNumbers.wroteAt', '<=', wroteAt),
    )
    .execute()
}

async function takeStatus(
  db: Database,
  { status: state, biz_opaque_callback_data: reference, errors = [] }: z.output<typeof status>,
): Promise<void> {
  const [error] = errors
  const why = error ? ` ${error.title ?? ''} (${error.code})` : ''
  const lastAnswer = state === 'failed' ? `Not delivered.${why}` : RECEIPTS[state]
  if (lastAnswer === undefined) return
  await db
    .updateTable('deviceMessages')
    .set({ lastAnswer })
    .where('id', '=', Number(reference.slice('fieldwork-'.length)))
    .where('channel', '=', 'WHATSAPP')
    .where('state', '=', 'SENT')
    // Receipts may come in another order: who has read it has got it.
    .where('lastAnswer', '<>', RECEIPTS.read ?? '')
    .execute()
}
