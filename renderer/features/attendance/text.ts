import { ATTENDANCE_DAYS } from '#shared/domain/activity.ts'

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** '7 h 5 min', '40 min', 'Under a minute'. @param seconds whole ones */
export function lengthInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return seconds === 0 ? '0 min' : 'Under a minute'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter((part) => part !== '')
    .join(' ')
}

export const ATTENDANCE_TEXT = {
  title: 'My attendance',
  loading: 'Loading your attendance',
  failed: 'Your attendance could not be loaded.',
  none: 'No shifts in this time.',
  lead: 'By UK time. Breaks, personal time and being away don’t count as worked.',
  time: 'Time',
  times: {
    FOUR_WEEKS: 'Last 4 weeks',
    THIS_MONTH: 'This month',
    LAST_MONTH: 'Last month',
    THREE_MONTHS: 'Last 3 months',
    YEAR: 'Last 12 months',
    OWN: 'Other days',
  },
  firstDay: 'From',
  lastDay: 'To',
  noRange: 'Say from when to when.',
  badRange: 'The last day is before the first.',
  longRange: 'At most 2 years at once.',
  showDays: (days: number) => `Show ${count(days, 'day', 'days')}`,
  sums: 'Sums',
  sumsBy: 'Sums by',
  spans: { WEEK: 'By week', MONTH: 'By month' },
  spanName: { WEEK: 'Week of', MONTH: 'Month' },
  allDays: 'All days',
  daysIn: 'Days',
  late: 'Late',
  leftEarly: 'Left early',
  breakOver: 'Break over',
  personal: 'Personal',
  systemIssues: 'System issues',
  excused: 'Excused',
  out: 'Out of adherence',
  punctuality: 'Punctuality',
  trend: 'Adherence and punctuality',
  trendSummary: (adherence: string, punctuality: string) =>
    `Adherence ${adherence} and punctuality ${punctuality} over all days, by week or month.`,
  week: (monday: string) => `Week of ${monday}`,
  /** Hours of a week go up to the nearest quarter (spec 1 §5). */
  inAll: (days: number) => `worked on ${count(days, 'day', 'days')}`,
  open: 'Under way',
  worked: 'Worked',
  from: 'Hours',
  until: (start: string, end: string) => `${start} to ${end}`,
  now: 'now',
  breaks: 'Breaks',
  breaksOf: (breaks: number, length: string) => (breaks === 0 ? 'None' : `${breaks}, ${length} in all`),
  activities: 'By activity',
  planned: 'Planned',
  noShift: 'No shift',
  paid: 'Paid',
  paidHours: (hours: string) => `${hours} h`,
  adherence: 'Adherence',
  conformance: 'Conformance',
  outcome: 'Outcome',
  exceptions: 'Out of order',
  by: (name: string) => `by ${name}`,
  byItself: 'by itself',
  confirm: 'Confirm',
  query: 'Query',
  queryWhat: 'What is wrong with this day? Your supervisor reads it.',
  correct: 'Correct',
  excuseReason: 'Reason',
  tooShort: 'Say it in 3 characters or more.',
  minutesUpTo: (most: number) => `Minutes are a whole number from 0 to ${most}.`,
  cancel: 'Cancel',
  corrections: 'Corrections that you asked for',
  insteadOf: (what: string) => `instead of ${what}`,
  takeBack: 'Take back',
} as const

/** Supervisor › Resource. */
export const RESOURCE_TEXT = {
  title: 'Resource',
  tabs: { today: 'Today', adherence: 'Adherence', days: 'Days', shifts: 'Shifts' },
  loading: 'Loading the days of your people',
  failed: 'The days of your people could not be loaded.',
  range: 'Time',
  lastDays: (days: number) => (days === 1 ? 'Today' : `The last ${days} days`),
  showAll: 'Also what is excused or approved',
  nothingOut: 'Nothing is out of adherence.',
  noDays: 'No days to approve.',
  excuse: 'Excuse',
  /** Work outside the plan is paid then. */
  approveTime: 'Approve time',
  excuseWhy: 'Details. The person reads them.',
  minutes: 'Minutes',
  corrections: 'Corrections to decide on',
  chooseAll: (days: number) => (days === 1 ? 'The confirmed day' : `All ${days} confirmed days`),
  choose: 'Approve',
  chooseDay: (name: string, date: string) => `Approve ${name}, ${date}`,
  approve: (days: number) => (days === 0 ? 'Approve' : `Approve ${count(days, 'day', 'days')}`),
  approveOne: 'Approve',
  approvedOf: (done: number, total: number) => `${done} of ${total} done`,
  answer: 'Answer',
  answerWhat: 'What do you answer? The day is confirmed with it.',
  correct: 'Correct',
  decline: 'Decline',
  declineWhy: 'Why is it declined? The person reads it.',
} as const

/** Supervisor › Resource › Shifts. */
export const SHIFTS_TEXT = {
  loading: 'Loading the shifts of your people',
  failed: 'The shifts of your people could not be loaded.',
  before: 'Earlier week',
  after: 'Later week',
  week: (first: string, last: string) => `${first} – ${last}`,
  table: 'Shifts of the week',
  person: 'Person',
  // Quoted by spec 4 §4.4.4.
  none: 'No shifts in this week.',
  locations: { OFFICE: '', HOME: 'Home' },
  states: {
    OFFERED: 'Waits for an answer',
    PUBLISHED: '',
    LIVE: 'Working',
    COMPLETED: 'Worked',
    NO_SHOW: 'Did not come',
  },
  requests: 'Requests that wait for your word',
  decide: 'Decide on them in Shift requests',
  holidays: 'Holiday of the next 8 weeks',
  noHolidays: 'Nobody is on holiday then.',
  parts: { DAY: '', MORNING: 'Mornings', AFTERNOON: 'Afternoons' },
  waits: 'Waits for a decision',
} as const

/** Supervisor › Resource › Today. */
export const TODAY_TEXT = {
  title: 'Today',
  loading: 'Loading who is due today',
  failed: 'Who is due today could not be loaded.',
  nobody: 'Nobody is due today.',
  nobodySo: 'Nobody of those who are due.',
  showAll: 'Show everybody',
  counts: 'How many there are',
  count: {
    due: 'Due',
    in: 'In',
    late: 'Late',
    notIn: 'Not in',
    absent: 'Absent',
    leftEarly: 'Left early',
    extra: 'Extra',
  },
  noShift: 'No shift',
  since: (start: string) => `here since ${start}`,
  was: (start: string, end: string) => `was here ${start}–${end}`,
  late: (minutes: number) => `${count(minutes, 'minute', 'minutes')} late`,
  early: (minutes: number) => `${count(minutes, 'minute', 'minutes')} early`,
  expected: (at: string, note: string) => `expected at ${at}${note === '' ? '' : `: ${note}`}`,
  reported: (as: string, by: string, state: string) =>
    `${as}${by === '' ? '' : `, says ${by}`} (case: ${state.toLowerCase()})`,
  call: 'Call',
  markSick: 'Mark as sick',
  markAbsent: 'Mark as absent',
  runningLate: 'Running late',
  markLead: (shift: string) =>
    `For what is left of ${shift}. HR gets an absence case, and the person is told.`,
  note: 'What you know',
  withoutLeave: 'Without leave',
  expectedAt: 'Comes at',
  noTime: 'Say when they come.',
  cancel: 'Cancel',
  undo: 'Undo',
  marked: (name: string, as: string) => `${name} is marked as ${as}.`,
  noted: (name: string) => `It is noted that ${name} comes later.`,
} as const

export const DEVELOPMENT_TEXT = {
  title: 'My development',
  loading: 'Loading your development',
  failed: 'Your development could not be loaded.',
  level: 'Your level',
  levelOf: (level: number, name: string) => `Level ${level}, ${name}`,
  points: (points: number) => count(points, 'point', 'points'),
  toNext: (points: number) => `${count(points, 'point', 'points')} to the next level`,
  time: 'Time for your development',
  timeLead: `Training, briefs and feedback sessions of the last ${ATTENDANCE_DAYS} days.`,
  noTime: `No training, brief or feedback session in the last ${ATTENDANCE_DAYS} days.`,
  lasts: 'Under way',
  feedback: 'Feedback on tickets that you resolved',
  noFeedback: 'Nobody has rated a ticket of yours yet.',
  average: (average: string, tickets: number) =>
    `${average} of 5 on average, over the last ${count(tickets, 'rating', 'ratings')}`,
  ticket: (id: number) => `Ticket ${id}`,
  rating: (rating: number) => `${rating} of 5`,
} as const
