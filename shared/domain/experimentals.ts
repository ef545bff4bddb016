/** What stands behind a switch in this version (spec 5 §5.8). One that is taken out of here is gone everywhere. */
export const EXPERIMENTALS = {
  'calendar.weekNumbers': {
    name: 'Week numbers in My Calendar',
    description: 'The day and the week say which week of the year they are in, by ISO 8601.',
  },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly description: string }>>

export type ExperimentalKey = keyof typeof EXPERIMENTALS
export const EXPERIMENTAL_KEYS = Object.keys(EXPERIMENTALS) as ExperimentalKey[]

export const EXPERIMENTAL_STATES = {
  OFF: 'Off',
  TARGETED: 'For some',
  ON: 'On',
} as const
export type ExperimentalState = keyof typeof EXPERIMENTAL_STATES

/** For whom an experimental is. */
export interface ExperimentalTargets {
  readonly key: string
  readonly state: ExperimentalState
  readonly people: readonly number[]
  readonly roles: readonly number[]
  readonly areas: readonly number[]
  /** 0 to 100, of everybody. */
  readonly percent: number
  /** The last day that anybody has it, 'YYYY-MM-DD'; null for no end. */
  readonly endsOn: string | null
}

/** What decides for a person. */
export interface ExperimentalPerson {
  readonly id: number
  readonly roles: readonly number[]
  /** The person's area and those that it is in. */
  readonly areas: readonly number[]
}

/** Why somebody has it, or hasn't. */
export type ExperimentalWhy = 'ON' | 'PERSON' | 'ROLE' | 'AREA' | 'PERCENT' | 'OFF' | 'ENDED' | 'NOT_CHOSEN'

/**
 * A person's fixed share of an experimental, 0 to 99: who has it at a percent has it at every higher one. FNV-1a over
 * the text 'key:id', with its bits mixed once more, so that ids in a row are spread.
 */
export function shareOf(key: string, personID: number): number {
  let hash = 0x811c9dc5
  for (const letter of `${key}:${personID}`) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

const meets = (one: readonly number[], other: readonly number[]) => one.some((id) => other.includes(id))

/** Whether its end date has passed; `today` as 'YYYY-MM-DD'. */
export const isOver = ({ endsOn }: Pick<ExperimentalTargets, 'endsOn'>, today: string): boolean =>
  endsOn !== null && endsOn < today

/** Whether a person has an experimental, and why. */
export function whyExperimental(
  targets: ExperimentalTargets,
  person: ExperimentalPerson,
  today: string,
): ExperimentalWhy {
  if (targets.state === 'OFF') return 'OFF'
  if (isOver(targets, today)) return 'ENDED'
  if (targets.state === 'ON') return 'ON'
  if (targets.people.includes(person.id)) return 'PERSON'
  if (meets(targets.roles, person.roles)) return 'ROLE'
  if (meets(targets.areas, person.areas)) return 'AREA'
  return shareOf(targets.key, person.id) < targets.percent ? 'PERCENT' : 'NOT_CHOSEN'
}

const HAVING: readonly ExperimentalWhy[] = ['ON', 'PERSON', 'ROLE', 'AREA', 'PERCENT']

/** Whether that is a reason to have it. */
export const hasIt = (why: ExperimentalWhy): boolean => HAVING.includes(why)
