import { ACTIVITY_NAMES, type ActivityName } from '../domain/activity.ts'
import { inSection } from './setting.ts'
import { choice, each, flag, group, list, names, part, whole } from './shape.ts'

const activity = inSection('activity')
const seconds = () => whole({ min: 0, max: 86_400, unit: 'seconds' })

/** What time in an activity is (spec 4 §2.2). */
export const ACTIVITY_CLASSES = {
  INTERVIEWING: 'Interviewing',
  PRODUCTION: 'Production',
  SUPPORTING: 'Supporting',
  EXCUSED: 'Excused',
  BREAK: 'Break',
  AWAY: 'Away',
  NONE: 'None',
} as const

export const PAID_KINDS = { YES: 'Paid', ALLOWANCE: 'Up to the break allowance', NO: 'Unpaid' } as const

const kind = group({
  class: part('Class', choice(ACTIVITY_CLASSES)),
  paid: part('Paid', choice(PAID_KINDS)),
  categories: part('Categories', names({ each: 60, max: 20 })),
})
interface Kind {
  class: keyof typeof ACTIVITY_CLASSES
  paid: keyof typeof PAID_KINDS
  categories: string[]
}
const of = (cls: Kind['class'], paid: Kind['paid'], ...categories: string[]): Kind => ({
  class: cls,
  paid,
  categories,
})

/** Spec 4 §2.2, the table of activities. */
const KINDS: Record<ActivityName, Kind> = {
  AVAILABLE: of('INTERVIEWING', 'YES', 'Outbound', 'Appointments', 'Inbound'),
  CODING: of('PRODUCTION', 'YES'),
  QUAL: of('PRODUCTION', 'YES'),
  'HELP LINE': of('PRODUCTION', 'YES', 'Respondents', 'Interviewers'),
  RECEPTION: of('PRODUCTION', 'YES'),
  'PROJECT BRIEF': of('SUPPORTING', 'YES'),
  TRAINING: of('SUPPORTING', 'YES', 'Course', 'Self-study'),
  'FEEDBACK SESSION': of('SUPPORTING', 'YES', 'QC', 'Coaching', 'One-to-one'),
  'INPUTING COACHING': of('SUPPORTING', 'YES'),
  MEETING: of('SUPPORTING', 'YES', 'Team', 'One-to-one', 'Other'),
  'SYSTEM ISSUES': of('EXCUSED', 'YES'),
  BREAK: of('BREAK', 'ALLOWANCE', 'Tea', 'Lunch', 'Screen', 'Prayer'),
  PERSONAL: of('AWAY', 'NO'),
  INACTIVE: of('NONE', 'NO'),
}

const allowance = group({
  fromHours: part('From', whole({ min: 0, max: 24, unit: 'hours' })),
  minutes: part('Break', whole({ min: 0, max: 240, unit: 'minutes' })),
})

const NAMES = Object.fromEntries(ACTIVITY_NAMES.map((name) => [name, name])) as Record<ActivityName, string>

export const ACTIVITY = {
  'activity.idleFlagSeconds': activity(seconds(), 300, {
    label: 'Idle after',
    meaning: 'So long without a touch of mouse or keyboard, and a person counts as idle.',
  }),
  'activity.requireLocationServices': activity(flag(), false, {
    label: 'Location needed',
    meaning: 'On: the desktop client asks where the machine is while somebody works.',
  }),
  'activity.enforceProjectGeofence': activity(flag(), false, {
    label: 'Keep to the project’s places',
    meaning: 'On: work on a project is possible only where the project allows it.',
  }),
  'activity.locationRefreshRate': activity(seconds(), 300, {
    label: 'Location asked every',
    meaning: 'How often the place is read, where it is needed.',
  }),
  'activity.wellBeingPromptRate': activity(seconds(), 7200, {
    label: 'Well-being check after',
    meaning: 'So long at work, and a person is asked how they feel. 0: nobody is asked.',
  }),
  'activity.wellBeingTimeoutSeconds': activity(seconds(), 60, {
    label: 'Well-being check shows for',
    meaning: 'It goes away after so long without an answer.',
  }),
  'activity.wellBeingRequired': activity(flag(), false, {
    label: 'Well-being check required',
    meaning: 'On: it can’t be put off.',
  }),
  'activity.kinds': activity(each(NAMES, kind), KINDS, {
    label: 'What activities are',
    meaning: 'Class, pay and categories of each activity. The names are fixed.',
  }),
  'activity.breakAllowances': activity(
    list(allowance, { one: 'Allowance', max: 10, fresh: { fromHours: 0, minutes: 10 } }),
    [
      { fromHours: 0, minutes: 10 },
      { fromHours: 4, minutes: 15 },
      { fromHours: 6, minutes: 30 },
    ],
    {
      label: 'Break allowances',
      meaning: 'Paid minutes of break in a shift of so many hours, where the contract type says nothing.',
    },
  ),
} as const
