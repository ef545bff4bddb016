export const TEXT = {
  title: 'Are you still working?',
  since: (time: string) => `Nothing was touched since ${time}.`,
  flagged: 'Your supervisor sees you as idle since then.',
  yes: 'Yes',
  away: 'I was away',
  awayWhat: 'What was that time?',
  awayHint: 'It is put in the place of what you were on, from then until now.',
  personal: 'Personal',
  break: 'Break',
  back: 'Back',
} as const
