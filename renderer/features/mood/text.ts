export const MOOD_TEXT = {
  title: 'Mood capture',
  lead: 'How are you feeling right now? Your answer goes to the well-being team.',
  question: 'Your mood',
  comments: 'Anything you would like to add?',
  optional: 'Optional',
  submit: 'Submit',
  later: 'Not now',
  thanks: 'Thank you for telling us.',
} as const
