/** Midnight at the beginning of that moment's day, local time; both in milliseconds since 1970. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
