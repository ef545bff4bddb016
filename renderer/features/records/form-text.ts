import { numberText } from '#shared/domain/locale.ts'

/** What a record's form says; it comes with the first that is opened. */
export const FORM_TEXT = {
  overview: 'Overview',
  back: 'Back',
  openAsPage: 'Open as page',
  previous: (one: string) => `Previous ${one}`,
  next: (one: string) => `Next ${one}`,
  parts: 'Parts of the record',
  panelWidth: 'Width of the panel',
  recordFailed: 'This record could not be loaded.',
  sending: 'Saving…',
  waiting: 'Waiting to be sent',
  attention: (count: number) => (count === 1 ? '1 field needs attention' : `${count} fields need attention`),
  required: 'Please fill this in.',
  tooLong: (max: number) => `At most ${numberText(max)} characters.`,
  outOfRange: (min: number, max: number) => `From ${numberText(min)} to ${numberText(max)}.`,
  notANumber: 'Please give a whole number.',
  theirs: (label: string, value: string) => `${label} is ${value} by now.`,
  takeTheirs: 'Use that',
  keepMine: 'Keep mine',
} as const
