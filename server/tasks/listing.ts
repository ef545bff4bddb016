import type { ExpressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Task, TaskHistoryEntry, TaskRow } from '#shared/contract/task-entities.ts'
import { filledTemplate, taskFieldChange } from '#shared/contract/task-entities.ts'
import type { listTasks, loadTasks, TaskFilter, taskSort } from '#shared/contract/tasks.ts'
import { SYSTEM_USER_ID, SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { londonDayAfter, startOfLondonWeek } from '#shared/domain/london-time.ts'
import { BOARD_CLOSED_DAYS, TASK_PRIORITIES } from '#shared/domain/tasks.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import { parsed } from '../settings/parsed.ts'
import { isVisible, requireTask, visibleTasks } from './access.ts'
import { taskConfigOf } from './config.ts'
import { filesOf } from './files.ts'
import { linksOf } from './links.ts'
import type { TaskPerson } from './rights.ts'
import { chatOf } from './room.ts'
import { isoTime, selectTasks, taskRowOf } from './rows.ts'

type List = z.output<typeof listTasks.request>
type Sort = z.output<typeof taskSort>

/** Tasks to choose a page of: their names are joined only where the choice goes by them. */
const tasksOf = (db: Database) =>
  db
    .selectFrom('tasks as t')
    .leftJoin('users as assignee', 'assignee.id', 't.userID')
    .leftJoin('projects as p', 'p.id', 't.projectID')
    .where('t.deletedAt', 'is', null)
type Tasks = ReturnType<typeof tasksOf>

const OPEN = ['TO_DO', 'DOING'] as const
const CLOSED = ['DONE', 'DROPPED'] as const

/** What a view has of the tasks that the person may see: their own and those they made they always may. */
function inView(db: Database, view: List['view'], person: TaskPerson, now: number): Tasks {
  const { userID } = person
  const own = tasksOf(db).where('t.userID', '=', userID)
  switch (view) {
    case 'MY_DAY':
      return own.where('t.statusKind', 'in', OPEN).where('t.eventStart', '<', londonDayAfter(now, 1))
    case 'DUE':
      return own.where('t.statusKind', 'in', OPEN).where('t.dueDate', '<', londonDayAfter(now, 1))
    case 'MINE':
      return own
    case 'BOARD':
      return own.where((eb) =>
        eb.or([
          eb('t.statusKind', 'in', OPEN),
          eb.and([
            eb('t.statusKind', 'in', CLOSED),
            eb('t.updatedAt', '>=', londonDayAfter(now, -BOARD_CLOSED_DAYS)),
          ]),
        ]),
      )
    case 'DELEGATED':
      return tasksOf(db).where('t.createdBy', '=', userID).where('t.userID', '!=', userID)
    case 'ALL':
      return tasksOf(db).where((eb) => isVisible(db, eb as never, person))
  }
}

/** The number in '41' or '#41'; null in anything else. */
function numberIn(term: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(term)?.[1]
  return digits === undefined ? null : Number(digits)
}

function withTerm(tasks: Tasks, term: string): Tasks {
  if (term === '') return tasks
  const id = numberIn(term)
  return tasks.where((eb) =>
    eb.or([
      contains('t.subject', term),
      contains('assignee.displayName', term),
      contains('p.name', term),
      ...(id === null ? [] : [eb('t.id', '=', id)]),
    ]),
  )
}

function withFilter(tasks: Tasks, filter: TaskFilter): Tasks {
  if (filter.operator === 'between') {
    const [from, before] = filter.values.map(Date.parse)
    const column = filter.field === 'dueDate' ? 't.dueDate' : 't.eventStart'
    const begun = Number.isNaN(from) ? tasks : tasks.where(column, '>=', from ?? 0)
    return Number.isNaN(before) ? begun : begun.where(column, '<', before ?? 0)
  }
  const { field, values } = filter
  if (values.length === 0) return tasks
  if (field === 'isOpen') {
    const kinds = [...(values.includes('yes') ? OPEN : []), ...(values.includes('no') ? CLOSED : [])]
    return kinds.length === 0 ? tasks : tasks.where('t.statusKind', 'in', kinds)
  }
  if (field === 'projectID') return tasks.where('t.projectID', 'in', values.map(Number))
  if (field === 'userID') return tasks.where('t.userID', 'in', values.map(Number))
  return tasks.where(`t.${field}` as 't.status', 'in', values)
}

/** The place of a value in a list, to sort by. */
function placeIn(eb: ExpressionBuilder<never, never>, column: string, values: readonly string[]) {
  const [first = '', ...rest] = values
  let cases = eb
    .case()
    .when(column as never, '=', first as never)
    .then(0)
  for (const [place, value] of rest.entries())
    cases = cases.when(column as never, '=', value as never).then(place + 1)
  return cases.else(values.length).end()
}

const COLUMNS: Readonly<Record<Exclude<Sort, 'priority' | 'status'>, string>> = {
  eventStart: 't.eventStart',
  dueDate: 't.dueDate',
  subject: 't.subject',
  userName: 'assignee.displayName',
  projectName: 'p.name',
  requiredHours: 't.requiredHours',
  completionTime: 't.completionTime',
}
const TEXTS: ReadonlySet<Sort> = new Set(['subject', 'userName', 'projectName'])

/** The page's own order: what is due first, the more urgent before. */
const OWN_ORDER: List['sort'] = [
  { field: 'dueDate', direction: 'asc' },
  { field: 'priority', direction: 'desc' },
]

function sorted(tasks: Tasks, sort: List['sort'], statuses: readonly string[]): Tasks {
  let all = tasks
  for (const { field, direction } of sort.length > 0 ? sort : OWN_ORDER)
    all = all.orderBy((eb) => {
      const any = eb as unknown as ExpressionBuilder<never, never>
      if (field === 'priority') return placeIn(any, 't.priority', TASK_PRIORITIES) as never
      if (field === 'status') return placeIn(any, 't.status', statuses) as never
      const column = COLUMNS[field] as 't.subject'
      return (TEXTS.has(field) ? eb.fn('lower', [column]) : eb.ref(column)) as never
    }, direction)
  // No row comes twice or is missed while paging (spec 4 §1.1).
  return all.orderBy('t.id', 'asc')
}

/** All tasks that a list is about, in no order. */
export function tasksOfList(db: Database, person: TaskPerson, list: List, now: number): Tasks {
  const found = withTerm(inView(db, list.view, person, now), list.searchTerm.trim())
  return list.filters.reduce(withFilter, found)
}

/** A page of the tasks that a person may see (spec 4 §1.1). */
export async function tasksPage(db: Database, person: TaskPerson, list: List, now: number) {
  const config = await taskConfigOf(db)
  const found = tasksOfList(db, person, list, now)
  const statuses = config.statuses.map(({ name }) => name)
  // The names and counts of a page are read for its rows alone.
  const ids = await sorted(found, list.sort, statuses)
    .limit(list.pageSize)
    .offset((list.page - 1) * list.pageSize)
    .select('t.id')
    .execute()
  const rows = await selectTasks(db)
    .where('t.id', 'in', [0, ...ids.map(({ id }) => id)])
    .execute()
  const byID = new Map(rows.map((row) => [row.id, row]))
  const sums = await found
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.coalesce(eb.fn.sum<number>('t.requiredHours'), eb.lit(0)).as('hours'),
      eb.fn
        .coalesce(
          eb.fn.sum<number>(
            eb
              .case()
              .when(eb.and([eb('t.dueDate', '<', now), eb('t.statusKind', 'in', OPEN)]))
              .then(1)
              .else(0)
              .end(),
          ),
          eb.lit(0),
        )
        .as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  return {
    rows: ids.flatMap(({ id }) => {
      const row = byID.get(id)
      return row ? [taskRowOf(row, config, person)] : []
    }),
    total: Number(sums.total),
    totals: { requiredHours: Number(sums.hours), overdue: Number(sums.overdue) },
    asOf: isoTime(now),
  }
}

/** Tasks of these people in that time (spec 3 §7): those that last into it, or are due in it. */
export async function tasksInTime(
  db: Database,
  person: TaskPerson,
  { userIDs, start, end }: z.output<typeof loadTasks.request>,
): Promise<TaskRow[]> {
  if (userIDs.length === 0) return []
  const config = await taskConfigOf(db)
  const from = end === undefined ? startOfLondonWeek(Date.parse(start)) : Date.parse(start)
  const before = end === undefined ? londonDayAfter(from, 7) : Date.parse(end)
  const rows = await visibleTasks(db, person)
    .where('t.userID', 'in', userIDs)
    .where((eb) =>
      eb.or([
        eb.and([eb('t.eventStart', '<', before), eb('t.eventEnd', '>', from)]),
        eb.and([eb('t.eventStart', '>=', from), eb('t.eventStart', '<', before)]),
        eb.and([eb('t.dueDate', '>=', from), eb('t.dueDate', '<', before)]),
      ]),
    )
    .orderBy('t.eventStart')
    .orderBy('t.id')
    .execute()
  return rows.map((row) => taskRowOf(row, config, person))
}

/** A task whole. @throws Refusal 400 as requireTask */
export async function wholeTask(db: Database, person: TaskPerson, taskID: number): Promise<Task> {
  const stored = await requireTask(db, person, taskID)
  const config = await taskConfigOf(db)
  const template = filledTemplate.safeParse(parsed(stored.template))
  return {
    ...taskRowOf(stored, config, person),
    description: stored.description,
    template: template.success ? template.data : null,
    links: await linksOf(db, config, taskID),
    files: await filesOf(db, taskID),
    ...(await chatOf(db, person.userID, taskID)),
    createdTime: isoTime(stored.createdAt),
    updatedTime: isoTime(stored.updatedAt),
    updatedBy: stored.updatedByName ?? SYSTEM_USER_LABEL,
  }
}

/** What happened to a task, newest first. @throws Refusal 400 as requireTask */
export async function historyOf(
  db: Database,
  person: TaskPerson,
  { taskID, before, limit }: { taskID: number; before?: number | undefined; limit: number },
): Promise<TaskHistoryEntry[]> {
  await requireTask(db, person, taskID)
  let entries = db
    .selectFrom('taskHistory as h')
    .leftJoin('users as u', 'u.id', 'h.byID')
    .where('h.taskID', '=', taskID)
    .orderBy('h.id', 'desc')
    .limit(limit)
    .select(['h.id', 'h.eventTime', 'h.event', 'h.byID', 'h.text', 'h.changes', 'u.displayName'])
  if (before !== undefined) entries = entries.where('h.id', '<', before)
  return (await entries.execute()).map(({ id, eventTime, event, byID, text, changes, displayName }) => ({
    id,
    eventTime: isoTime(eventTime),
    event,
    by: displayName ?? SYSTEM_USER_LABEL,
    byID: byID ?? SYSTEM_USER_ID,
    text,
    changes: (JSON.parse(changes) as unknown[]).map((change) => taskFieldChange.parse(change)),
  }))
}
