import type { ExperimentalWhy } from '#shared/domain/experimentals.ts'

export const TEXT = {
  title: 'Experimentals',
  lead: 'What is new and not for everybody yet. A change reaches open windows within seconds.',
  list: 'Experimentals',
  loading: 'Loading experimentals',
  failed: 'Experimentals could not be loaded.',
  empty: 'Nothing experimental in this version.',
  forWhom: 'For',
  nobody: 'Nobody',
  everybody: 'Everybody',
  share: (percent: number) => `${percent} % of everybody`,
  people: 'People',
  roles: 'Roles',
  areas: 'Areas',
  has: 'Have it now',
  of: (has: number, people: number) => `${has} of ${people === 1 ? '1 person' : `${people} people`}`,
  endsOn: 'Ends on',
  noEnd: 'No end',
  owner: 'Owner',
  noOwner: 'Nobody',
  changed: (by: string | null, at: string) => `Changed ${at}${by === null ? ' by itself' : ` by ${by}`}`,
  neverChanged: 'As it came with the product',
  change: 'Change',
  changeOf: (name: string) => `Change ${name}`,
  offForAll: 'Off for everybody',
  offForAllOf: (name: string) => `${name}: off for everybody`,
  off: (name: string) => `${name} is off for everybody.`,
  undo: 'Undo',
  why: 'Why do I have this?',
  whyOf: (name: string) => `${name}: why do I have this?`,
  whyLead: 'Choose somebody to see whether they have it, and why.',
  person: 'Person',
  close: 'Close',
  state: 'State',
  percent: 'Share of everybody, in percent',
  percentHint: 'Whoever has it keeps it when the share is raised.',
  percentWrong: 'A share is a whole number from 0 to 100.',
  addPerson: 'Add a person',
  remove: (name: string) => `Remove ${name}`,
  endHint: 'The last day. It is off from the next one on, and a system flag says so.',
  targetedNobody: 'It is for some, and nobody is chosen yet.',
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string) => `${name} was changed.`,
} as const

interface Why {
  readonly displayName: string
  readonly by: string | null
  readonly share: number
  readonly percent: number
}

/** Why somebody has it or not, as it is told. */
export const WHY: Readonly<Record<ExperimentalWhy, (why: Why) => string>> = {
  ON: ({ displayName }) => `${displayName} has it: it is on for everybody.`,
  PERSON: ({ displayName }) => `${displayName} has it: they are named.`,
  ROLE: ({ displayName, by }) => `${displayName} has it: they hold the role ${by}.`,
  AREA: ({ displayName, by }) => `${displayName} has it: they belong to ${by}.`,
  PERCENT: ({ displayName, share, percent }) =>
    `${displayName} has it: their fixed share is ${share}, which is under ${percent} %.`,
  OFF: ({ displayName }) => `${displayName} hasn’t got it: it is off.`,
  ENDED: ({ displayName }) => `${displayName} hasn’t got it: its end date has passed.`,
  NOT_CHOSEN: ({ displayName, share, percent }) =>
    `${displayName} hasn’t got it: they aren’t chosen, and their fixed share is ${share}, not under ${percent} %.`,
}
