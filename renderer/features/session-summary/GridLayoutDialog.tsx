import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { resetGridSetting, type SummaryGrid, saveGridSetting } from '#shared/contract/summary.ts'
import {
  GRID_DEFAULT,
  GRID_MAX,
  gridRows,
  maySeeWidget,
  SUMMARY_WIDGETS,
} from '#shared/domain/summary-grid.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { assigned, type Cells, cellsOf, cellsProblem, layoutOfCells, resized } from './grid-cells.ts'
import styles from './Summary.module.css'
import { LAYOUT_TEXT, WIDGET_TEXT } from './text.ts'

interface GridLayoutProps {
  readonly opened: boolean
  readonly grid: SummaryGrid
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Where a person lays out their summary: 1 to 6 columns and rows of boxes, each with a widget (spec 3 §2, §5). */
export function GridLayoutDialog({ opened, grid, onClose, onChanged }: GridLayoutProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={LAYOUT_TEXT.title}
      size={900}
      centered
      closeButtonProps={{ 'aria-label': LAYOUT_TEXT.cancel }}
    >
      <LayoutForm
        grid={grid}
        onCancel={onClose}
        onDone={() => {
          onChanged()
          onClose()
        }}
      />
    </Modal>
  )
}

const EMPTY: Cells = resized([], GRID_DEFAULT.columns, GRID_DEFAULT.rows)

interface LayoutFormProps {
  readonly grid: SummaryGrid
  readonly onCancel: () => void
  readonly onDone: () => void
}

function LayoutForm({ grid, onCancel, onDone }: LayoutFormProps) {
  const { api } = useServices()
  const [cells, setCells] = useState<Cells>(() => {
    const rows = gridRows(grid.gridArea)
    return rows ? cellsOf(rows) : EMPTY
  })
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (change: () => Promise<unknown>) => {
    try {
      await change()
      onDone()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  const save = () => {
    const wrong = cellsProblem(cells)
    setProblem(wrong)
    if (wrong === null) void attempt(() => api.call(saveGridSetting, layoutOfCells(cells), { quiet: true }))
  }
  return (
    <div className={styles.layout}>
      <Size cells={cells} onChange={setCells} />
      <Boxes cells={cells} onChange={setCells} />
      <Problem>{problem}</Problem>
      <FormActions className={styles.actions}>
        <Button
          className={styles.customize ?? ''}
          variant="subtle"
          onClick={() => void attempt(() => api.call(resetGridSetting, undefined, { quiet: true }))}
        >
          {LAYOUT_TEXT.reset}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {LAYOUT_TEXT.cancel}
        </Button>
        <Button onClick={save}>{LAYOUT_TEXT.save}</Button>
      </FormActions>
    </div>
  )
}

interface CellsProps {
  readonly cells: Cells
  readonly onChange: (cells: Cells) => void
}

const COUNTS = Array.from({ length: GRID_MAX }, (_, place) => place + 1)

function Size({ cells, onChange }: CellsProps) {
  const rows = cells.length
  const columns = cells[0]?.length ?? 1
  const choice = (label: string, value: number, choose: (count: number) => void) => (
    <label className={styles.size}>
      {label}
      <select value={value} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {COUNTS.map((count) => (
          <option key={count}>{count}</option>
        ))}
      </select>
    </label>
  )
  return (
    <div className={styles.sizes}>
      {choice(LAYOUT_TEXT.columns, columns, (count) => onChange(resized(cells, count, rows)))}
      {choice(LAYOUT_TEXT.rows, rows, (count) => onChange(resized(cells, columns, count)))}
    </div>
  )
}

function Boxes({ cells, onChange }: CellsProps) {
  const permissions = useSession((session) => session.permissions)
  const offered = SUMMARY_WIDGETS.filter((widget) => maySeeWidget(permissions, widget))
  const columns = cells[0]?.length ?? 1
  return (
    <div className={styles.boxes} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {cells.flatMap((row, y) =>
        row.map((cell, x) => (
          <select
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={`${y} ${x}`}
            className={styles.box}
            data-assigned={cell !== null}
            aria-label={LAYOUT_TEXT.cell(y + 1, x + 1)}
            value={cell ?? ''}
            onChange={(event) => {
              const widget = offered.find((one) => one === event.currentTarget.value) ?? null
              onChange(assigned(cells, { x, y }, widget))
            }}
          >
            <option value="">{LAYOUT_TEXT.notAssigned}</option>
            {offered.map((widget) => (
              <option key={widget} value={widget}>
                {WIDGET_TEXT[widget].title}
              </option>
            ))}
          </select>
        )),
      )}
    </div>
  )
}
