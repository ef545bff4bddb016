/** Somebody's session, as far as its time goes; the end is null while it lasts. */
export interface Kept {
  readonly id: number
  readonly start: number
  readonly end: number | null
}

/**
 * Sessions around one that is put right (spec 4 §4.2.1): the corrected one isn't among them. Whoever bordered on the old
 * one borders on the new one, where that is nearer than before; what it covers goes, and what it lies within goes on after
 * it, so that the same id may stand twice.
 * @param sessions in the order of their starts, none overlapping another @param replaced the one that it is about; null
 * for time that may be empty @param to its new time
 */
export function withCorrection(
  sessions: readonly Kept[],
  replaced: number | null,
  to: { readonly start: number; readonly end: number },
): { readonly kept: Kept[]; readonly removed: number[] } {
  const old = sessions.find(({ id }) => id === replaced)
  const kept: Kept[] = []
  const removed: number[] = []
  for (const session of sessions) {
    if (session.id === replaced) continue
    const end = session.end ?? Number.POSITIVE_INFINITY
    // Neighbours grow into what the correction leaves.
    const from =
      old && session.start === old.end && to.end < session.start ? Math.max(to.end, old.start) : session.start
    const until = old && end === old.start && to.start > end ? Math.min(to.start, old.end ?? end) : end
    const before = { start: from, end: Math.min(until, to.start) }
    const after = { start: Math.max(from, to.end), end: until }
    const parts = [before, after].filter((part) => part.start < part.end)
    if (parts.length === 0) removed.push(session.id)
    for (const part of parts)
      kept.push({ id: session.id, start: part.start, end: Number.isFinite(part.end) ? part.end : null })
  }
  return { kept, removed }
}
