import { FILE_NOTE_WORDS } from '#shared/domain/file-notes.ts'
import { INTERACTION_WORDS, WELFARE_WORDS } from '#shared/domain/interactions.ts'

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

export const TEXT = {
  title: 'Interactions',
  begin: (name: string, days: number) =>
    `No interactions yet. Start with ${name}: nothing in ${count(days, 'day', 'days')}.`,
  plan: 'Plan a one-to-one…',
  note: 'Write a note…',
  welfare: 'Log a welfare contact…',
  planTitle: (name: string) => `One-to-one with ${name}`,
  planLead: 'It stands in both calendars, and you are both told.',
  planned: (name: string) => `A one-to-one with ${name} is planned.`,
  collisions: 'It is planned. This is at the same time:',
  collision: (name: string, event: string, when: string) => `${name}: ${event}, ${when}`,
  noteTitle: (name: string) => `Note about ${name}`,
  noteLead: (name: string) => `${name} is told, always sees it, and can reply once.`,
  kind: 'Kind',
  kinds: FILE_NOTE_WORDS,
  text: 'Text',
  noted: 'The note is written.',
  welfareTitle: (name: string) => `Welfare contact with ${name}`,
  welfareLead: (name: string) => `${name} is told and sees it.`,
  day: 'Day',
  how: 'How',
  hows: WELFARE_WORDS,
  logged: 'The welfare contact is written down.',
  tooShort: 'Say it in 3 characters or more.',
  noTime: 'Say when.',
  save: 'Save',
  planSend: 'Plan',
  cancel: 'Cancel',
  close: 'Close',
  timeline: 'What there was',
  none: 'Nothing yet.',
  failed: 'The timeline could not be loaded.',
  words: INTERACTION_WORDS,
  isPlanned: 'Planned',
  by: (name: string) => `by ${name}`,
  reply: (text: string) => `Reply: ${text}`,
  open: 'Open actions',
} as const
