import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { type Backplane, coalesced } from './backplane.ts'

const CHANNEL = 'fieldwork:hub-events'
const RETRY_MAX_MS = 2000
/** How long a start waits for it. Without it the server works, too. */
const START_MS = 3000

interface Options {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  readonly serverID: string
  /** Told once when a connection is lost, not for each try to come back. */
  readonly onLost: (error: unknown) => void
  readonly startMs?: number
}

/** Hints by Redis' publish and subscribe. A Redis that is away costs the second until each server looks by itself. */
export async function openRedisBackplane({
  url,
  serverID,
  onLost,
  startMs = START_MS,
}: Options): Promise<Backplane> {
  let isLost = false
  let look = () => {}
  const lost = (error: unknown) => {
    if (!isLost) onLost(error)
    isLost = true
  }
  const client = () =>
    createClient({
      url,
      // What every Redis speaks.
      RESP: 2,
      // A hint that can't be sent now is worth nothing later.
      disableOfflineQueue: true,
      socket: {
        reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, RETRY_MAX_MS),
        connectTimeout: 5000,
      },
    })
      .on('error', lost)
      .on('ready', () => {
        isLost = false
        look()
      })
  const [publisher, subscriber] = [client(), client()]
  const begin = async () => {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(CHANNEL, (sender) => {
      if (sender !== serverID) look()
    })
  }
  const waiting = new AbortController()
  await Promise.race([
    begin().catch(lost),
    delay(startMs, undefined, { ref: false, signal: waiting.signal }).catch(() => {}),
  ])
  waiting.abort()
  return {
    hint: coalesced(
      () => publisher.publish(CHANNEL, serverID),
      () => {},
    ),
    listen: (listener) => {
      look = listener
    },
    async close() {
      publisher.destroy()
      subscriber.destroy()
    },
  }
}
