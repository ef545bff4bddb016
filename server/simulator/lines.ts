/** What the demo's people write in their rooms; each fits any room of the floor. */
export const LINES: readonly string[] = [
  'Anyone else getting a lot of answer machines this afternoon?',
  'Just had a lovely respondent, fourteen minutes and not one ‘don’t know’.',
  'Reminder to myself: read the answer list to the end. QC was right.',
  'Back from my break, ready for the next one.',
  'The 18-44s are hard to find today. Evenings are better for them.',
  'Which code do we use when the line goes dead after the introduction?',
  'Break-off, please – and try again tomorrow.',
  'Two completes in the last half hour, it is picking up.',
  'My callback for half past has moved to tomorrow, if anybody has a free slot.',
  'Question 14 reads better slowly, I find. Fewer repeats.',
  'Is the new intro for everybody, or for the Scottish sample only?',
  'For everybody since this morning.',
  'Kettle is on, if somebody is in the office.',
  'Dialler was quick today, hardly any waiting.',
  'Somebody asked whether we sell insurance. Again.',
  'Thanks for the cover yesterday, much appreciated!',
  'The wording on the screen after Q22 has a typo, I raised a ticket.',
  'Saw it, it will be corrected tonight.',
  'Quota for the North is nearly there, well done all.',
  'Can somebody swap a Thursday for a Friday next week?',
  'I could, let me look at my shifts.',
  'Please remember to say that calls may be recorded.',
]

/** What they answer somebody who writes to them. */
export const ANSWERS: readonly string[] = [
  'Hi! I am on a call, give me a minute.',
  'Sure, I will have a look.',
  'Thanks for letting me know.',
  'Good question – I think the brief says so on page two.',
  'Yes, that works for me.',
  'Not today I’m afraid, tomorrow would be fine.',
  'On it.',
  'I will ask my supervisor and come back to you.',
]

export const REASONS = {
  HOLIDAY: ['A week with my sister', 'A long weekend', 'Moving house', 'School half-term'],
  OVERTIME: ['I can take the evening calls', 'Happy to help with the quota'],
} as const

export const PRAISE = 'Clear opening and good pace all the way through.'
export const ADVICE = 'Read the answer lists out in full, also the last ones.'
export const NOTE = 'Only half of the list was read'
