/** Something from one number to before another, in whatever they count. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Where something stands beside what overlaps it: which of so many columns. */
export interface Column {
  readonly column: number
  readonly columns: number
}

/**
 * Side by side what overlaps: each in the first column that is free, and all of one heap as wide as the heap
 * has columns. `stretches` earliest first; the answer is in their order.
 */
export function columnsOf(stretches: readonly Stretch[]): Column[] {
  const placed: { column: number; columns: number }[] = []
  /** When each column of the heap is free again. */
  let free: number[] = []
  let first = 0
  let end = Number.NEGATIVE_INFINITY
  const close = (): void => {
    for (const one of placed.slice(first)) one.columns = free.length
    first = placed.length
    free = []
  }
  for (const { from, to } of stretches) {
    if (from >= end) close()
    const found = free.findIndex((until) => until <= from)
    const column = found < 0 ? free.length : found
    free[column] = to
    placed.push({ column, columns: 0 })
    end = Math.max(end, to)
  }
  close()
  return placed
}

/** The lane of each of a row, so that none lies on another: the first that is free. Earliest first. */
export function lanesOf(stretches: readonly Stretch[]): number[] {
  const free: number[] = []
  return stretches.map(({ from, to }) => {
    const found = free.findIndex((until) => until <= from)
    const lane = found < 0 ? free.length : found
    free[lane] = to
    return lane
  })
}
