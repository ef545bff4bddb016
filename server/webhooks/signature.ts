import { createHmac, timingSafeEqual } from 'node:crypto'

const VERSION = 'v1='

/** The signature of a delivery: HMAC-SHA256 of time stamp, '.' and body (spec 5 §5.3). */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return VERSION + createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** Whether a text is the one that is meant; how long it takes says nothing about how much of it is right. */
export function isSame(given: string, meant: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(meant)]
  return one.length === other.length && timingSafeEqual(one, other)
}
