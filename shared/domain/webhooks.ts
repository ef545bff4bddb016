/** Webhooks out (spec 5 §5.3, §9). Times in milliseconds. */
export const WEBHOOK_ANSWER_MS = 10_000
/** How long after each failed try the next one comes; after the last, a delivery is DEAD. */
export const WEBHOOK_RETRIES_MS = [
  10_000,
  60_000,
  5 * 60_000,
  30 * 60_000,
  2 * 3_600_000,
  6 * 3_600_000,
  24 * 3_600_000,
] as const
/** So long without a success, and a webhook is turned off. */
export const WEBHOOK_GIVEN_UP_MS = 5 * 86_400_000
/** So long two secrets are valid after a rotation. */
export const WEBHOOK_OVERLAP_MS = 86_400_000
export const WEBHOOK_SECRET_MIN = 24
/** Ours. */
export const WEBHOOK_NAME_MAX = 100
export const WEBHOOK_EVENTS_MAX = 100

/** What becomes of a delivery. */
export const DELIVERY_STATES = {
  WAITING: 'Waiting',
  SENDING: 'Sending',
  SENT: 'Delivered',
  DEAD: 'Given up',
} as const
export type DeliveryState = keyof typeof DELIVERY_STATES

/** When a delivery is tried again after `tries` failed ones; null where it is given up. */
export function nextDelivery(tries: number, now: number): number | null {
  const wait = WEBHOOK_RETRIES_MS[tries - 1]
  return wait === undefined ? null : now + wait
}

/** `*`, `ticket.*` or `ticket.resolved`: a record and what was done to it. */
export const EVENT_PATTERN = /^(?:\*|[a-z][A-Za-z]*\.(?:\*|[a-z][a-z-]*))$/

/** Whether one of the patterns means the event. */
export function isWanted(event: string, patterns: readonly string[]): boolean {
  const [record] = event.split('.')
  return patterns.some((one) => one === '*' || one === event || one === `${record}.*`)
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** The event of what the audit calls an action: PERSON_DEACTIVATED of a `person` is `person.deactivated`. */
export function eventOf(recordType: string, action: string): string {
  const whole = `${snake(recordType)}_`
  const [first = ''] = action.split('_')
  const verb = action.startsWith(whole)
    ? action.slice(whole.length)
    : snake(recordType).endsWith(first)
      ? action.slice(first.length + 1)
      : action
  return `${recordType}.${verb.toLowerCase().replaceAll('_', '-')}`
}

/** What a form offers; any other event of the audit can be typed. */
export const EVENT_EXAMPLES = [
  'ticket.raised',
  'ticket.assigned',
  'ticket.resolved',
  'ticket.reopened',
  'task.*',
  'person.created',
  'person.changed',
  'person.deactivated',
  'shift.*',
  'skill.*',
  'agency.*',
  'role.*',
  'systemFlag.raised',
] as const
