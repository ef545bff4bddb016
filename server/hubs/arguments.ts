import type * as z from 'zod/mini'
import type { HubArguments } from '#shared/hubs/hub.ts'

type Issue = z.core.$ZodIssue
type Container = Record<PropertyKey, unknown>

export type ReadArguments =
  | { readonly ok: true; readonly args: readonly unknown[] }
  /** The text names each wrong argument and what was expected, never the value. */
  | { readonly ok: false; readonly error: string }

function wanted(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected}`
    case 'invalid_value':
      return `expected one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return `expected at most ${issue.maximum}`
    case 'too_small':
      return `expected at least ${issue.minimum}`
    case 'invalid_format':
      return `expected the format ${issue.format}`
    default:
      return 'invalid'
  }
}

function explain(issue: Issue): string {
  const [index, ...path] = issue.path
  const about = wanted(issue)
  if (typeof index !== 'number') return `${about} arguments`
  const field = path.length > 0 ? ` (${path.map(String).join('.')})` : ''
  return `argument ${index + 1}${field}: ${about}`
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Makes the null at the path an absent value. False where there is no null. */
function dropNull(root: unknown, path: readonly PropertyKey[]): boolean {
  const key = path.at(-1)
  let container = root
  for (const step of path.slice(0, -1)) container = isContainer(container) ? container[step] : undefined
  if (key === undefined || !isContainer(container) || container[key] !== null) return false
  container[key] = undefined
  return true
}

/**
 * Checks a client's arguments against the hub's declaration. Both protocols write an absent value as null
 * (`undefined` as an argument; in MessagePack also as a field). So an undeclared null counts as absent, and
 * optional arguments at the end may be left out.
 */
export function readArguments(schema: HubArguments, sent: readonly unknown[]): ReadArguments {
  const first = schema.safeParse(sent)
  if (first.success) return { ok: true, args: first.data }
  const repaired = structuredClone([...sent])
  const dropped = first.error.issues.filter((issue) => dropNull(repaired, issue.path)).length > 0
  const second = dropped ? schema.safeParse(repaired) : first
  if (second.success) return { ok: true, args: second.data }
  return { ok: false, error: second.error.issues.map(explain).join('; ') }
}
