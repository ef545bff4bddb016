/** How far a message has come, as the client treats it (spec 2 §3, §9). */
export type Delivery = 'pending' | 'failed' | 'final'

/** Ignores case: the documents write both 'SENT' and 'failed'. */
export function deliveryOf({ overallStatus }: { readonly overallStatus: string }): Delivery {
  const status = overallStatus.toUpperCase()
  if (status === 'UNKNOWN' || status === 'SENT') return 'pending'
  return status === 'FAILED' ? 'failed' : 'final'
}

/** Whether the status has to be asked for again. */
export const isPending = (message: { readonly overallStatus: string }): boolean =>
  deliveryOf(message) === 'pending'
