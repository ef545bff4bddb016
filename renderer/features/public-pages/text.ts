export const PAGE_TEXT = {
  loading: 'One moment…',
  failedTitle: 'This didn’t work',
  retry: 'Try again',
  close: 'You can close this page.',
} as const

export const DEAD_TEXT = {
  unknown: {
    title: 'We don’t know this link',
    lead: 'It may have come through incomplete. Open it once more from the message you had it in, or ask whoever sent it for a new one.',
  },
  used: {
    title: 'This link has been used',
    lead: 'It works once, and what was sent with it has reached us. If that wasn’t you, tell whoever sent you the link.',
  },
  expired: {
    title: 'This link is too old',
    lead: 'Links work for a while only. Ask whoever sent it for a new one.',
  },
  over: {
    title: 'This offer is no longer open',
    lead: 'It was withdrawn, or another one took its place. Please ask who sent it to you.',
  },
} as const

export const LAUNCH_TEXT = {
  /** Spec 1 §2.1. */
  checking: 'Checking for App Installation...',
  lead: 'If the app is on this device, it opens now.',
  nothingTitle: 'Did the app open?',
  nothing: 'If nothing happened, the app isn’t on this device. You can go on here instead.',
  again: 'Open the app',
  here: 'Go on in the browser',
  backTitle: 'Go back to Fieldwork',
  back: 'You can close this window. Where the app didn’t come to the front, open it.',
} as const

export const SAFETY_TEXT = {
  title: 'How are you getting on?',
  lead: (site: string) => `For everybody working at ${site}.`,
  kinds: { CHECK_IN: 'I’m safe', REPORT: 'Something is wrong' },
  kindLegend: 'What do you want to tell us?',
  kindHints: { CHECK_IN: 'Check in', REPORT: 'Report it' },
  name: 'Your name',
  noteLabel: 'Anything to add? (optional)',
  reportLabel: 'What happened?',
  reportHint: 'Where, when, and whether anybody is hurt.',
  checkIn: 'Send check-in',
  report: 'Send report',
  danger: 'In danger now? Call 999 first.',
  contact: (name: string) => `Then ${name}:`,
  noName: 'Please tell us your name',
  noReport: 'Please say what happened',
  doneTitle: { CHECK_IN: 'Thank you, we know you’re safe', REPORT: 'Your report is with us' },
  done: (name: string) => `${name} has been told.`,
  more: 'Send something else',
} as const

export const SURVEY_TEXT = {
  count: (done: number, of: number) => `${done} of ${of} answered`,
  scaleLow: 'Not at all',
  scaleHigh: 'Very',
  optional: 'optional',
  comment: 'Your answer',
  missing: 'Please answer this one',
  missingAny: (count: number) =>
    count === 1
      ? 'One question is still without an answer'
      : `${count} questions are still without an answer`,
  send: 'Send my answers',
  doneTitle: 'Thank you for your answers',
  done: 'They are kept without your name.',
} as const

export const TICKET_TEXT = {
  you: 'You',
  conversation: 'Conversation',
  reply: 'Your reply',
  placeholder: 'Write a reply…',
  send: 'Send',
  empty: 'Please write something first',
  sent: 'Your reply is sent.',
} as const

export const CONTACT_TEXT = {
  title: 'Is this right?',
  lead: (name: string) => `${name}, please look through what we have down for you.`,
  types: {
    EMAIL: 'Email',
    TELEPHONE: 'Telephone',
    ADDRESS: 'Address',
    EMERGENCY_CONTACT: 'Emergency contact',
    FACEBOOK: 'Facebook',
    TWITTER: 'Twitter',
    INSTAGRAM: 'Instagram',
    LINKEDIN: 'LinkedIn',
    MOBILE: 'Mobile',
  },
  right: 'Yes, it’s all right',
  wrong: 'Something is wrong',
  correction: 'What isn’t right?',
  correctionHint: 'Write it as it should be.',
  send: 'Send',
  back: 'Back',
  empty: 'Please say what isn’t right',
  doneTitle: 'Thank you',
  doneRight: 'Your details are confirmed.',
  doneWrong: 'We’ll put it right and tell you if anything is unclear.',
} as const

export const EMAIL_TEXT = {
  title: 'Is this your address?',
  lead: (name: string, study: string) => `Hello ${name}. You gave us this address for the ${study}.`,
  confirm: 'Yes, that’s mine',
  not: 'If it isn’t yours, just close this page: nobody will write to it.',
  doneTitle: 'Address confirmed',
  done: (email: string) => `We’ll write to ${email} from now on.`,
} as const

export const ORDER_TEXT = {
  customer: 'Customer',
  type: 'Type',
  starts: 'Started',
  due: 'Due',
  progress: 'Progress',
  done: 'done',
  open: 'to do',
  contact: 'Your contact',
} as const

export const EXPENSE_TEXT = {
  title: 'Hand in your receipts',
  claimant: 'Claimed by',
  amount: 'Amount',
  choose: 'Choose a file or take a photo',
  hint: 'PDF, PNG, JPEG or WebP, up to 8 MB',
  dropNow: 'Drop it here.',
  progress: 'Upload progress',
  uploading: (name: string) => `Uploading ${name}`,
  cancel: 'Cancel',
  documents: 'Handed in',
  none: 'Nothing has been handed in yet.',
  received: (name: string) => `${name} has reached us.`,
} as const

export const MEETING_TEXT = {
  host: (name: string) => `${name} invites you`,
  minutes: (minutes: number) => `${minutes} minutes`,
  agenda: 'Agenda',
  name: 'Your name',
  noName: 'Please tell us your name',
  coming: 'I’ll be there',
  notComing: 'I can’t make it',
  maybe: 'Maybe',
  doneMaybe: 'Thank you. You can still say yes.',
  doneComing: 'See you there',
  doneNot: 'Thank you for telling us',
  told: (host: string) => `${host} has been told.`,
  calendar: 'Add to my calendar',
  change: 'Change my answer',
  join: 'Join with sound',
  left: 'You have left the meeting. You can join again as long as the link is good.',
} as const

export const PRIVACY_TEXT = {
  updated: 'Last updated',
  unknownTitle: 'There is no such document',
  unknown: 'These are the documents there are:',
} as const

export const NOT_FOUND_TEXT = {
  title: 'There is nothing here',
  lead: 'The address may have come through incomplete. Open the link once more from the message you had it in.',
  home: 'Go to the start page',
} as const

export const OFFER_TEXT = {
  title: 'An offer of work',
  lead: (name: string, company: string) => `Hello ${name}. ${company} offers you:`,
  contract: 'Contract',
  area: 'Where',
  start: 'First day',
  rate: 'Pay',
  perHour: (pounds: string) => `${pounds} an hour`,
  accept: 'Accept the offer',
  decline: 'Decline',
  sureTitle: 'Decline the offer?',
  sure: 'This can’t be undone from here.',
  keep: 'Not yet',
  acceptedTitle: 'Welcome',
  accepted: (company: string) => `${company} has been told that you accept, and will write to you.`,
  declinedTitle: 'Thank you for telling us',
  declined: (company: string) => `${company} has been told.`,
} as const

export const APPLICATION_TEXT = {
  fields: {
    name: 'Your name',
    email: 'E-mail',
    mobile: 'Mobile',
    languages: 'Languages that you speak',
    availability: 'When you can work',
    workLocation: 'Where you would work',
    message: 'What else we should know',
  },
  hints: {
    email: 'This or your mobile number.',
    languages: 'With commas between.',
  } as Readonly<Record<string, string>>,
  noName: 'Please say what you are called.',
  noContact: 'Please give an e-mail address or a mobile number.',
  noConsent: 'Please agree that we keep your application.',
  consent: 'I agree that my application is kept.',
  notice: 'How we handle your data',
  send: 'Apply',
  doneTitle: 'Thank you',
  done: 'We have your application, and will be in touch.',
} as const
