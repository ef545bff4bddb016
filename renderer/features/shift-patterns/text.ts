import { numberText } from '#shared/domain/locale.ts'

const round = (hours: number) => numberText(Math.round(hours * 100) / 100)

/** The words of shift patterns (spec 4 §4.5.10). */
export const TEXT = {
  title: 'Shift patterns',
  loading: 'Loading patterns',
  failed: 'This page could not be loaded.',
  none: 'No pattern yet.',
  new: 'New pattern',
  edit: 'Pattern',
  columns: {
    name: 'Name',
    weeks: 'Weeks',
    hours: 'Hours a week',
    people: 'People',
    area: 'Area',
    contract: 'Contract type',
    from: 'Valid from',
    status: 'Status',
  },
  statuses: { ACTIVE: 'In use', RETIRED: 'Retired' },
  fields: {
    name: 'Name',
    weeks: 'Weeks',
    colour: 'Colour',
    area: 'Area',
    contract: 'Contract type',
    project: 'Project',
    from: 'These days hold from',
    fromHint: 'Shifts before that day, and those changed by hand, stay.',
  },
  any: 'Any',
  theirs: 'The person’s own',
  noProject: 'No project',
  colours: { TEAL: 'Teal', BLUE: 'Blue', VIOLET: 'Violet', ORANGE: 'Orange', PINK: 'Pink', GREY: 'Grey' },
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  week: (week: number) => `Week ${week + 1}`,
  works: (week: number, weekday: string) => `Works on ${weekday}, week ${week + 1}`,
  start: (weekday: string) => `Start on ${weekday}`,
  end: (weekday: string) => `End on ${weekday}`,
  break: (weekday: string) => `Break on ${weekday}, minutes`,
  location: (weekday: string) => `Works at on ${weekday}`,
  locations: { OFFICE: 'Office', HOME: 'Home' },
  sum: (hours: number) => `${round(hours)} h a week`,
  against: (name: string, hours: number) =>
    `${name}: ${hours > 0 ? '+' : '−'}${round(Math.abs(hours))} h against their contract`,
  hours: (hours: number) => `${round(hours)} h`,
  people: (many: number) => (many === 1 ? '1 person' : `${many} people`),
  peopleTitle: 'People',
  nobody: 'Nobody has this pattern.',
  since: (from: string, to: string | null) => (to === null ? `from ${from}` : `${from} to ${to}`),
  assign: 'Give to a person',
  assignFrom: 'From',
  startWeek: 'Begins with',
  give: 'Give',
  choose: 'Choose a person and a day.',
  retire: 'Retire',
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  noName: 'Give it a name.',
  noDay: 'Enter from which day.',
  saved: (name: string, changed: number, left: number) =>
    [
      `${name} is saved.`,
      changed === 0 ? '' : changed === 1 ? '1 shift was changed.' : `${changed} shifts were changed.`,
      left === 0
        ? ''
        : left === 1
          ? '1 stays: something is against it.'
          : `${left} stay: something is against them.`,
    ]
      .filter(Boolean)
      .join(' '),
  fill: 'Fill from patterns',
} as const
