import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { isOfScope, type LivePerson } from '#shared/domain/live-panel.ts'
import { LOCALE, searchable } from '#shared/domain/locale.ts'
import type { RecordFilter, RecordSort } from '#shared/domain/records.ts'
import { COLUMNS, type LiveColumn } from './columns.ts'
import { TEXT } from './text.ts'

export type Scope = keyof typeof TEXT.scopes
export type Grouping = keyof typeof TEXT.groups
export type Density = keyof typeof TEXT.densities

/** What of the people shows, and in which order. */
export interface Arrangement {
  readonly scope: Scope
  readonly viewer: { readonly userID: number; readonly areaID: number | null }
  readonly withOff: boolean
  readonly search: string
  readonly filters: readonly RecordFilter[]
  readonly sort: readonly RecordSort[]
  readonly group: Grouping
}

/** Whether a column of somebody's holds what a filter asks for. */
export function matches(
  column: LiveColumn,
  { operator, values }: RecordFilter,
  person: LivePerson,
  now: number,
): boolean {
  const value = column.value(person, now)
  const [first = '', second = ''] = values
  switch (operator) {
    case 'ANY_OF':
      return values.includes(String(value))
    case 'BETWEEN':
      return (
        typeof value === 'number' &&
        (first === '' || value >= Number(first)) &&
        (second === '' || value <= Number(second))
      )
    case 'CONTAINS':
      return searchable(String(value ?? '')).includes(searchable(first))
    case 'IS':
      return searchable(String(value ?? '')) === searchable(first)
    case 'IS_EMPTY':
      return value === null || value === ''
    default:
      return true
  }
}

/** Those of the scope who are shown at all, before any filter: the head counts them. */
export function peopleOf(
  people: readonly LivePerson[],
  { scope, viewer, withOff }: Pick<Arrangement, 'scope' | 'viewer' | 'withOff'>,
): LivePerson[] {
  return people.filter((person) => (withOff || person.live.isShown) && isOfScope(person, scope, viewer))
}

/** What somebody is grouped under. */
export function groupOf({ live, stats }: LivePerson, group: Grouping): string {
  const named = (name: string | null) => (name === null || name === 'UNKNOWN' ? TEXT.noGroup : name)
  switch (group) {
    case 'PROJECT':
      return named(live.project)
    case 'AREA':
      return named(stats.areaName)
    case 'MANAGER':
      return named(stats.manager)
    case 'ACTIVITY':
      return ACTIVITY_LABELS[live.currentActivity]
    case 'AGENCY':
      return named(live.agency)
    case 'NONE':
      return ''
  }
}

const collator = new Intl.Collator(LOCALE, { numeric: true })

function compare(a: string | number | boolean | null, b: string | number | boolean | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return collator.compare(String(a), String(b))
}

/** Ids of those who show, in their order. What has no value comes last; ties go by name, then by id. */
export function arranged(people: readonly LivePerson[], how: Arrangement, now: number): number[] {
  const term = searchable(how.search)
  const shown = peopleOf(people, how).filter(
    (person) =>
      (term === '' ||
        [person.stats.userName, person.live.project ?? ''].some((text) => searchable(text).includes(term))) &&
      how.filters.every((filter) => {
        const column = COLUMNS[filter.field]
        return column === undefined || matches(column, filter, person, now)
      }),
  )
  const keyed = shown.map((person) => ({
    person,
    group: groupOf(person, how.group),
    keys: how.sort.map(({ field }) => COLUMNS[field]?.value(person, now) ?? null),
  }))
  keyed.sort((a, b) => {
    const byGroup =
      how.group === 'NONE'
        ? 0
        : Number(a.group === TEXT.noGroup) - Number(b.group === TEXT.noGroup) ||
          collator.compare(a.group, b.group)
    if (byGroup !== 0) return byGroup
    for (const [at, { direction }] of how.sort.entries()) {
      const [x = null, y = null] = [a.keys[at], b.keys[at]]
      const order = x === null || y === null || direction === 'ASC' ? compare(x, y) : compare(y, x)
      if (order !== 0) return order
    }
    return collator.compare(a.person.stats.userName, b.person.stats.userName) || a.person.id - b.person.id
  })
  return keyed.map(({ person }) => person.id)
}

/** How many rows come, go or move where one order takes another's place. */
export function movesBetween(before: readonly number[], after: readonly number[]): number {
  const places = new Map(before.map((id, place) => [id, place]))
  const [was, is] = [new Set(before), new Set(after)]
  const kept = after.filter((id) => was.has(id))
  const keptBefore = before.filter((id) => is.has(id))
  const moved = kept.filter((id, place) => keptBefore[place] !== id).length
  return moved + after.filter((id) => !places.has(id)).length + before.filter((id) => !is.has(id)).length
}
