/** What 'Activity planner' says (spec 4 §4). */
export const PLANNER_TEXT = {
  title: 'Activity planner',
  of: (name: string) => `Activity planner: ${name}`,
  close: 'Close',
  day: 'Day',
  loading: 'Reading the day',
  failed: 'The day could not be read.',
  shift: (start: string, end: string) => `Shift ${start}–${end}`,
  noShift: 'No shift on this day.',
} as const
