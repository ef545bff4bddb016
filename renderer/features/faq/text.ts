export const FAQ_TEXT = {
  title: 'FAQ',
  loading: 'Loading the questions',
  failed: 'The questions could not be loaded.',
  none: 'No questions yet.',
  search: 'Search the questions',
  nothing: 'No question has these words.',
  ask: 'Raise a ticket',
  helpful: 'Was this helpful?',
  yes: 'Yes',
  no: 'No',
  tours: 'Guided tours',
} as const
