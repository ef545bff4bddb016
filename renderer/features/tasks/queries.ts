import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { RequestOf } from '#shared/contract/http-call.ts'
import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'
import { getTask, listTasks, loadTasks, taskHistory } from '#shared/contract/tasks.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

const HISTORY_PAGE = 50

export const listQuery = (api: ApiClient, request: RequestOf<typeof listTasks>) =>
  queryOptions({
    queryKey: ['tasks', 'list', request],
    queryFn: ({ signal }) => api.call(listTasks, request, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })

export const weekQuery = (api: ApiClient, request: RequestOf<typeof loadTasks>) =>
  queryOptions({
    queryKey: ['tasks', 'week', request],
    queryFn: ({ signal }) => api.call(loadTasks, request, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })

export const taskQuery = (api: ApiClient, taskID: number) =>
  queryOptions({
    queryKey: ['tasks', 'one', taskID],
    queryFn: ({ signal }) => api.call(getTask, { taskID }, { quiet: true, signal }),
  })

export const historyQuery = (api: ApiClient, taskID: number) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'history', taskID],
    queryFn: ({ signal, pageParam }) =>
      api.call(
        taskHistory,
        { taskID, limit: HISTORY_PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        { quiet: true, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < HISTORY_PAGE ? null : (last.at(-1)?.id ?? null)),
  })

/** Reads again whatever is shown of tasks. */
export const refreshTasks = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['tasks'] })

type Patch = Pick<TaskChange, 'status' | 'priority' | 'eventStart' | 'eventEnd' | 'dueDate' | 'userID'> &
  Partial<Pick<TaskRow, 'statusKind' | 'userName'>>

const withPatch = (row: TaskRow, patches: ReadonlyMap<number, Patch>): TaskRow => {
  const patch = patches.get(row.id)
  const known = Object.entries(patch ?? {}).filter(([, value]) => value !== undefined)
  return known.length === 0 ? row : { ...row, ...Object.fromEntries(known) }
}

/** Shows changes at once, before the server has answered. */
export function showAtOnce(queries: QueryClient, patches: ReadonlyMap<number, Patch>): void {
  queries.setQueriesData<{ rows: TaskRow[] }>({ queryKey: ['tasks', 'list'] }, (list) =>
    list ? { ...list, rows: list.rows.map((row) => withPatch(row, patches)) } : list,
  )
  queries.setQueriesData<TaskRow[]>({ queryKey: ['tasks', 'week'] }, (rows) =>
    rows?.map((row) => withPatch(row, patches)),
  )
}
