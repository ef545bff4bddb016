import type { Block } from './allocation.ts'

/** So long before it an appointment that nobody is there for is at risk (spec 4 §2.1, §5.7). */
export const AT_RISK_AHEAD_MS = 60 * 60_000
/** So long after it one that nobody called is at risk. */
export const AT_RISK_OVERDUE_MS = 10 * 60_000

/** An appointment without a later record of the same respondent. Times in milliseconds since 1970. */
export interface AppointmentDue {
  readonly id: number
  readonly projectID: number
  readonly time: number
}

export type AtRisk<A> = A & { readonly isOverdue: boolean }

/**
 * Which of these are at risk: those within 60 minutes with nobody on shift who is on the project at their time, and those
 * overdue by more than 10 minutes. One that is overdue by less isn't: it may be in the making.
 * @param blocks on what people are to work, on shift
 */
export function appointmentsAtRiskOf<A extends AppointmentDue>(
  appointments: readonly A[],
  blocks: readonly Block[],
  now: number,
): AtRisk<A>[] {
  return appointments.flatMap((one): AtRisk<A>[] => {
    const { projectID, time } = one
    if (now - time > AT_RISK_OVERDUE_MS) return [{ ...one, isOverdue: true }]
    if (time < now || time - now > AT_RISK_AHEAD_MS) return []
    const isManned = blocks.some(
      (block) => block.projectID === projectID && block.start <= time && time < block.end,
    )
    return isManned ? [] : [{ ...one, isOverdue: false }]
  })
}
