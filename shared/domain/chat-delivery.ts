/** How far a message has come, as what is done about it goes (spec 2 §3, §9). */
export type Delivery = 'pending' | 'failed' | 'final'

/** Statuses are compared without regard to case: the documents write both 'SENT' and 'failed'. */
export function deliveryOf({ overallStatus }: { readonly overallStatus: string }): Delivery {
  const status = overallStatus.toUpperCase()
  if (status === 'UNKNOWN' || status === 'SENT') return 'pending'
  return status === 'FAILED' ? 'failed' : 'final'
}

/** Whether its status is to be asked for again. */
export const isPending = (message: { readonly overallStatus: string }): boolean =>
  deliveryOf(message) === 'pending'
