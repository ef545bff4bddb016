import type { ActivityName } from './activity.ts'
import type { PermissionName } from './permissions.ts'
import type { ProjectKind } from './projects.ts'

/** What an activity counts as (spec 4 §2.2). */
export type ActivityClass =
  | 'INTERVIEWING'
  | 'PRODUCTION'
  | 'SUPPORTING'
  | 'EXCUSED'
  | 'BREAK'
  | 'AWAY'
  | 'NONE'

export interface ActivityRule {
  readonly activity: ActivityName
  readonly class: ActivityClass
  /** Whether a project has to be named. */
  readonly needsProject: boolean
  /** Which kind it has to be of, where not any will do. */
  readonly projectKind?: ProjectKind
  readonly categories: readonly string[]
  readonly permission?: PermissionName
  /** The name of a skill that whoever chooses it has to hold. */
  readonly skill?: string
}

const PLAIN = { needsProject: false, categories: [] as readonly string[] } as const
const SUPPORTING = { class: 'SUPPORTING', ...PLAIN } as const

/** The activities in the order in which they are offered (spec 4 §2.2, §4.2.1). */
export const ACTIVITY_RULES: readonly ActivityRule[] = [
  {
    ...{ activity: 'AVAILABLE', class: 'INTERVIEWING', needsProject: true, permission: 'CAN_INTERVIEW' },
    categories: ['Outbound', 'Appointments', 'Inbound'],
  },
  {
    activity: 'BREAK',
    class: 'BREAK',
    needsProject: false,
    categories: ['Tea', 'Lunch', 'Screen', 'Prayer'],
  },
  { activity: 'PERSONAL', class: 'AWAY', ...PLAIN },
  {
    ...{ activity: 'CODING', class: 'PRODUCTION', ...PLAIN, skill: 'Coding' },
    ...{ needsProject: true, projectKind: 'CODING' },
  },
  {
    ...{ activity: 'QUAL', class: 'PRODUCTION', ...PLAIN, skill: 'Qual' },
    ...{ needsProject: true, projectKind: 'QUAL' },
  },
  {
    ...{ activity: 'HELP LINE', class: 'PRODUCTION', needsProject: false, skill: 'Help line' },
    categories: ['Respondents', 'Interviewers'],
  },
  { activity: 'RECEPTION', class: 'PRODUCTION', ...PLAIN, skill: 'Reception' },
  { activity: 'PROJECT BRIEF', ...SUPPORTING, needsProject: true },
  { activity: 'TRAINING', ...SUPPORTING, categories: ['Course', 'Self-study'] },
  { activity: 'FEEDBACK SESSION', ...SUPPORTING, categories: ['QC', 'Coaching', 'One-to-one'] },
  { activity: 'INPUTING COACHING', ...SUPPORTING, permission: 'QC_CAN_ADD' },
  { activity: 'MEETING', ...SUPPORTING, categories: ['Team', 'One-to-one', 'Other'] },
  { activity: 'SYSTEM ISSUES', class: 'EXCUSED', ...PLAIN },
  { activity: 'INACTIVE', class: 'NONE', ...PLAIN },
]

const RULES = new Map(ACTIVITY_RULES.map((rule) => [rule.activity, rule]))

/** @throws for what is no activity */
export function ruleOf(activity: ActivityName): ActivityRule {
  const rule = RULES.get(activity)
  if (!rule) throw new Error(`no rule for ${activity}`)
  return rule
}

/** These stay open to whoever's shift is locked or whose activity is held (spec 4 §4.2.1). */
export const ALWAYS_OPEN: ReadonlySet<ActivityName> = new Set(['BREAK', 'PERSONAL', 'INACTIVE'])

/** So long a switch can be taken back (spec 4 §5.7). */
export const UNDO_SWITCH_MS = 30_000

/** Those of some projects on which an activity can be done. */
export function projectsOf<T extends { readonly kind: string }>(
  activity: ActivityName,
  projects: readonly T[],
): readonly T[] {
  const { projectKind } = ruleOf(activity)
  return projectKind === undefined ? projects : projects.filter(({ kind }) => kind === projectKind)
}

/** Whether somebody with these permissions and skills may choose an activity. */
export function mayChoose(
  { permission, skill }: ActivityRule,
  person: { readonly can: (name: PermissionName) => boolean; readonly skills: ReadonlySet<string> },
): boolean {
  return (
    (permission === undefined || person.can(permission)) && (skill === undefined || person.skills.has(skill))
  )
}

/** Whether somebody who does that is asked if they still work: interviewing and production only (spec 4 §4.2.1). */
export const asksIdle = (activity: ActivityName): boolean =>
  ['INTERVIEWING', 'PRODUCTION'].includes(ruleOf(activity).class)
