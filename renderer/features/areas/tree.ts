import type { Area } from '#shared/contract/areas.ts'
import { searchable } from '#shared/domain/locale.ts'

/** An area as a line of the tree. */
export interface TreeLine {
  readonly area: Area
  /** From 1. */
  readonly level: number
  readonly hasInside: boolean
  readonly isOpen: boolean
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number
  readonly count: number
}

interface TreeOptions {
  /** Ids of the areas whose inside doesn't show. */
  readonly closed: ReadonlySet<number>
  /** Found by name or code; what leads to a match shows, too. '' finds all. */
  readonly term: string
  readonly withInactive: boolean
}

/** The lines of the tree from top to bottom. An area whose parent doesn't show stands at the top. */
export function treeLines(areas: readonly Area[], { closed, term, withInactive }: TreeOptions): TreeLine[] {
  const wanted = searchable(term.trim())
  const listed = areas.filter(({ isActive }) => withInactive || isActive)
  const byID = new Map(listed.map((area) => [area.id, area]))
  const shown = new Set<number>()
  for (const area of listed) {
    if (!searchable(`${area.name} ${area.code}`).includes(wanted)) continue
    for (let at: Area | undefined = area; at && !shown.has(at.id); at = byID.get(at.parentID ?? 0))
      shown.add(at.id)
  }
  const inside = Map.groupBy(
    listed.filter(({ id }) => shown.has(id)),
    ({ parentID }) => (parentID !== null && byID.has(parentID) ? parentID : null),
  )
  const lines: TreeLine[] = []
  const put = (parentID: number | null, level: number): void => {
    const siblings = inside.get(parentID) ?? []
    siblings.forEach((area, at) => {
      const hasInside = inside.has(area.id)
      const isOpen = hasInside && (wanted !== '' || !closed.has(area.id))
      lines.push({ area, level, hasInside, isOpen, place: at + 1, count: siblings.length })
      if (isOpen) put(area.id, level + 1)
    })
  }
  put(null, 1)
  return lines
}

/** The areas that something can go into, with the way to each: 'North / Leeds'. Without `except` and what is inside it. */
export function places(areas: readonly Area[], except: number | null): { id: number; name: string }[] {
  const byID = new Map(areas.map((area) => [area.id, area]))
  const wayTo = ({ id }: Area): Area[] => {
    const way: Area[] = []
    for (let at = byID.get(id); at && !way.includes(at); at = byID.get(at.parentID ?? 0)) way.unshift(at)
    return way
  }
  return areas
    .filter(({ isActive }) => isActive)
    .map((area) => ({ area, way: wayTo(area) }))
    .filter(({ way }) => !way.some(({ id }) => id === except))
    .map(({ area, way }) => ({ id: area.id, name: way.map(({ name }) => name).join(' / ') }))
}
