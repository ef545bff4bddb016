import { type AlertRule, type AlertWhom, isAlertCondition } from '#shared/domain/live-alerts.ts'
import { breakUsed, type LivePerson, NOT_IN_MS } from '#shared/domain/live-panel.ts'
import type { RecordFilter } from '#shared/domain/records.ts'
import { matches } from './arrange.ts'
import { COLUMNS } from './columns.ts'

/** Something about somebody that one of the viewer's rules is about. */
export interface LiveAlert {
  /** `{userID}:{rule id}`, as the server names it. */
  readonly id: string
  readonly userID: number
  readonly name: string
  readonly rule: AlertRule
  /** Since when it is true, in milliseconds since 1970. */
  readonly since: number
  /** Nothing tells since when: it was so when the page was opened. */
  readonly isOlder: boolean
}

/** Since when what nothing tells the beginning of is true, by alert; `isFirst` for what was true from the first look on. */
export type AlertMemory = Map<string, { readonly since: number; readonly isFirst: boolean }>

const MINUTE_MS = 60_000
const timeOf = (iso: string | null) => (iso === null ? null : Date.parse(iso))
const after = (iso: string | null, ms: number) => (iso === null ? null : Date.parse(iso) + ms)

/** Since when a column holds what a rule asks for, where moments of the row tell it; null where they don't. */
export function heldSince({ field, values }: RecordFilter, { live }: LivePerson, now: number): number | null {
  const [least = ''] = values
  const ms = Number(least) * MINUTE_MS
  switch (field) {
    case 'activity':
    case 'project':
    case 'otherProject':
      return timeOf(live.since)
    case 'class':
      return live.currentActivity === 'INACTIVE'
        ? after(live.shift?.start ?? null, NOT_IN_MS)
        : timeOf(live.since)
    case 'adherence':
      return timeOf(live.adherence.since)
    case 'dialler':
      return timeOf(live.diallerSince)
    // Those that count: they came to what is asked for at one moment.
    case 'time':
      return after(live.since, ms)
    case 'idle':
      return after(live.idleSince, ms)
    case 'late':
      return after(live.shift?.start ?? null, ms)
    case 'lastComplete':
      return after(live.lastComplete ?? live.since, ms)
    case 'lastSeen':
      return after(live.lastSeen, ms)
    case 'breakOver':
      if (live.currentActivity !== 'BREAK') return null
      return now - (breakUsed(live, now) - live.breakAllowanceSeconds) * 1000 + ms
    default:
      return null
  }
}

function isAbout(whom: AlertWhom, person: LivePerson, now: number): boolean {
  switch (whom.kind) {
    case 'ALL':
      return true
    case 'PROJECT':
      return person.live.project === whom.project
    case 'PERSON':
      return person.id === whom.userID
    case 'VIEW':
      return whom.filters.every((filter) => {
        const column = COLUMNS[filter.field]
        return column === undefined || matches(column, filter, person, now)
      })
  }
}

/**
 * The alerts that stand now, the latest first (spec 4 §4.4.1). @param memory kept from look to look: what was true
 * before. @param isFirst whether nothing was looked at before
 */
export function standingAlerts(
  rules: readonly AlertRule[],
  people: readonly LivePerson[],
  now: number,
  { memory, isFirst }: { readonly memory: AlertMemory; readonly isFirst: boolean },
): LiveAlert[] {
  const alerts: LiveAlert[] = []
  const held = new Set<string>()
  for (const rule of rules) {
    const column = COLUMNS[rule.when.field]
    if (!rule.isOn || !column || !isAlertCondition(rule.when)) continue
    for (const person of people) {
      if (!isAbout(rule.whom, person, now) || !matches(column, rule.when, person, now)) continue
      const id = `${person.id}:${rule.id}`
      held.add(id)
      const told = heldSince(rule.when, person, now)
      const known = told === null ? (memory.get(id) ?? { since: now, isFirst }) : null
      if (known) memory.set(id, known)
      const since = told ?? known?.since ?? now
      if (now - since < rule.forMinutes * MINUTE_MS) continue
      const { userName: name } = person.stats
      alerts.push({ id, userID: person.id, name, rule, since, isOlder: known?.isFirst ?? false })
    }
  }
  for (const id of memory.keys()) if (!held.has(id)) memory.delete(id)
  return alerts.sort((a, b) => b.since - a.since || a.id.localeCompare(b.id))
}
