import type { PermissionName, Permissions } from './permissions.ts'

/** Widgets of the summary of the day (spec 3 §2). */
export const SUMMARY_WIDGETS = [
  'Holiday',
  'Calendar',
  'AppHistory',
  'ActivityHistory',
  'QCSummary',
  'TicketSummary',
  'TaskSummary',
] as const
export type SummaryWidget = (typeof SUMMARY_WIDGETS)[number]

/** Permissions of widgets; Holiday and Calendar need none (spec 3 §6). */
const NEEDS: Readonly<Partial<Record<SummaryWidget, PermissionName>>> = {
  AppHistory: 'DIAGNOSTICS_CAN_SEE_APP_USAGE',
  ActivityHistory: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
  QCSummary: 'ISUPERVISOR_CAN_ACTION_LIVE_QC',
  TicketSummary: 'SUPPORT_HELP_CENTER',
  TaskSummary: 'CALENDAR_CAN_USE_TASK_SCHEDULER',
}

export function maySeeWidget({ can }: Pick<Permissions, 'can'>, widget: SummaryWidget): boolean {
  const needed = NEEDS[widget]
  return needed === undefined || can(needed)
}

/** Columns and rows of the layout that comes with the installation, and the most that one may have (spec 3 §9). */
export const GRID_DEFAULT = { columns: 4, rows: 3 } as const
export const GRID_MAX = 6
/** A layout's cell without a widget. */
export const EMPTY_CELL = '.'

export interface GridLayout {
  readonly gridTemplateColumns: string
  readonly gridTemplateRows: string
  readonly gridArea: string
}

/** The rows of a layout: `"Holiday Calendar" "Holiday ."` has two rows of two cells. Null for no layout. */
export function gridRows(gridArea: string): string[][] | null {
  if (!/^\s*(?:"[\w. ]*"\s*)+$/.test(gridArea)) return null
  const rows = [...gridArea.matchAll(/"([^"]*)"/g)].map(([, row = '']) => row.trim().split(/\s+/))
  const [first] = rows
  return first && rows.every((row) => row.length === first.length) ? rows : null
}

/** Whether each widget's cells are one rectangle, as CSS demands. */
function areRectangles(rows: readonly (readonly string[])[]): boolean {
  return SUMMARY_WIDGETS.every((widget) => {
    const cells = rows.flatMap((row, y) => row.flatMap((name, x) => (name === widget ? [{ x, y }] : [])))
    if (cells.length === 0) return true
    const xs = cells.map(({ x }) => x)
    const ys = cells.map(({ y }) => y)
    const width = Math.max(...xs) - Math.min(...xs) + 1
    const height = Math.max(...ys) - Math.min(...ys) + 1
    return width * height === cells.length
  })
}

const isCell = (name: string): boolean =>
  name === EMPTY_CELL || SUMMARY_WIDGETS.some((widget) => widget === name)

/** What is wrong with a layout; null where nothing is. */
export function gridProblem({ gridArea }: Pick<GridLayout, 'gridArea'>): 'form' | 'size' | 'cells' | null {
  const rows = gridRows(gridArea)
  if (!rows) return 'form'
  if (rows.length > GRID_MAX || (rows[0]?.length ?? 0) > GRID_MAX) return 'size'
  return rows.flat().every(isCell) && areRectangles(rows) ? null : 'cells'
}

const repeat = (count: number): string => `repeat(${count}, minmax(0, 1fr))`

/** A layout of these rows, with all columns and all rows of one size. */
export function layoutOf(rows: readonly (readonly string[])[]): GridLayout {
  return {
    gridTemplateColumns: repeat(rows[0]?.length ?? 1),
    gridTemplateRows: `repeat(${rows.length}, minmax(72px, auto))`,
    gridArea: rows.map((row) => `"${row.join(' ')}"`).join(' '),
  }
}

/** Fills a row of four with the widgets that may be seen. */
function wide(widgets: readonly SummaryWidget[]): SummaryWidget[] | null {
  const [a, b, c] = widgets
  if (a && b && c) return [a, b, b, c]
  if (a && b) return [a, a, b, b]
  return a ? [a, a, a, a] : null
}

/**
 * The default layout, four by three, with the widgets that the person may see. Widgets that are usually
 * nearly empty share a row, so that it is low.
 */
export function defaultGrid(permissions: Pick<Permissions, 'can'>): GridLayout {
  const seen = (...widgets: SummaryWidget[]) => widgets.filter((widget) => maySeeWidget(permissions, widget))
  const top: SummaryWidget[] = ['Holiday', 'Holiday', 'Calendar', 'Calendar']
  const middle = wide(seen('AppHistory', 'ActivityHistory')) ?? top
  const bottom = wide(seen('QCSummary', 'TicketSummary', 'TaskSummary')) ?? middle
  return layoutOf([top, middle, bottom])
}
