import { useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'

/** Rows that were chosen, by id, as they were seen. They stay chosen while one pages and sorts (spec 4 §1.5). */
export type Chosen = ReadonlyMap<number, ListedRow>

const NONE: Chosen = new Map()

/** Which rows are chosen. `scope` names what is listed: with another search or filter nothing is chosen. */
export function useSelection(rows: readonly ListedRow[], scope: string) {
  const [state, setState] = useState({ scope, chosen: NONE, last: 0 })
  const chosen = state.scope === scope ? state.chosen : NONE
  const set = (next: Chosen, last = state.last) => setState({ scope, chosen: next, last })

  /** Chooses a row or takes it out; with `range` all between it and the last one that was chosen. */
  function toggle(row: ListedRow, range: boolean): void {
    const next = new Map(chosen)
    const [from, to] = [state.last, row.id].map((id) => rows.findIndex((one) => one.id === id))
    if (range && from !== undefined && to !== undefined && from >= 0 && to >= 0)
      for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(one.id, one)
    else if (next.has(row.id)) next.delete(row.id)
    else next.set(row.id, row)
    set(next, row.id)
  }

  const isWhole = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  function togglePage(): void {
    const next = new Map(chosen)
    for (const row of rows) {
      if (isWhole) next.delete(row.id)
      else next.set(row.id, row)
    }
    set(next)
  }
  return { chosen, isWhole, toggle, togglePage, clear: () => set(NONE), choose: set }
}
export type Selection = ReturnType<typeof useSelection>
