/** Greets by the local hour of the day, 0 to 23: whoever starts at four begins a morning, and at one it is neither. */
export function dayGreeting(hour: number): string {
  if (hour < 4) return 'Hello'
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}
