import type { NavigationItem } from './navigation.ts'
import { NAVIGATION } from './navigation-menu.ts'
import { type PageRoute, routesOf } from './navigation-routes.ts'

/** Labels by key. */
export type LabelSet = Readonly<Record<string, string>>

/**
 * Longest label that an installation may set, in characters. Ours. A longer one from another server is shown,
 * cut by the layout.
 */
export const LABEL_LIMIT = 60

/** Names of project management and of job orders that a deployment may change (spec 1 §3). */
const OTHER_LABELS: LabelSet = {
  'projectManagement.epic': 'Epic/Client',
  'projectManagement.story': 'Story/Project',
  'jobOrder.status': 'Status',
  'jobOrder.subStatus': 'Sub-status',
  'jobOrder.type': 'Type',
}

function everyItem(items: readonly NavigationItem[]): readonly NavigationItem[] {
  return items.flatMap((item) => [item, ...everyItem(item.children)])
}

/** The labels of an installation without its own (spec 1 §2.5). */
export const DEFAULT_LABELS: LabelSet = {
  ...Object.fromEntries(everyItem(NAVIGATION).map(({ labelKey, defaultLabel }) => [labelKey, defaultLabel])),
  ...OTHER_LABELS,
}

/** What is wrong with one label, and what is done about it. */
export interface LabelProblem {
  readonly key: string
  /**
   * - `missing`, `not text`, `empty`: the default label shows.
   * - `too long`: the layout cuts it.
   * - `no letters`, `reserved`: the route is made from the default label.
   * - `taken`: the route gets a number.
   */
  readonly problem: 'missing' | 'not text' | 'empty' | 'too long' | 'no letters' | 'reserved' | 'taken'
}

/** Usable labels, and what was wrong with the sent ones. */
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
 * Makes a usable label set of whatever a server sent: the default replaces what is missing, empty or no text.
 * HTML in a label is shown as text. Unknown keys are ignored.
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
