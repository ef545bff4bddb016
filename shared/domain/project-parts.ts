/** A session as far as its project goes. */
interface OfProject {
  readonly start: number
  readonly projectID: number | null
}

/**
 * The sessions of somebody's day by the project that they worked on (spec 4 §4.4.8). What has no project, such as a
 * break, belongs to the project before it, and at the beginning of a day to the one after it; null where there is none.
 */
export function projectParts<T extends OfProject>(sessions: readonly T[]): Map<number | null, T[]> {
  const inOrder = sessions.toSorted((a, b) => a.start - b.start)
  let now = inOrder.find(({ projectID }) => projectID !== null)?.projectID ?? null
  const parts = new Map<number | null, T[]>()
  for (const session of inOrder) {
    now = session.projectID ?? now
    const own = parts.get(now)
    if (own) own.push(session)
    else parts.set(now, [session])
  }
  return parts
}
