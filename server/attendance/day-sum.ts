import { type DayFigures, dayFigures } from '#shared/domain/attendance.ts'
import { type AttendanceSum, NO_ATTENDANCE } from '#shared/domain/kpi.ts'

/** What a day says of adherence, conformance, punctuality and absence. */
export function attendanceOf(
  facts: Parameters<typeof dayFigures>[0],
  now: number,
  figures: DayFigures = dayFigures(facts, now),
): AttendanceSum {
  const { judgedSeconds, keptSeconds, plannedWorkSeconds, workedSeconds, outcome, lateMinutes } = figures
  // Of a shift that goes on the rest isn't due yet, and days without one say nothing of plans.
  const isDue = facts.shifts.length > 0 && facts.shifts.some(({ start }) => start <= now)
  if (!isDue || outcome === 'EXCUSED') return NO_ATTENDANCE
  const isOver = figures.scheduledEnd !== null && figures.scheduledEnd <= now
  const isAbsent = outcome === 'NO_SHOW' || outcome === 'ABSENT'
  return {
    ...{ judgedSeconds, keptSeconds },
    plannedWorkSeconds: isOver ? plannedWorkSeconds : 0,
    workedSeconds: isOver ? workedSeconds : 0,
    due: 1,
    inTime: !isAbsent && lateMinutes === 0 ? 1 : 0,
    absent: isAbsent ? 1 : 0,
  }
}
