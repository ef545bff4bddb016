/** From a moment to before another, in milliseconds since 1970. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What two times have in common; null for nothing. */
export function common(a: Span, b: Span): Span | null {
  const start = Math.max(a.start, b.start)
  const end = Math.min(a.end, b.end)
  return start < end ? { start, end } : null
}

/** In order, with what touches or overlaps as one. */
export function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1)
    if (last && span.start <= last.end)
      all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else all.push({ start: span.start, end: span.end })
  }
  return all
}

/** What lies in one of `spans` and in one of `others`, in order. */
export function within(spans: readonly Span[], others: readonly Span[]): Span[] {
  const parts = joined(others)
  return joined(spans).flatMap((span) => parts.flatMap((part) => common(span, part) ?? []))
}

/** What lies in one of `spans` and in none of `others`, in order. */
export function outside(spans: readonly Span[], others: readonly Span[]): Span[] {
  const holes = joined(others)
  return joined(spans).flatMap(({ start, end }) => {
    const left: Span[] = []
    let from = start
    for (const hole of holes) {
      if (hole.end <= from || hole.start >= end) continue
      if (hole.start > from) left.push({ start: from, end: hole.start })
      from = hole.end
    }
    if (from < end) left.push({ start: from, end })
    return left
  })
}

/** How long they are together, in whole seconds. What overlaps counts once. */
export const secondsOf = (spans: readonly Span[]): number =>
  Math.floor(joined(spans).reduce((sum, { start, end }) => sum + end - start, 0) / 1000)
