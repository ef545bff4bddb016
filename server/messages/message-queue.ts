import { randomUUID } from 'node:crypto'
import { LONDON } from '#shared/domain/london-time.ts'
import { type MailState, nextTry } from '#shared/domain/mail.ts'
import { MESSAGE_CHANNELS, type MessageChannel, mayGoAt } from '#shared/domain/quiet-limits.ts'
import { isZone, localOf, zoneClock } from '#shared/domain/zone-time.ts'
import type { BackgroundService, ServiceRun } from '../background-services/service.ts'
import { quietHoursOf } from '../chat/quiet-hours.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { DeviceMessageTable } from '../db/schema/device-messages.ts'
import { readSettings } from '../settings/settings.ts'
import { chatChannels } from '../setup/chat-channels.ts'
import { collect } from './collect.ts'
import { MessageError, type OpenMessageRoute } from './message-route.ts'

const LEASE_MS = 120_000
/** What nobody got by then tells them nothing any more. */
const GOOD_MS = 48 * 3_600_000
/** How long a message's row is kept (spec 5 §6.8). */
const KEPT_MS = 90 * 86_400_000
const HELD_AT_ONCE = 500
const LOST = 'The server ended while it was sending. It may have been sent.'
const WAITING: readonly MailState[] = ['QUEUED', 'DEFERRED']

export interface MessageQueueOptions {
  readonly db: Database
  readonly clock: Clock
  readonly openRoute: OpenMessageRoute
  readonly isOnline: (userID: number) => boolean
  /** Whether the message queue is paused. */
  readonly isPaused: () => Promise<boolean>
  /** Told that a message couldn't be handed over, never its content. */
  readonly onFailure: (id: number, error: unknown) => void
}

type Row = Pick<
  DeviceMessageTable,
  'channel' | 'kind' | 'userID' | 'to' | 'text' | 'shiftDay' | 'createdAt'
> & { readonly id: number }
type Claimed = Row & { readonly leaseID: string; readonly tries: number; readonly firstTriedAt: number }

/** The company's quiet limits, and whose clock they go by. */
interface Limits {
  readonly from: string
  readonly until: string
  readonly zone: string
}

const ROW = ['id', 'channel', 'kind', 'userID', 'to', 'text', 'shiftDay', 'createdAt'] as const

/**
 * SMS, WhatsApp and push (spec 5 §5.2): a durable queue as mail's. What happened becomes rows; whoever changes a row
 * to SENDING sends it, under a lease. Before each try the quiet limits are asked as they are then (spec 5 §5.1):
 * what they hold waits until they end, and goes earlier where somebody makes them looser.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions
  #looking: Promise<void> | null = null

  constructor(options: MessageQueueOptions) {
    this.#options = options
  }

  /** Takes up what happened, and sends what may go; one look of this process at a time. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  /** One turn of the background service: what is over ends, what a server left is taken up, what is due is sent. */
  async tend(run?: Pick<ServiceRun, 'log'>): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    await db
      .deleteFrom('deviceMessages')
      .where('createdAt', '<', now - KEPT_MS)
      .where('state', 'not in', ['QUEUED', 'DEFERRED', 'SENDING'])
      .execute()
    await db
      .updateTable('deviceMessages')
      .set({ state: 'EXPIRED', text: null, endedAt: now })
      .where('state', 'in', WAITING)
      .where('expiresAt', '<=', now)
      .execute()
    const { numUpdatedRows: lost } = await db
      .updateTable('deviceMessages')
      .set({ state: 'QUEUED', leaseID: null, leaseUntil: null, nextAt: now, lastAnswer: LOST })
      .where('state', '=', 'SENDING')
      .where('leaseUntil', '<=', now)
      .executeTakeFirst()
    if (lost > 0n) run?.log(`${lost} taken up that a server left`)
    await this.#reconsider()
    await this.#collect()
    const sent = await this.#drain()
    if (sent > 0) run?.log(`${sent} sent`)
    const { held } = await db
      .selectFrom('deviceMessages')
      .where('state', 'in', WAITING)
      .where('heldUntil', '>', now)
      .select((eb) => eb.fn.countAll<number>().as('held'))
      .executeTakeFirstOrThrow()
    if (Number(held) > 0) run?.log(`${held} held by the quiet limits`)
  }

  async #look(): Promise<void> {
    await this.#collect()
    await this.#drain()
  }

  async #collect(): Promise<void> {
    const { db, clock, openRoute, isOnline } = this.#options
    const ways = await Promise.all(MESSAGE_CHANNELS.map(async (one) => ((await openRoute(one)) ? [one] : [])))
    const { zone } = await this.#limits()
    const channels = new Set(ways.flat())
    if (!(await chatChannels(db)).isWhatsappEnabled) channels.delete('WHATSAPP')
    // Nothing waits for a way out that may never come.
    if (channels.size === 0) return
    const now = clock()
    await collect({ db, isOnline, channels, since: now - GOOD_MS }, async (trx, messages) => {
      const dayOf = (at: number) => localOf(zoneClock(zone).wallClock(at)).slice(0, 10)
      for (const { shiftAt, madeAt, ...message } of messages)
        await trx
          .insertInto('deviceMessages')
          .values({
            ...message,
            shiftDay: shiftAt === null ? null : dayOf(shiftAt),
            state: 'QUEUED',
            createdAt: madeAt,
            expiresAt: madeAt + GOOD_MS,
            nextAt: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
  }

  async #limits(): Promise<Limits> {
    const { db } = this.#options
    const { 'quiet.from': from, 'quiet.until': until } = await readSettings(db, ['quiet.from', 'quiet.until'])
    const tenant = await db.selectFrom('tenant').select('timeZone').executeTakeFirst()
    return { from, until, zone: tenant && isZone(tenant.timeZone) ? tenant.timeZone : LONDON }
  }

  /** When these quiet limits let it go; now where they don't hold it. */
  async #mayGoAt({ kind, userID, createdAt, shiftDay }: Row, limits: Limits): Promise<number> {
    const { db, clock } = this.#options
    const own = await quietHoursOf(db, userID)
    return mayGoAt({ kind, madeAt: createdAt, shiftDay }, { ...limits, own }, clock())
  }

  /** What is held goes by the limits of now, which may have become looser. */
  async #reconsider(): Promise<void> {
    const { db, clock } = this.#options
    const held = await db
      .selectFrom('deviceMessages')
      .where('state', 'in', WAITING)
      .where('heldUntil', '>', clock())
      .orderBy('id')
      .limit(HELD_AT_ONCE)
      .select([...ROW, 'heldUntil'])
      .execute()
    if (held.length === 0) return
    const limits = await this.#limits()
    for (const row of held) {
      const free = await this.#mayGoAt(row, limits)
      if (free !== row.heldUntil) await this.#hold(row.id, free)
    }
  }

  async #hold(id: number, until: number): Promise<void> {
    await this.#options.db
      .updateTable('deviceMessages')
      .set({ nextAt: until, heldUntil: until })
      .where('id', '=', id)
      .where('state', 'in', WAITING)
      .execute()
  }

  /** Sends what is due, as far as the quiet limits and the ways out let it. Gives how many were sent. */
  async #drain(): Promise<number> {
    const { openRoute, isPaused } = this.#options
    if (await isPaused()) return 0
    let sent = 0
    for (const channel of MESSAGE_CHANNELS) {
      const route = await openRoute(channel)
      if (!route) continue
      for (;;) {
        const next = await this.#claimNext(channel)
        if (!next) break
        try {
          const { id, to, text } = next
          if (text === null) throw new MessageError('Its text is gone.', 'refused')
          await this.#note(next, await route.send({ id, channel, to, text }), null)
          sent++
        } catch (error) {
          const fault =
            error instanceof MessageError
              ? error
              : new MessageError(error instanceof Error ? error.message : String(error), 'later')
          this.#options.onFailure(next.id, error)
          await this.#note(next, fault.message, fault)
        }
      }
    }
    return sent
  }

  /** Takes the next one that may go; what the quiet limits hold is put off. One statement decides who has it. */
  async #claimNext(channel: MessageChannel): Promise<Claimed | null> {
    const { db, clock } = this.#options
    for (;;) {
      const now = clock()
      const row = await db
        .selectFrom('deviceMessages')
        .where('channel', '=', channel)
        .where('state', 'in', WAITING)
        .where('nextAt', '<=', now)
        .where('expiresAt', '>', now)
        .orderBy('nextAt')
        .orderBy('id')
        .limit(1)
        .select(ROW)
        .executeTakeFirst()
      if (!row) return null
      const free = await this.#mayGoAt(row, await this.#limits())
      if (free > now) {
        await this.#hold(row.id, free)
        continue
      }
      const leaseID = randomUUID()
      const claimed = await db
        .updateTable('deviceMessages')
        .set((eb) => ({
          state: 'SENDING' as const,
          leaseID,
          leaseUntil: now + LEASE_MS,
          heldUntil: null,
          tries: eb('tries', '+', 1),
          firstTriedAt: eb.fn.coalesce('firstTriedAt', eb.val(now)),
        }))
        .where('id', '=', row.id)
        .where('state', 'in', WAITING)
        .where('nextAt', '<=', now)
        .returning(['tries', 'firstTriedAt'])
        .executeTakeFirst()
      if (claimed) return { ...row, ...claimed, leaseID, firstTriedAt: claimed.firstTriedAt ?? now }
    }
  }

  /** Only whoever still has the lease may say what came of it. */
  async #note(
    { id, leaseID, tries, firstTriedAt }: Claimed,
    answer: string,
    fault: MessageError | null,
  ): Promise<void> {
    const { db, clock } = this.#options
    const now = clock()
    const next = fault === null || fault.isRefused ? null : nextTry(tries, firstTriedAt, now)
    await db
      .updateTable('deviceMessages')
      .set({
        state: fault === null ? 'SENT' : next === null ? 'FAILED' : 'DEFERRED',
        leaseID: null,
        leaseUntil: null,
        lastAnswer: answer,
        ...(next === null ? { text: null, endedAt: now } : { nextAt: next }),
      })
      .where('id', '=', id)
      .where('leaseID', '=', leaseID)
      .execute()
  }
}

export const messageQueueService = (queue: Pick<MessageQueue, 'tend'>): BackgroundService => ({
  key: 'MESSAGE_QUEUE',
  name: 'Message queue',
  what: 'Sends SMS, WhatsApp and push messages that wait, and holds them in the quiet hours.',
  schedule: { every: 1 },
  run: (run) => queue.tend(run),
})
