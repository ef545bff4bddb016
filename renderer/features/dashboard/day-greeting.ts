/** Greets by the local hour, 0 to 23. Before four it is too late for an evening and too early for a morning. */
export function dayGreeting(hour: number): string {
  if (hour < 4) return 'Hello'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
