import { numberText } from '#shared/domain/locale.ts'

const count = (many: number, one: string, more: string) =>
  many === 1 ? `1 ${one}` : `${numberText(many)} ${more}`
const whole = (hours: number) => numberText(Math.round(hours))

/** The words of Allocation (spec 4 §4.5.2). */
export const TEXT = {
  title: 'Allocation',
  loading: 'Loading the allocation',
  failed: 'This page could not be loaded.',
  scales: { day: 'Day', week: 'Week' },
  scale: 'Shown time',
  before: 'Earlier',
  after: 'Later',
  today: 'Today',
  search: 'Search people',
  noMatch: 'No people match.',
  nobody: 'Nobody is on shift on this day.',
  clearAll: 'Clear all',
  asTable: 'Show as table',
  asChart: 'Show as chart',
  undo: 'Undo',
  undone: 'Taken back.',
  nothingToUndo: 'There is nothing to take back.',
  propose: 'Propose',
  copy: (scale: 'day' | 'week') => (scale === 'day' ? 'Copy to next day' : 'Copy to next week'),
  copied: (many: number, left: number) =>
    `${count(many, 'allocation', 'allocations')} copied.${left === 0 ? '' : ` ${numberText(left)} not: nobody is on shift then, or something is against it.`}`,
  publish: (many: number) => (many === 0 ? 'Publish' : `Publish ${numberText(many)}`),
  projects: 'Projects',
  columns: {
    project: 'Project',
    needed: 'Needed',
    allocated: 'Allocated',
    gap: 'Gap',
    forecast: 'Forecast',
    people: 'People',
  },
  hours: (hours: number) => `${whole(hours)} h`,
  forecast: (forecast: number, target: number) => `${whole(forecast)} of ${whole(target)}`,
  minimumToMaximum: (minimum: number, maximum: number | null) =>
    maximum === null ? (minimum === 0 ? 'any' : `${minimum} or more`) : `${minimum}–${maximum}`,
  needsSkills: (names: readonly string[]) => `Needs ${names.join(', ')}`,
  boosted: 'Boosted',
  priorities: { LOW: 'Low', MEDIUM: '', HIGH: 'High', EMERGENCY: 'Emergency' },
  notLive: 'not live',
  brush: (project: string) =>
    `${project} is chosen: draw on somebody’s shift to place them. Choose it again to let go.`,
  choose: 'Choose a project, then draw on somebody’s shift.',
  total: 'Allocated',
  states: {
    DRAFT: 'Draft',
    OFFERED: 'Proposed',
    PUBLISHED: 'Published',
    LIVE: 'Published',
    COMPLETED: 'Done',
    CANCELLED: 'Cancelled',
    NO_SHOW: 'Cancelled',
  },
  toCancel: 'Taken back once that is published',
  draftOf: (name: string) => `Draft of ${name}`,
  shift: (project: string | null) => (project === null ? 'On shift' : `On shift: ${project}`),
  new: 'New allocation',
  edit: 'Allocation',
  fields: {
    person: 'Person',
    day: 'Day',
    start: 'Start',
    end: 'End',
    project: 'Project',
    splitAt: 'From',
    splitTo: 'On',
  },
  wholeShift: 'Whole shift',
  split: 'Split',
  splitHint: 'The part from a time on goes to another project.',
  save: 'Save',
  add: 'Add allocation',
  delete: 'Delete',
  cancel: 'Cancel',
  close: 'Close',
  noProject: 'Choose a project.',
  badTimes: 'Enter a day and times.',
  badSplit: 'Choose a time within it.',
  done: {
    add: 'Allocated.',
    change: 'Allocation changed.',
    remove: 'Allocation deleted.',
  },
  publishTitle: 'Publish',
  publishIntro: (many: number, people: number) =>
    `${count(many, 'change', 'changes')} of ${count(people, 'person', 'people')}. Whoever it concerns today or tomorrow is told once.`,
  nothingToPublish: 'Everything shown is published.',
  published: (many: number, told: number) =>
    `${count(many, 'change is', 'changes are')} published. ${told === 0 ? 'Nobody had to be told.' : `${count(told, 'person was', 'people were')} told.`}`,
  proposal: 'Proposal',
  proposed: (many: number, people: number, hours: number) =>
    many === 0
      ? 'Nothing can be filled: the gaps are closed, or nobody fits.'
      : `${count(many, 'allocation', 'allocations')} of ${count(people, 'person', 'people')}, ${whole(hours)} hours`,
  beforeColumn: 'Before',
  afterColumn: 'After',
  apply: 'Apply',
  discard: 'Discard',
  applied: 'The proposal is your draft now.',
  help: 'Keys: arrows go, Enter opens, Space takes up, Alt with arrows moves, with Shift changes the length, Delete deletes, Ctrl+Z takes back.',
} as const
