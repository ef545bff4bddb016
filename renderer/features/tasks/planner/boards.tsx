import { ActionIcon, Button } from '@mantine/core'
import { IconChecklist, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import {
  londonDayAfter,
  londonDaysBetween,
  londonField,
  momentOfField,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { listQuery, weekQuery } from '../queries.ts'
import { TEXT } from '../text.ts'
import { wholeDay } from '../when.ts'
import { Board, type Column } from './Board.tsx'
import { movedToDay } from './moves.ts'
import styles from './Planner.module.css'
import { PlannerSkeleton } from './PlannerSkeleton.tsx'
import { usePlanner } from './planner-context.tsx'
import { type PlannerView, requestOf } from './use-planner-address.ts'

interface BoardViewProps {
  readonly view: PlannerView
  readonly change: (next: Partial<PlannerView>) => void
}

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const hours = (tasks: readonly TaskRow[]) =>
  tasks.filter(({ statusKind }) => isOpenKind(statusKind)).reduce((sum, one) => sum + one.requiredHours, 0)
const SHORT = new Intl.DateTimeFormat(LOCALE, {
  timeZone: 'Europe/London',
  weekday: 'short',
  day: 'numeric',
})

const matches = (task: TaskRow, { search, status, priority }: PlannerView): boolean =>
  (search === '' || task.taskName.toLowerCase().includes(search.toLowerCase())) &&
  (status === '' || task.status === status) &&
  (priority === '' || task.priority === priority)

/** The person's week with a column for each day, and before it what is left from earlier ones. */
export function WeekView({ view, change }: BoardViewProps) {
  const { api } = useServices()
  const { userID, change: changeTasks } = usePlanner()
  const now = useNow()
  const monday = startOfLondonWeek(view.week === '' ? now : momentOfField(view.week))
  const isThisWeek = londonDaysBetween(monday, now) >= 0 && londonDaysBetween(monday, now) < 7
  const week = useQuery(
    weekQuery(api, { userIDs: [userID], start: iso(monday), end: iso(londonDayAfter(monday, 7)) }),
  )
  const earlier = useQuery({
    ...listQuery(api, {
      view: 'MINE',
      filters: [
        { field: 'isOpen', operator: 'anyOf', values: ['yes'] },
        { field: 'eventStart', operator: 'between', values: ['', iso(monday)] },
      ],
      pageSize: 100,
    }),
    enabled: isThisWeek,
  })
  const goTo = (days: number) => change({ week: londonField(londonDayAfter(monday, days)).slice(0, 10) })
  const columns = weekColumns(
    monday,
    now,
    (week.data ?? []).filter((task) => matches(task, view)),
    isThisWeek ? (earlier.data?.rows ?? []).filter((task) => matches(task, view)) : [],
  )
  return (
    <>
      <div className={styles.weekBar}>
        <ActionIcon variant="default" aria-label={TEXT.previousWeek} onClick={() => goTo(-7)}>
          <IconChevronLeft size={17} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={TEXT.nextWeek} onClick={() => goTo(7)}>
          <IconChevronRight size={17} aria-hidden="true" />
        </ActionIcon>
        <Button size="compact-sm" variant="subtle" disabled={isThisWeek} onClick={() => change({ week: '' })}>
          {TEXT.thisWeek}
        </Button>
        <strong>
          {wholeDay(monday)} – {wholeDay(londonDayAfter(monday, 6))}
        </strong>
      </div>
      {week.data ? (
        <Board
          columns={columns}
          timed
          shown={view.task}
          onMove={(task, column) =>
            void changeTasks(
              [{ task, set: movedToDay(task, Number(column.id)) }],
              TEXT.moved(task.taskName, column.label),
            )
          }
        />
      ) : week.error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(week.error)} onRetry={() => void week.refetch()} />
      ) : (
        <PlannerSkeleton />
      )}
    </>
  )
}

const iso = (at: number): string => new Date(at).toISOString()

/** A column for each day with what begins on it. What began before the week stands on its first day. */
function weekColumns(
  monday: number,
  now: number,
  tasks: readonly TaskRow[],
  earlier: readonly TaskRow[],
): Column[] {
  const days = DAYS.map((place) => {
    const day = londonDayAfter(monday, place)
    const own = tasks.filter(({ eventStart }) => londonDaysBetween(day, Date.parse(eventStart)) === 0)
    return {
      id: String(day),
      label: SHORT.format(day),
      note: own.length === 0 ? '' : TEXT.load(hours(own)),
      tasks: own,
      takes: true,
      isNow: londonDaysBetween(day, now) === 0,
      isSlim: place >= 5,
    }
  })
  if (earlier.length === 0) return days
  return [
    { id: 'earlier', label: TEXT.earlier, note: TEXT.load(hours(earlier)), tasks: earlier, takes: false },
    ...days,
  ]
}

/** The person's own tasks with a column for each status. */
export function StateView({ view, change }: BoardViewProps) {
  const { api } = useServices()
  const { config, change: changeTasks } = usePlanner()
  const list = useQuery(listQuery(api, requestOf(view)))
  if (list.data === undefined)
    return list.error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(list.error)} onRetry={() => void list.refetch()} />
    ) : (
      <PlannerSkeleton />
    )
  const { rows, total } = list.data
  if (rows.length === 0)
    return (
      <EmptyState
        icon={<IconChecklist size={28} stroke={1.5} />}
        title={view.search === '' && view.priority === '' ? TEXT.empty.board : TEXT.noMatch}
      />
    )
  const columns = config.statuses.map(({ name }) => ({
    id: name,
    label: name,
    tasks: rows.filter(({ status }) => status === name),
    takes: true,
  }))
  return (
    <>
      {total > rows.length ? (
        <p className={styles.totals} role="status">
          {TEXT.firstOf(rows.length, total)}
          <button type="button" className={styles.textButton} onClick={() => change({ tab: 'mine' })}>
            {TEXT.wholeList}
          </button>
        </p>
      ) : null}
      <Board
        columns={columns}
        timed={false}
        shown={view.task}
        onMove={(task, column) =>
          void changeTasks([{ task, set: { status: column.id } }], TEXT.moved(task.taskName, column.label))
        }
      />
    </>
  )
}
