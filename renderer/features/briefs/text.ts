/** What the brief of a project says where it is written (spec 4 §4.2.1). */
export const BRIEF_TEXT = {
  title: 'Brief',
  hint: 'What who works on this project has to know. They find it on Tracker › Home.',
  label: 'Text',
  required: 'Has to be read before the first Available',
  save: 'Save the brief',
  saved: (project: string) => `The brief of ${project} was saved.`,
  none: 'Nobody has read it yet.',
  readers: (count: number) => (count === 1 ? '1 person has read it.' : `${count} people have read it.`),
  by: (name: string, at: string) => `Saved by ${name}, ${at}.`,
  at: (at: string) => `Saved ${at}.`,
  anew: 'A changed text has to be read anew.',
  theirs: 'Show what is saved',
  loading: 'Reading the brief',
} as const
