import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { type listTasks, type TaskFilter, taskSort } from '#shared/contract/tasks.ts'
import type { TaskView } from '#shared/domain/tasks.ts'
import { type PageSize, readPageSize } from '../../../ui/grid/Pager.tsx'

export const TABS = ['day', 'week', 'board', 'mine', 'delegated', 'all', 'due'] as const
export type Tab = (typeof TABS)[number]
export const GROUPS = ['none', 'due', 'project', 'status', 'priority', 'person'] as const
export type Group = (typeof GROUPS)[number]

/** What the planner shows, as its address says it. */
export interface PlannerView {
  readonly tab: Tab
  readonly search: string
  /** '' for any. */
  readonly status: string
  readonly priority: string
  readonly finished: boolean
  readonly group: Group
  readonly sort: z.output<typeof taskSort>
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly size: PageSize
  /** A day of the week that is shown, 'YYYY-MM-DD'; '' for this week. */
  readonly week: string
  /** The open task; 0 for none. */
  readonly task: number
}
type Name = keyof PlannerView

/** Set apart from the addresses of what is underneath. */
const PREFIX = 'task-'
const whole = z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))

/** Reads a view from an address; whatever is amiss there counts as absent. */
export function readView(get: (name: Name) => string | null): PlannerView {
  const read = <T>(schema: z.ZodMiniType<T>, name: Name, otherwise: T): T => {
    const parsed = schema.safeParse(get(name))
    return parsed.success && get(name) !== null ? parsed.data : otherwise
  }
  const week = get('week') ?? ''
  return {
    tab: read(z.enum(TABS), 'tab', 'day'),
    search: get('search') ?? '',
    status: get('status') ?? '',
    priority: get('priority') ?? '',
    finished: get('finished') === 'true',
    group: read(z.enum(GROUPS), 'group', 'due'),
    sort: read(taskSort, 'sort', 'dueDate'),
    order: read(z.enum(['asc', 'desc']), 'order', 'asc'),
    page: Math.max(1, read(whole, 'page', 1)),
    size: readPageSize(get('size')),
    week: Number.isNaN(Date.parse(week)) ? '' : week,
    task: read(whole, 'task', 0),
  }
}

const VIEW_OF: Readonly<Record<Exclude<Tab, 'week'>, TaskView>> = {
  day: 'MY_DAY',
  due: 'DUE',
  board: 'BOARD',
  mine: 'MINE',
  delegated: 'DELEGATED',
  all: 'ALL',
}

const GROUP_SORTS: Readonly<Record<Group, NonNullable<RequestOf<typeof listTasks>['sort']>>> = {
  none: [],
  due: [{ field: 'dueDate', direction: 'asc' }],
  project: [{ field: 'projectName', direction: 'asc' }],
  status: [{ field: 'status', direction: 'asc' }],
  priority: [{ field: 'priority', direction: 'desc' }],
  person: [{ field: 'userName', direction: 'asc' }],
}

/** What is asked of the server for a list. A board shows all that its person has at once. */
export function requestOf(view: PlannerView): RequestOf<typeof listTasks> {
  const { tab, search, status, priority, finished, group, sort, order, page, size } = view
  const isBoard = tab === 'board'
  const any = (field: 'isOpen' | 'status' | 'priority', value: string): TaskFilter[] =>
    value === '' ? [] : [{ field, operator: 'anyOf', values: [value] }]
  return {
    view: VIEW_OF[tab === 'week' ? 'mine' : tab],
    searchTerm: search,
    filters: [
      ...any('status', status),
      ...any('priority', priority),
      ...any('isOpen', isBoard || finished || status !== '' ? '' : 'yes'),
    ],
    // Tasks of a group come together, on however many pages they are.
    sort: isBoard
      ? []
      : [...GROUP_SORTS[group].filter(({ field }) => field !== sort), { field: sort, direction: order }],
    page: isBoard ? 1 : page,
    pageSize: isBoard ? 200 : size,
  }
}

/** The planner's view, kept in the address, so that a reload, the back button and a sent link show the same. */
export function usePlannerAddress() {
  const [params, setParams] = useSearchParams()
  // The router hands out an address once it has drawn it: a second choice before that builds on the first.
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])
  const view = useMemo(() => readView((name) => params.get(PREFIX + name)), [params])
  const change = useCallback(
    (next: Partial<PlannerView>) => {
      const kept = new URLSearchParams(latest.current)
      const standard = readView(() => null)
      // Another choice begins at its first page; opening a task is none.
      const isChoice = Object.keys(next).some((name) => name !== 'task' && name !== 'page')
      for (const [name, value] of Object.entries({ ...(isChoice ? { page: 1 } : {}), ...next })) {
        if (value === standard[name as Name]) kept.delete(PREFIX + name)
        else kept.set(PREFIX + name, String(value))
      }
      latest.current = kept
      setParams(kept, { replace: true })
    },
    [setParams],
  )
  /** Takes the planner's part out of the address. */
  const clear = useCallback(() => {
    const kept = new URLSearchParams([...latest.current].filter(([name]) => !name.startsWith(PREFIX)))
    latest.current = kept
    setParams(kept, { replace: true })
  }, [setParams])
  return { view, change, clear }
}
