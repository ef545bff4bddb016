import {
  EMPTY_CELL,
  gridProblem,
  layoutOf,
  SUMMARY_WIDGETS,
  type SummaryWidget,
} from '#shared/domain/summary-grid.ts'
import { LAYOUT_TEXT } from './text.ts'

/** The boxes of a layout that is being made, row by row; null for one that isn't assigned. */
export type Cells = readonly (readonly (SummaryWidget | null)[])[]

const widgetOf = (name: string): SummaryWidget | null =>
  SUMMARY_WIDGETS.find((widget) => widget === name) ?? null

/** A layout's boxes, from its rows of names. */
export function cellsOf(rows: readonly (readonly string[])[]): Cells {
  return rows.map((row) => row.map(widgetOf))
}

/** The same boxes in another number of columns and rows; what is new isn't assigned. */
export function resized(cells: Cells, columns: number, rows: number): Cells {
  return Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (__, x) => cells[y]?.[x] ?? null),
  )
}

/** With another widget in one box. */
export function assigned(cells: Cells, at: { x: number; y: number }, widget: SummaryWidget | null): Cells {
  return cells.map((row, y) => row.map((cell, x) => (x === at.x && y === at.y ? widget : cell)))
}

/** The layout that boxes make. */
export function layoutOfCells(cells: Cells) {
  return layoutOf(cells.map((row) => row.map((cell) => cell ?? EMPTY_CELL)))
}

/** Why boxes can't be saved, for the person (spec 3 §5); null where they can. */
export function cellsProblem(cells: Cells): string | null {
  const all = cells.flat()
  if (all.every((cell) => cell === null)) return LAYOUT_TEXT.noneChosen
  if (all.some((cell) => cell === null)) return LAYOUT_TEXT.someOpen
  return gridProblem(layoutOfCells(cells)) === null ? null : LAYOUT_TEXT.notRectangles
}
