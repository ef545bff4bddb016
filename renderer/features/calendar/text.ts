import type { RequestState } from '#shared/domain/booking.ts'
import type { EventState, EventType } from '#shared/domain/calendar.ts'
import type { ShiftRequestState, ShiftRequestType } from '#shared/domain/shift-requests.ts'

export const CALENDAR_WORDS = {
  title: 'My calendar',
  /** Both quoted by spec 3 §2. */
  confirmed: 'Your request has been confirmed',
  confirmedClose: 'You can now close this screen',
  loading: 'Loading your calendar',
  failed: 'Your calendar could not be fetched.',
  hidden: 'This installation has no calendar.',
  /** Quoted by spec 4 §4.2.2. */
  nothing: 'Nothing is planned in these days.',
  views: { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' },
  view: 'View',
  more_: 'More of the calendar',
  import: 'Import a file',
  settings: 'Calendar settings',
  today: 'Today',
  week: (number: number) => `Week ${number}`,
  earlier: 'Earlier days',
  later: 'Later days',
  zone: 'Times of',
  london: 'London',
  own: 'Here',
  add: 'New event',
  ask: 'Request',
  feed: 'Calendar address',
  more: (count: number) => `+${count} more`,
  moreOn: (count: number, day: string) => `${count} more on ${day}`,
  showMore: (next: number, left: number) => `Show ${next} more of ${left}`,
  overlaps: (names: readonly string[]) =>
    names.length <= 3
      ? `Overlaps ${names.join(', ')}.`
      : `Overlaps ${names.slice(0, 2).join(', ')} and ${names.length - 2} more.`,
  cancel: 'Cancel',
  save: 'Save',
  edit: 'Edit',
  undo: 'Undo',
  undone: 'Undone.',
  keys: 'Arrows go from event to event, Enter opens one. Alt and the arrows move it, Alt, Shift and an arrow change its length, Delete deletes it. N makes a new one, R asks for time off, T is today, J and K go later and earlier, M, W, D and A change the view, Ctrl and Z undoes.',
  allDay: 'All day',
  until: (from: string, to: string) => `${from} – ${to}`,
  made: (subject: string, when: string) => `${subject}: ${when}.`,
  moved: (subject: string, when: string) => `${subject} is now ${when}.`,
  deleted: (subject: string) => `${subject} was deleted.`,
  reminded: (subject: string, minutes: number | null | undefined) =>
    minutes === undefined
      ? `${subject}: the reminder is as usual.`
      : `${subject}: reminder ${REMINDER_WORDS.before(minutes).toLowerCase()}.`,
  fixed: (subject: string) => `${subject} cannot be moved here.`,
} as const

export const CARD_WORDS = {
  join: 'Join',
  openTask: 'Open task',
  openMeeting: 'Open meeting',
  delete: 'Delete',
  withdraw: 'Withdraw',
  askBack: 'Ask to cancel',
  agree: 'Agree',
  keep: 'Keep my shift as it was',
  answered: (isAgreed: boolean) => (isAgreed ? 'You agreed to the change.' : 'Your shift stays as it was.'),
  repeats: 'Repeats',
  download: 'Download',
  ruleEnd: (kind: 'NEVER' | 'UNTIL' | 'COUNT', until: string, count: number) =>
    kind === 'UNTIL' ? `until ${until}` : kind === 'COUNT' ? `${count} times` : '',
  scope: 'This event repeats',
  scopeAsk: 'Which of them?',
  scopes: { THIS: 'This event', FOLLOWING: 'This and following', ALL: 'All events' },
} as const

export const FORM_WORDS = {
  newTitle: 'New event',
  editTitle: 'Edit event',
  subject: 'Subject',
  subjectHint: 'What is it?',
  when: 'When',
  timeOf: (label: string) => `${label} at`,
  note: 'Note',
  starts: 'Starts',
  ends: 'Ends',
  allDay: 'All day',
  repeat: 'Repeats',
  noSubject: 'Please give the event a subject.',
  rules: {
    '': 'Not at all',
    'FREQ=DAILY': 'Every day',
    'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Every working day',
    'FREQ=WEEKLY': 'Every week',
    'FREQ=WEEKLY;INTERVAL=2': 'Every two weeks',
    'FREQ=MONTHLY': 'Every month',
    'FREQ=YEARLY': 'Every year',
  },
  otherRule: 'As now',
  repeatEnds: 'Until',
  ruleEnds: { NEVER: 'For ever', UNTIL: 'A day', COUNT: 'So many times' },
  lastDay: 'Last day',
  times: 'Times',
} as const

const lead = (minutes: number): string => {
  if (minutes === -540) return 'At 09:00 on the day'
  if (minutes === 900) return 'At 09:00 the day before'
  if (minutes === 0) return 'When it begins'
  const [count, unit] =
    minutes % 10_080 === 0
      ? [minutes / 10_080, 'week']
      : minutes % 1440 === 0
        ? [minutes / 1440, 'day']
        : minutes % 60 === 0
          ? [minutes / 60, 'hour']
          : [minutes, 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'} before`
}

export const REMINDER_WORDS = {
  label: 'Reminder',
  before: (minutes: number | null) => (minutes === null ? 'None' : lead(minutes)),
  usual: (words: string) => `As usual: ${words.toLowerCase()}`,
} as const

export const ASK_WORDS = {
  title: 'Request',
  what: 'What',
  firstDay: 'First day',
  lastDay: 'Last day',
  part: 'Part of the day',
  parts: { DAY: 'Whole days', MORNING: 'Mornings', AFTERNOON: 'Afternoons' },
  starts: 'Starts',
  ends: 'Ends',
  reason: 'Reason',
  noReason: 'Please say why, in 3 characters or more.',
  send: 'Send request',
  sent: 'Your request was sent.',
  /** What stands in its place once there is a decision. */
  decided: {
    APPROVED: 'Your request was approved.',
    DECLINED: 'Your request was declined.',
    CANCELLED: 'Your request was withdrawn.',
    REQUESTED_CANCELATION: 'Somebody will decide on your cancellation.',
  } as Readonly<Partial<Record<EventState, string>>>,
  decidedInPart: 'Your request was approved in part.',
  withdrawn: 'Your request was withdrawn.',
  cancelling: 'Somebody will decide on your cancellation.',
} as const

const hours = (count: number): string =>
  `${Number(count.toFixed(2))} ${Math.abs(count) === 1 ? 'hour' : 'hours'}`

export const CONSEQUENCE_WORDS = {
  takes: (count: number) => `Takes ${hours(count)} of your holiday.`,
  balance: (before: number, after: number) => `Free before ${hours(before)}, after it ${hours(after)}.`,
  /** Quoted by spec 4 §4.2.2. */
  yourTeam: (off: number) => `Also off: ${off} of your team`,
  /** Quoted by spec 4 §4.5.6. */
  team: (off: number, of: number) => `Team off then: ${off} of ${of}`,
  shifts: (count: number) => (count === 1 ? 'This shift changes:' : `These ${count} shifts change:`),
  goes: (when: string) => `${when} goes`,
  left: (when: string, now: string) => `${when} becomes ${now}`,
  override: 'Why it is given all the same',
  counting: 'Counting the hours',
} as const

export const HOURS_WORDS = {
  week: (planned: number, contracted: number | null) =>
    contracted === null
      ? `Planned this week: ${hours(planned)}`
      : `Planned this week: ${Number(planned.toFixed(2))} of ${hours(contracted)}`,
  free: (count: number) => `Holiday: ${hours(count)} free`,
  title: 'Your holiday',
  from: (day: string) => `The year that began on ${day}`,
  hours: (count: number | null) => (count === null ? '–' : hours(count)),
  entitlement: 'Entitlement',
  carried: 'Carried over',
  adjustments: 'Adjustments',
  taken: 'Taken',
  booked: 'Booked',
  remaining: 'Remaining',
  pending: 'Waiting for a decision',
  freeHours: 'Free',
  list: 'Holidays of this year',
  none: 'You have asked for none yet.',
} as const

export const SHIFT_WORDS = {
  change: 'Change this shift…',
  /** Quoted by spec 4 §4.2.2. */
  late: "I'm running late",
  title: 'Change this shift',
  lead: (when: string) => `${when}. It stays yours as it is until somebody decides.`,
  types: {
    /** Quoted by spec 4 §4.2.2. */
    DROP: "I can't make it",
    GIVE: 'Give it to a colleague',
    SWAP: 'Swap with a colleague',
    CHANGE: 'Other times',
    SPLIT: 'Split it in two',
  },
  colleague: 'Colleague',
  colleagueHint: 'Who is qualified and free then, by the fewest hours that week.',
  nobody: 'Nobody of your area is qualified and free then.',
  looking: 'Looking for who is free…',
  choose: 'Choose…',
  person: (name: string, weekHours: number) => `${name} (${Number(weekHours.toFixed(2))} h that week)`,
  theirs: 'Their shift that you would take',
  splitAt: 'The second part begins',
  asks: 'Requests about shifts',
  accept: 'Accept',
  refuse: 'Refuse',
  proposed: (by: string, times: string, shift: string) => `${by} proposes ${times} for your shift ${shift}.`,
  withdraw: 'Withdraw',
  sent: 'Your request was sent. The shift is yours until somebody decides.',
  /** What stands in its place once there is a decision; null before. */
  decided: (state: ShiftRequestState, by: string | null): string | null =>
    ({
      PENDING: null,
      OFFERED: null,
      ACCEPTED: null,
      REFUSED: 'Your colleague refused your request.',
      APPROVED: `Your request was approved${by === null ? '' : ` by ${by}`}.`,
      DECLINED: `Your request was declined${by === null ? '' : ` by ${by}`}.`,
      CANCELLED: 'Your request was withdrawn.',
      EXPIRED: 'Nobody decided on your request in time.',
    })[state],
  answered: {
    ACCEPTED: 'You accepted.',
    REFUSED: 'You refused.',
    CANCELLED: 'Your request was withdrawn.',
  },
  toYou: (type: ShiftRequestType, by: string, shift: string, other: string) =>
    type === 'SWAP'
      ? `${by} would swap ${shift} for your ${other}.`
      : type === 'GIVE'
        ? `${by} would give you the shift ${shift}.`
        : `Can you take the shift ${shift}?`,
  line: (
    type: ShiftRequestType,
    about: Readonly<Record<'by' | 'to' | 'shift' | 'other' | 'wanted' | 'split', string>>,
  ) =>
    ({
      DROP: `You can’t make ${about.shift}.`,
      GIVE: `You would give ${about.shift} to ${about.to}.`,
      SWAP: `You would swap ${about.shift} for ${about.other} of ${about.to}.`,
      PICK_UP: `You would take ${about.shift} from ${about.to}.`,
      CHANGE: `You would work ${about.wanted} in place of ${about.shift}.`,
      SPLIT: `You would split ${about.shift} at ${about.split}.`,
    })[type],
} as const

export const PICK_UP = 'Pick up'

export const KIND_WORDS = {
  NO_SHIFT: 'no shift',
  OFFICE_CLOSED: 'closed',
  HOLIDAY: 'holiday',
  WORKING: '',
} as const

export const FEED_WORDS = {
  title: 'Calendar address',
  lead: 'A secret address at which other programs can read your calendar. Whoever has it sees what you see.',
  make: 'New address',
  makeFirst: 'Make an address',
  none: 'Your calendar has no address now.',
  since: (day: string) => `Your calendar has had an address since ${day}. It was shown when it was made.`,
  once: 'This address is shown only now. Addresses from before are closed.',
  address: 'Address',
  copy: 'Copy',
  copied: 'The address was copied.',
  end: 'Close the address',
  ended: 'Your calendar has no address any more.',
} as const

export const IMPORT_WORDS = {
  lead: 'Events of another calendar, as a file (.ics). You see what it would make before anything is kept.',
  choose: 'Choose a file',
  tooLarge: (kilobytes: number) => `A file may have ${kilobytes} KB at most.`,
  take: (count: number) => (count === 1 ? 'Take in 1 event' : `Take in ${count} events`),
  found: (fresh: number, known: number, unread: number) =>
    [
      fresh === 1 ? '1 new event' : `${fresh} new events`,
      known === 0 ? '' : `${known} that you have already`,
      unread === 0 ? '' : `${unread} that can’t be taken in`,
    ]
      .filter((part) => part !== '')
      .join(', '),
  fresh: 'New events',
  unread: 'What can’t be taken in',
  nameless: 'Without a name',
  repeats: 'repeats',
  done: (count: number) => (count === 1 ? '1 event was taken in.' : `${count} events were taken in.`),
  why: {
    NO_EVENT: 'is no event',
    NO_TIME: 'has no time',
    BAD_TIME: 'has a time that no event can have',
    BAD_ZONE: 'has a time zone that nobody knows',
    BAD_RULE: 'repeats in a way that this calendar doesn’t know',
    BROKEN: 'can’t be read',
  },
} as const

export const SETTINGS_WORDS = {
  view: 'Opens with',
  byScreen: 'Week, or agenda on a phone',
  firstDay: 'Weeks begin on',
  workStart: 'Work starts',
  workEnd: 'Work ends',
  workDays: 'Working days',
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  secondZone: 'Second time zone',
  none: 'None',
  saved: 'Saved.',
} as const

export const QUICK_WORDS = {
  button: 'Quick meeting',
  with: 'With',
  start: 'Start now',
  lead: (minutes: number, title: string) => `${minutes} minutes, '${title}'`,
} as const

export const BOOKING_WORDS = {
  pending: 'Pending requests',
  approved: 'Approved requests',
  urged: (by: string, at: string) => `${by} asks for a decision (${at}).`,
  loading: 'Loading requests',
  failed: 'The requests could not be fetched.',
  /** Both quoted by spec 4 §4.5.6 and §4.5.7. */
  noPending: 'No requests wait.',
  noApproved: 'Nothing was approved in this time.',
  hours: (hours: number) => `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
  /** Those of one age, as Resource home counts them. */
  ofAge: {
    today: 'Only those asked less than a day ago.',
    days: 'Only those asked 1 to 3 days ago.',
    older: 'Only those asked more than 3 days ago.',
  },
  allAges: 'Show all that wait',
  noneOfAge: 'None of these wait.',
  asked: (when: string, age: string) => `Asked ${when}, ${age}`,
  age: (hours: number) =>
    hours < 1
      ? 'just now'
      : hours < 48
        ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
        : `${Math.floor(hours / 24)} days ago`,
  coverage: (before: string, after: string) => `Coverage then: ${before} before, ${after} after`,
  from: 'From',
  to: 'To',
  badRange: 'The last day is before the first.',
  files: { Excel: 'Excel', CSV: 'CSV' },
  decided: (state: string, by: string, when: string) => `${state} by ${by}, ${when}`,
  cancels: 'Asks to cancel',
  note: 'Note',
  noteFor: (name: string) => `Note for ${name}`,
  approve: 'Approve',
  decline: 'Decline',
  cancelIt: 'Agree to cancel',
  keep: 'Keep approved',
  takeBack: 'Withdraw approval',
  reopen: 'Open again',
  notYours: 'Somebody else has to decide on this.',
  some: 'Approve only some days',
  daysOf: (name: string) => `Days that ${name} may have`,
  approveSome: (count: number, all: number) => `Approve ${count} of ${all} days`,
  alsoOff: 'Also off in this area:',
  offThen: (name: string, when: string) => `${name} (${when})`,
  yearHours: (approved: number, pending: number) =>
    `Holiday this year: ${approved} hours approved, ${pending} waiting`,
  button: (action: string, name: string, what: string) => `${action}: ${what} of ${name}`,
  done: (name: string, state: string) => `${name}: ${state}.`,
} as const

export const STATE_WORDS: Readonly<Record<EventState, string>> & Readonly<Record<RequestState, string>> = {
  UNKNOWN: 'Unknown',
  PENDING: 'Pending',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
  REQUESTED_CANCELATION: 'Cancellation asked',
  HIDDEN: 'Hidden',
  SYSTEM_AUTO: 'Set by the system',
  LIVE: 'Now',
  COMPLETED: 'Completed',
}

export const TYPE_WORDS: Readonly<Record<EventType, string>> = {
  TASK: 'Task',
  MEETING: 'Meeting',
  CORE: 'Core hours',
  HOLIDAY: 'Holiday',
  PERSONAL: 'Personal',
  OVERTIME: 'Overtime',
  MEDICAL_APPOINTMENT: 'Medical appointment',
  ABSENCE: 'Absence',
  AWOL: 'Absent without leave',
  OTHER: 'Other',
  SICK: 'Sick',
  INTERVIEW_SLOT: 'Interview slot',
  UNKNOWN: 'Unknown',
  OUTLOOK: 'Outlook',
  OFFICE_VISIT: 'Office visit',
  TRAINING_SESSION: 'Training session',
  AVAILABLE_SLOT: 'Available slot',
  CATI_APPOINTMENT: 'Appointment',
  PUBLIC_HOLIDAY: 'Public holiday',
  ACTIVITY_INVITE: 'Invitation',
  SALAH_TIME: 'Prayer time',
  SHIFT: 'Shift',
  BLOCKED: 'Blocked',
}
