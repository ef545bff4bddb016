/** The midnight that the day of that moment began with, local time; both in milliseconds since 1970. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
