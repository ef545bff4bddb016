import { IconChecklist } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { Pager } from '../../../ui/grid/Pager.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { listQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { BulkBar } from './BulkBar.tsx'
import { grouped } from './groups.ts'
import styles from './Planner.module.css'
import { PlannerSkeleton } from './PlannerSkeleton.tsx'
import { usePlanner } from './planner-context.tsx'
import { TaskLine } from './TaskLine.tsx'
import { type PlannerView, requestOf } from './use-planner-address.ts'

interface TaskListProps {
  readonly view: PlannerView
  readonly change: (next: Partial<PlannerView>) => void
}

/** A page of tasks in groups, of which many can be changed at once (spec 4 §1). */
export function TaskList({ view, change }: TaskListProps) {
  const { api } = useServices()
  const list = useQuery(listQuery(api, requestOf(view)))
  const { selected, select, setSelected } = useSelection(list.data?.rows ?? [])
  const place = useFocusKept()
  if (list.data === undefined)
    return list.error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
    ) : (
      <PlannerSkeleton />
    )
  const { rows, total, totals } = list.data
  return (
    <>
      {selected.length > 0 ? (
        <BulkBar
          tasks={selected}
          onAll={selected.length < rows.length ? () => setSelected(rows.map(({ id }) => id)) : null}
          onClear={() => setSelected([])}
        />
      ) : (
        <p className={styles.totals} role="status">
          {TEXT.totals(total, totals.requiredHours, totals.overdue)}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it sees where the focus is and does nothing */}
      <div className={styles.scroll} ref={place.ref} onFocus={place.onFocus}>
        {rows.length === 0 ? (
          <Nothing view={view} change={change} />
        ) : (
          <Groups view={view} rows={rows} selected={selected} onSelect={select} />
        )}
      </div>
      {total > view.size ? (
        <Pager
          label={TEXT.pages}
          total={total}
          page={view.page}
          pageSize={view.size}
          onPage={(page) => change({ page })}
          onPageSize={(size) => change({ size })}
        />
      ) : null}
    </>
  )
}

/**
 * When the line with the focus goes, for example because it was finished, the line in its place gets the focus.
 */
function useFocusKept() {
  const ref = useRef<HTMLDivElement>(null)
  const last = useRef<{ readonly line: Element; readonly at: number } | null>(null)
  const lines = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
  useEffect(() => {
    const { line, at = 0 } = last.current ?? {}
    if (!line || line.isConnected || document.activeElement !== document.body) return
    last.current = null
    const now = lines()
    now[Math.min(at, now.length - 1)]?.focus()
  })
  const onFocus = ({ target }: FocusEvent) => {
    const line = target.closest('li')?.querySelector<HTMLElement>('[data-task]')
    if (line) last.current = { line, at: lines().indexOf(line) }
  }
  return { ref, onFocus }
}

/** What is selected of the rows that show; Shift takes along what lies between. */
function useSelection(rows: readonly TaskRow[]) {
  const [ids, setSelected] = useState<readonly number[]>([])
  const [last, setLast] = useState(0)
  const select = (task: TaskRow, range: boolean) => {
    const places = [last, task.id].map((id) => rows.findIndex((row) => row.id === id))
    setLast(task.id)
    if (range && !places.includes(-1)) {
      const between = rows.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id)
      return setSelected([...new Set([...ids, ...between])])
    }
    setSelected(ids.includes(task.id) ? ids.filter((id) => id !== task.id) : [...ids, task.id])
  }
  return { selected: rows.filter(({ id }) => ids.includes(id)), select, setSelected }
}

interface GroupsProps {
  readonly view: PlannerView
  readonly rows: readonly TaskRow[]
  readonly selected: readonly TaskRow[]
  readonly onSelect: (task: TaskRow, range: boolean) => void
}

function Groups({ view, rows, selected, onSelect }: GroupsProps) {
  const { config, userID } = usePlanner()
  const now = useNow()
  return grouped(rows, view.group, { now, statuses: config.statuses }).map(({ heading, tasks }) => (
    <section key={heading} className={styles.group} aria-label={heading || TEXT.tasks}>
      {heading === '' ? null : (
        <h2 data-late={heading === TEXT.overdue}>
          {heading} <span>{tasks.length}</span>
        </h2>
      )}
      <ul className={styles.lines}>
        {tasks.map((task) => (
          <TaskLine
            key={task.id}
            task={task}
            selected={selected.includes(task)}
            onSelect={onSelect}
            isShown={view.task === task.id}
            named={task.userID !== userID}
          />
        ))}
      </ul>
    </section>
  ))
}

/** Whether filters hide what there may be. */
const isFiltered = ({ search, status, priority }: PlannerView): boolean =>
  search !== '' || status !== '' || priority !== ''

function Nothing({ view, change }: TaskListProps) {
  const hidden = isFiltered(view)
  return (
    <EmptyState
      icon={<IconChecklist size={28} stroke={1.5} />}
      title={hidden ? TEXT.noMatch : TEXT.empty[view.tab]}
    >
      {hidden ? (
        <button
          type="button"
          className={styles.textButton}
          onClick={() => change({ search: '', status: '', priority: '' })}
        >
          {TEXT.clearAll}
        </button>
      ) : null}
    </EmptyState>
  )
}
