import type { ShiftSegment } from './attendance.ts'
import { outside, type Span, within } from './spans.ts'

/** What is planned for some of a shift. */
export interface PlannedPart extends ShiftSegment {
  readonly projectID: number | null
}

interface Planned extends Span {
  readonly segments: readonly ShiftSegment[]
  readonly projectID: number | null
}

interface Given extends Span {
  readonly projectID: number | null
}

/**
 * A shift as it is planned, from its start to its end without a gap or anything over another: its segments, and work
 * around them on whatever project the person was given, else the shift's own (spec 4 §4.2.1).
 */
export function plannedParts(shift: Planned, given: readonly Given[]): PlannedPart[] {
  const { segments, projectID } = shift
  const inside = segments.flatMap((segment) =>
    within([segment], [shift]).map((span) => ({ ...segment, ...span, projectID: null })),
  )
  const apart = inside.filter(({ kind }) => kind !== 'WORK')
  const work = outside([{ start: shift.start, end: shift.end }], apart)
  const onProject = (spans: readonly Span[], on: number | null) =>
    spans.map((span) => ({ kind: 'WORK' as const, ...span, isFixed: false, projectID: on }))
  return [
    ...apart,
    ...given.flatMap((one) => onProject(within(work, [one]), one.projectID ?? projectID)),
    ...onProject(outside(work, given), projectID),
  ].toSorted((a, b) => a.start - b.start)
}
