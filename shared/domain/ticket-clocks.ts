import type { Priority } from './tickets.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How soon a ticket has to be answered and resolved where the company sets nothing else ('help.clocks'), in
 * milliseconds after it was raised. The documents name no times; these are ours.
 */
export const SERVICE_TIMES: Readonly<
  Record<Priority, { readonly response: number; readonly resolution: number }>
> = {
  EMERGENCY: { response: 15 * MINUTE, resolution: 4 * HOUR },
  HIGH: { response: 30 * MINUTE, resolution: 8 * HOUR },
  MEDIUM: { response: 2 * HOUR, resolution: 24 * HOUR },
  LOW: { response: 8 * HOUR, resolution: 72 * HOUR },
}

/** The longest that a company can set, in minutes: a week until an answer, 90 days until it is resolved. */
export const RESPONSE_MAX = 7 * 24 * 60
export const RESOLUTION_MAX = 90 * 24 * 60

/** The same, in minutes, as the setting has it. */
export const usualMinutes = (priority: Priority) => ({
  response: SERVICE_TIMES[priority].response / MINUTE,
  resolution: SERVICE_TIMES[priority].resolution / MINUTE,
})

/** A ticket's clocks: until its first answer, until it is resolved, until its due date. */
export const CLOCK_NAMES = ['RESPONSE', 'RESOLUTION', 'DUE'] as const
export type ClockName = (typeof CLOCK_NAMES)[number]

/** What the clocks are computed from; times in milliseconds since 1970. */
export interface ClockFacts {
  readonly raisedAt: number
  readonly priority: Priority
  /** The due date of the ticket's settings. */
  readonly dueBy: number | null
  /** When somebody first took or answered it. */
  readonly respondedAt: number | null
  readonly resolvedAt: number | null
  /** When it was last reopened; its resolution counts from then. */
  readonly reopenedAt: number | null
  /**
   * The times that held when it was raised, or got its priority, in minutes. Absent or null: those of every
   * company.
   */
  readonly responseMinutes?: number | null | undefined
  readonly resolutionMinutes?: number | null | undefined
}

export interface TicketClock {
  readonly clock: ClockName
  readonly deadline: number
  /** When it was stopped; null while it runs. */
  readonly stoppedAt: number | null
  /** The deadline, if it passed while the clock ran; else null. */
  readonly lateSince: number | null
}

function clock(name: ClockName, deadline: number, stoppedAt: number | null, now: number): TicketClock {
  return { clock: name, deadline, stoppedAt, lateSince: (stoppedAt ?? now) > deadline ? deadline : null }
}

/** When the first answer and the resolution are due. The ticket's own due date doesn't count here. */
export function deadlinesOf(
  facts: Pick<ClockFacts, 'raisedAt' | 'priority' | 'reopenedAt' | 'responseMinutes' | 'resolutionMinutes'>,
): {
  readonly response: number
  readonly resolution: number
} {
  const usual = usualMinutes(facts.priority)
  const response = (facts.responseMinutes ?? usual.response) * MINUTE
  const resolution = (facts.resolutionMinutes ?? usual.resolution) * MINUTE
  return {
    response: facts.raisedAt + response,
    resolution: (facts.reopenedAt ?? facts.raisedAt) + resolution,
  }
}

/** Every clock of a ticket at `now`. */
export function clocksOf(facts: ClockFacts, now: number): readonly TicketClock[] {
  const { response, resolution } = deadlinesOf(facts)
  const { respondedAt, resolvedAt, dueBy } = facts
  const clocks = [
    // Resolving a ticket counts as answering it.
    clock('RESPONSE', response, respondedAt ?? resolvedAt, now),
    clock('RESOLUTION', resolution, resolvedAt, now),
  ]
  return dueBy === null ? clocks : [...clocks, clock('DUE', dueBy, resolvedAt, now)]
}

/** Which clock made a ticket late, and since when, in milliseconds since 1970. */
export interface Lateness {
  readonly clock: ClockName
  readonly since: number
}

/**
 * The clock that ran out first: for an open ticket among the running ones, for a resolved one among all; null
 * where none did.
 */
export function latenessOf(facts: ClockFacts, now: number): Lateness | null {
  let first: Lateness | null = null
  for (const { clock: name, stoppedAt, lateSince } of clocksOf(facts, now)) {
    const counts = facts.resolvedAt !== null || stoppedAt === null
    if (!counts || lateSince === null) continue
    if (first === null || lateSince < first.since) first = { clock: name, since: lateSince }
  }
  return first
}
