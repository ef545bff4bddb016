import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Adaptors } from '../adaptors/adaptors.ts'
import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { takeSms } from '../messages/sms-inbound.ts'
import { takeWhatsApp } from '../messages/whatsapp.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { isSame } from '../webhooks/signature.ts'
import { takeDiallerEvents } from './dialler-events.ts'
import { DIALLER_SIGNATURE, hookSignatureOf, WHATSAPP_SIGNATURE } from './hook-signature.ts'

/** Largest delivery, in bytes. */
const BODY_MAX = 256 * 1024

export const inboundPlace = (hash: string) => `inbound/${hash}`

interface InboundParts {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'seal'>
  readonly adaptors: Pick<Adaptors, 'enabled' | 'secret' | 'note'>
  readonly shell: Pick<LiveShell, 'main' | 'dayChanged' | 'callEnded'>
}

const KINDS = {
  WHATSAPP: { path: 'whatsapp', header: WHATSAPP_SIGNATURE, secret: 'appSecret' },
  DIALLER: { path: 'dialler', header: DIALLER_SIGNATURE, secret: 'secret' },
  SMS: { path: 'sms', header: DIALLER_SIGNATURE, secret: 'secret' },
} as const
type InboundKind = keyof typeof KINDS

/** What WhatsApp asks once, when its address is entered there. */
const verification = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().check(z.minLength(1), z.maxLength(500)),
  'hub.challenge': z.string().check(z.regex(/^[\w.-]{1,200}$/)),
})

/**
 * What providers send in (spec 5 §5.3): addresses that aren't calls of the contract, as their senders decide the form.
 * The signature is checked over the very bytes that came. One that is wrong is refused and changes nothing; what is
 * right is stored once, however often it comes.
 */
export function registerInbound(app: FastifyInstance, parts: InboundParts): void {
  const { db, clock, sealer, adaptors } = parts

  async function take(kind: InboundKind, request: FastifyRequest): Promise<void> {
    const { header, secret: name } = KINDS[kind]
    const adaptor = await adaptors.enabled(kind)
    const secret = adaptor && (await adaptors.secret(adaptor.id, name))
    if (!adaptor || !secret) throw new Refusal(404, 'request.noSuchCall')
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    const given = request.headers[header]
    if (typeof given !== 'string' || !isSame(given, hookSignatureOf(secret, body))) {
      request.log.warn({ adaptor: kind }, 'a delivery with a wrong signature was refused')
      throw new Refusal(401, 'inbound.signature')
    }
    const now = clock()
    const hash = createHash('sha256').update(body).digest('base64url')
    const kept = await db
      .insertInto('inboundDeliveries')
      .values({
        adaptorID: adaptor.id,
        hash,
        // It may hold messages of people outside.
        sealed: sealer.seal(Buffer.from(body).toString('base64'), inboundPlace(hash)),
        receivedAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    const text = Buffer.from(body).toString('utf8')
    if (kind === 'SMS') await takeSms(db, text, now)
    if (kind === 'WHATSAPP') await takeWhatsApp(db, text, now)
    const noted = { startedAt: now, what: 'A delivery came' }
    if (kind === 'DIALLER') {
      // Also one that came before: a server that died in between has kept it and done nothing.
      const { words, isUnderstood } = await takeDiallerEvents(parts, adaptor, text)
      const fault = isUnderstood ? null : { isWayBlocked: false }
      return adaptors.note(adaptor.id, { ...noted, answer: words, fault })
    }
    const answer = kept ? `Taken, ${body.length} bytes.` : 'It had come before.'
    await adaptors.note(adaptor.id, { ...noted, answer, fault: null })
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    )
    for (const kind of Object.keys(KINDS) as InboundKind[])
      scope.post(`/api/inbound/${KINDS[kind].path}`, { schema: { hide: true } }, async (request, reply) => {
        await take(kind, request)
        return reply.send({})
      })
    scope.get('/api/inbound/whatsapp', { schema: { hide: true } }, async (request, reply) => {
      const adaptor = await adaptors.enabled('WHATSAPP')
      const token = adaptor && (await adaptors.secret(adaptor.id, 'verifyToken'))
      const asked = verification.safeParse(request.query)
      if (!token || !asked.success || !isSame(asked.data['hub.verify_token'], token))
        throw new Refusal(403, 'inbound.token')
      return reply.type('text/plain').send(asked.data['hub.challenge'])
    })
  })
}
