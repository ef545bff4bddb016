import type { NavigationItem } from './navigation.ts'
import { NAVIGATION } from './navigation-menu.ts'
import { type PageRoute, routesOf } from './navigation-routes.ts'

/** Labels by key. */
export type LabelSet = Readonly<Record<string, string>>

/** Longest label that an installation may set, in characters. Ours; a longer one is still shown, cut by its place. */
export const LABEL_LIMIT = 60

/** Names of project management and of job orders that a deployment may change (spec 1 §3). */
const OTHER_LABELS: LabelSet = {
  'projectManagement.epic': 'Epic/Client',
  'projectManagement.story': 'Story/Project',
  'jobOrder.status': 'Status',
  'jobOrder.subStatus': 'Sub status',
  'jobOrder.type': 'Type',
}

function everyItem(items: readonly NavigationItem[]): readonly NavigationItem[] {
  return items.flatMap((item) => [item, ...everyItem(item.children)])
}

/** The wording that an installation begins with: that of spec 1 §2.5. */
export const DEFAULT_LABELS: LabelSet = {
  ...Object.fromEntries(everyItem(NAVIGATION).map(({ labelKey, defaultLabel }) => [labelKey, defaultLabel])),
  ...OTHER_LABELS,
}

/** What is wrong with one label of a set. The shell goes on with what is said. */
export interface LabelProblem {
  readonly key: string
  /**
   * - `missing`, `not text`, `empty`: the default shows.
   * - `too long`: it is cut where it shows.
   * - `no letters`, `reserved`: the route is the default's.
   * - `taken`: the route is numbered.
   */
  readonly problem: 'missing' | 'not text' | 'empty' | 'too long' | 'no letters' | 'reserved' | 'taken'
}

/** Labels that can be shown, and what had to be mended for it. */
export interface ResolvedLabels {
  readonly labels: LabelSet
  readonly problems: readonly LabelProblem[]
  /** Every page with its route under these labels. */
  readonly routes: readonly PageRoute[]
}

function problemOf(value: unknown): LabelProblem['problem'] | null {
  if (value === undefined || value === null) return 'missing'
  if (typeof value !== 'string') return 'not text'
  if (value.trim() === '') return 'empty'
  return value.trim().length > LABEL_LIMIT ? 'too long' : null
}

/**
 * A label set as a server sent it, made whole: the default stands for what is missing, empty or
 * no text. Labels are text and stay it, also where they look like HTML. Keys that nobody knows are
 * passed over.
 */
export function resolveLabels(sent: Readonly<Record<string, unknown>>): ResolvedLabels {
  const problems: LabelProblem[] = []
  const labels: Record<string, string> = {}
  for (const [key, standard] of Object.entries(DEFAULT_LABELS)) {
    const value = Object.hasOwn(sent, key) ? sent[key] : undefined
    const problem = problemOf(value)
    if (problem) problems.push({ key, problem })
    labels[key] = typeof value === 'string' && value.trim() !== '' ? value.trim() : standard
  }
  const routes = routesOf(NAVIGATION, (item) => labels[item.labelKey] ?? item.defaultLabel)
  for (const { item, problem } of routes) {
    if (problem) problems.push({ key: item.labelKey, problem })
  }
  return { labels, problems, routes }
}
