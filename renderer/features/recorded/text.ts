/** What 'What is recorded about me' says (spec 4 §4.2.1). */
export const RECORDED_TEXT = {
  title: 'What is recorded about me',
  readings: 'Readings',
  lead: 'Everything that this company records of you, as it is recorded. Off shift nothing of your machine is.',
  loading: 'Reading what is recorded',
  failed: 'What is recorded about you could not be read.',
  none: 'Nothing is recorded in this time.',
  kind: 'Kind',
  all: 'All kinds',
  day: 'Day',
  older: 'Show older',
  export: 'Export',
  policy: 'What this company records, and why',
  heads: { kind: 'Kind', on: 'Taken', when: 'When', purpose: 'Why', seers: 'Who sees it', kept: 'Kept' },
  list: {
    at: 'Time',
    kind: 'What',
    value: 'Reading',
    purpose: 'Why',
    seers: 'Who sees it',
    until: 'Kept until',
  },
  on: 'Yes',
  off: 'No',
  notKept: 'not kept',
  comes: (isOn: boolean, keptFor: string, date: string) =>
    isOn ? `From ${date} on: taken, kept for ${keptFor}` : `From ${date} on: not taken`,
} as const
