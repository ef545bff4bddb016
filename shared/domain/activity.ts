/** What somebody can be doing (spec 1 §3), in the documents' spelling. */
export const ACTIVITY_NAMES = [
  'INACTIVE',
  'AVAILABLE',
  'PERSONAL',
  'SYSTEM ISSUES',
  'MEETING',
  'BREAK',
  'PROJECT BRIEF',
  'FEEDBACK SESSION',
  'RECEPTION',
  'INPUTING COACHING',
  'CODING',
  'QUAL',
  'HELP LINE',
  'TRAINING',
] as const
export type ActivityName = (typeof ACTIVITY_NAMES)[number]

const NO_WORK: ReadonlySet<ActivityName> = new Set(['INACTIVE', 'BREAK', 'PERSONAL'])

/** Whether time in the activity counts as work. */
export const isWorked = (activity: ActivityName): boolean => !NO_WORK.has(activity)

/** What people do for their own development; the rest is their work. */
export const DEVELOPMENT_ACTIVITIES = [
  'TRAINING',
  'PROJECT BRIEF',
  'FEEDBACK SESSION',
] as const satisfies ActivityName[]

/** How many days back attendance and development show, today among them. */
export const ATTENDANCE_DAYS = 28

/** What a window does when the activity changes (spec 1 §4.4). The documents describe these without names. */
export const ACTIVITY_ACTIONS = [
  'LAUNCH_DIALLER',
  'EXIT_DIALLER',
  'START_WATCHING_ACTIVE_APP',
  'STOP_WATCHING_ACTIVE_APP',
  'FOCUS',
] as const
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number]

/** An activity, and whether its project is dialled (kinds CATI and INBOUND). */
interface Doing {
  readonly activity: ActivityName
  readonly isDialled: boolean
}

/** What a person's windows do when that person goes over from one activity to another (spec 4 §4.2.1). */
export function actionsBetween(from: Doing, to: Doing): ActivityAction[] {
  const [was, is] = [from.activity === 'AVAILABLE', to.activity === 'AVAILABLE']
  const launches: ActivityAction[] = is && to.isDialled && !(was && from.isDialled) ? ['LAUNCH_DIALLER'] : []
  if (is === was) return launches
  return is
    ? [...launches, 'START_WATCHING_ACTIVE_APP', 'FOCUS']
    : ['EXIT_DIALLER', 'STOP_WATCHING_ACTIVE_APP']
}

const OPPOSITES: Readonly<Partial<Record<ActivityAction, ActivityAction>>> = {
  LAUNCH_DIALLER: 'EXIT_DIALLER',
  EXIT_DIALLER: 'LAUNCH_DIALLER',
  START_WATCHING_ACTIVE_APP: 'STOP_WATCHING_ACTIVE_APP',
  STOP_WATCHING_ACTIVE_APP: 'START_WATCHING_ACTIVE_APP',
}

/**
 * What is to be done once more comes after what no window has taken yet: a beginning and its end cancel out, and a window
 * that would have come to the front then needn't now.
 */
export function afterUntaken(
  untaken: readonly ActivityAction[],
  more: readonly ActivityAction[],
): ActivityAction[] {
  const left: ActivityAction[] = untaken.filter((action) => action !== 'FOCUS')
  const added = more.filter((action) => {
    const opposite = OPPOSITES[action]
    const place = opposite === undefined ? -1 : left.indexOf(opposite)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return [...left, ...added.filter((action) => !left.includes(action))]
}

/** Whether the program in front is followed after these actions. @param was whether it was before */
export const isWatchedAfter = (was: boolean, actions: readonly ActivityAction[]): boolean =>
  actions.reduce(
    (is, action) => action === 'START_WATCHING_ACTIVE_APP' || (action !== 'STOP_WATCHING_ACTIVE_APP' && is),
    was,
  )

/** How often the help message for system issues shows again, in milliseconds (spec 1 §4.4, §9). */
export const SYSTEM_ISSUES_REMINDER_MS = 30_000
