import { useState } from 'react'
import type { RecordGroup } from '#shared/contract/records.ts'
import { CLOSED_GROUPS_MAX, pageOfPlace } from '#shared/domain/records.ts'
import type { Column, ListedRow } from '#shared/records/record.ts'
import { cellText } from './cell.ts'
import type { ListedPage } from './kind.ts'
import { TEXT } from './text.ts'
import type { RecordsView } from './use-records-view.ts'

type Key = RecordGroup['key']
const NONE: readonly Key[] = []

/** How a page shows its groups. */
export interface Groups {
  readonly column: Column
  readonly groups: readonly RecordGroup[]
  readonly closed: readonly Key[]
  readonly toggle: (group: RecordGroup) => void
}

/** What stands on a page, from top to bottom: a row, or the heading of the group whose rows follow. */
export type Line =
  | { readonly key: string; readonly group: RecordGroup; readonly of: Groups; readonly row?: undefined }
  | { readonly key: number; readonly row: ListedRow; readonly place: number }
export type HeadingLine = Exclude<Line, { readonly place: number }>
export type RowLine = Extract<Line, { readonly place: number }>

/** Rows under the headings of their groups; rows alone where they aren't grouped. */
export function linesOf(rows: readonly ListedRow[], by: Groups | null): readonly Line[] {
  const all: readonly Line[] = rows.map((row, place) => ({ key: row.id, row, place }))
  if (!by) return all
  let place = 0
  const grouped = by.groups.flatMap((group): Line[] => {
    const own = all.slice(place, place + group.rows)
    place += group.rows
    // What was just closed shows that before the server has answered.
    const shown = by.closed.includes(group.key) ? [] : own
    return [{ key: `group ${group.key ?? ''}`, group, of: by }, ...shown]
  })
  return [...grouped, ...all.slice(place)]
}

/** A group as its heading calls it. */
export function groupName({ key, name }: RecordGroup, column: Column): string {
  if (key === null || name === '') return TEXT.withoutValue(column.label)
  if (name !== null) return name
  if (column.kind === 'yesNo') return `${column.label}: ${cellText(key === 'true', column)}`
  return cellText(key, column.kind === 'moment' ? { kind: 'day' } : column)
}

/** Which groups of a page are closed. They are while the same is listed and grouped; more than some open the first. */
export function useClosedGroups({ shown, address, change }: RecordsView) {
  const scope = JSON.stringify([shown.group, shown.filters, address.search])
  const [state, setState] = useState({ scope, closed: NONE })
  const closed = shown.group === undefined || state.scope !== scope ? NONE : state.closed

  /** Closes or opens a group; the page is the one on which its heading stands then. */
  function toggle({ key, count, before }: RecordGroup, open: number): void {
    const isOpening = closed.includes(key)
    const next = isOpening ? closed.filter((one) => one !== key) : [...closed, key]
    setState({ scope, closed: next.slice(-CLOSED_GROUPS_MAX) })
    const page = pageOfPlace(before, isOpening ? open + count : open - count, shown.pageSize)
    if (page !== address.page) change({ page })
  }
  return { closed, toggle }
}

/** The groups of a page that was listed; null where its rows aren't grouped. */
export function groupsOf(
  data: ListedPage | undefined,
  column: Column | undefined,
  { closed, toggle }: ReturnType<typeof useClosedGroups>,
): Groups | null {
  const { groups, open } = data ?? {}
  if (!groups || open === undefined || !column) return null
  return { column, groups, closed, toggle: (group) => toggle(group, open) }
}
