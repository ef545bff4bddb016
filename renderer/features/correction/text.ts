/** Words of the form of a correction (spec 4 §4.2.1). */
export const CORRECTION_TEXT = {
  correct: 'Correct',
  ask: 'Ask for it',
  what: 'What was wrong',
  emptyTime: 'Time without an activity',
  activity: 'It was',
  project: 'Project',
  timeFrom: 'From',
  timeTo: 'To',
  why: 'Why',
  tooShort: 'Say it in 3 characters or more.',
  noTimes: 'Say from when to when.',
  cancel: 'Cancel',
} as const
