const PRIVATE =
  'Your answer is yours. Others see only averages of five people or more, unless you share it with your supervisor.'

export const MOOD_TEXT = {
  title: 'Mood capture',
  lead: `How are you feeling right now? ${PRIVATE}`,
  question: 'Your mood',
  comments: 'Anything you would like to add?',
  optional: 'Optional',
  share: 'Share with my supervisor',
  submit: 'Submit',
  later: 'Not now',
  thanks: 'Thank you for telling us.',
  now: 'How I feel',
  trend: 'My last weeks',
} as const

/** The well-being check (spec 3 §4). */
export const WELL_BEING_TEXT = {
  title: 'Well-being check',
  log: 'Conversation with SAM',
  greeting: (name: string) => `Hello ${name}! How are you feeling right now?`,
  reply: {
    1: 'I’m sorry to hear that. Thank you for being open about it.',
    2: 'Thank you for telling me. Some days are harder than others.',
    3: 'Thank you. An ordinary day, then.',
    4: 'That’s good to hear.',
    5: 'That’s wonderful to hear!',
  },
  ask: `Is there anything you would like to share? ${PRIVATE}`,
  share: 'Your words',
  none: 'Nothing to add.',
  thanks: 'Thank you. Take care of yourself!',
  /** Spec 3 §4, §8. */
  timedOut: 'Well being check timed out',
  submitted: 'Submitted',
  again: 'Start again',
  close: 'Done',
} as const

export const TREND_TEXT = {
  loading: 'Loading your moods',
  failed: 'Your moods could not be loaded.',
  none: 'You haven’t said anything in the last eight weeks.',
  chart: 'Your moods of the last eight weeks, from sad to happy',
  average: (average: string, count: number) =>
    `${average} of 5 on average, from ${count} ${count === 1 ? 'answer' : 'answers'}`,
  list: 'Your answers, newest first',
  shared: 'Shared with your supervisor',
} as const
