import { act } from '@testing-library/react'
import { useStore } from 'zustand'
import { searchUsers } from '#shared/contract/help.ts'
import { getTaskConfig } from '#shared/contract/settings.ts'
import type { TaskConfig } from '#shared/contract/settings-entities.ts'
import type { Task, TaskRow } from '#shared/contract/task-entities.ts'
import {
  addTask,
  changeTasks,
  getTask,
  listTasks,
  loadTasks,
  searchProjects,
} from '#shared/contract/tasks.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { useServices } from '../../../services/context.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { fakeLive } from '../../../testing/fake-live.tsx'
import { testToken } from '../../../testing/session-token.ts'
import { renderSignedIn } from '../../../testing/signed-in.tsx'
import { AddTaskDialog, TasksDialog } from '../index.ts'

/** Noon of a Saturday: what the fake services' clock says. */
export const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/** A task of Amelia's (7), who is signed in, for an hour today. */
export function rowWith(changes: Partial<TaskRow> = {}): TaskRow {
  return {
    id: 41,
    taskName: 'Check the quota',
    subject: 'Check the quota',
    prefixID: null,
    userID: 7,
    userName: 'Amelia Ward',
    createdBy: 7,
    createdByName: 'Amelia Ward',
    projectID: 2101,
    projectName: 'Household Travel Survey',
    epicName: '',
    eventStart: iso(NOW - HOUR),
    eventEnd: iso(NOW),
    dueDate: iso(NOW + 4 * HOUR),
    completionTime: null,
    requiredHours: 1,
    status: 'To do',
    statusKind: 'TO_DO',
    priority: 'MEDIUM',
    storyPoint: '5',
    sprint: '',
    milestone: '',
    testingStatus: 'TESTING NOT REQUIRED',
    openBlockers: 0,
    subtasks: 0,
    openSubtasks: 0,
    version: 3,
    mayChange: true,
    ...changes,
  }
}

export const taskWith = (changes: Partial<Task> = {}): Task => ({
  ...rowWith(),
  description: 'Before noon',
  template: null,
  links: [],
  files: [],
  chat: null,
  hasChat: false,
  createdTime: iso(NOW - 24 * HOUR),
  updatedTime: iso(NOW - HOUR),
  updatedBy: 'Amelia Ward',
  ...changes,
})

/** What a field has. */
export const typedIn = (field: HTMLElement): string => (field as HTMLInputElement).value
/** Whether it can't be used. */
export const isOff = (control: HTMLElement): boolean => (control as HTMLButtonElement).disabled

export const PLANNER: readonly PermissionName[] = [
  'CALENDAR_CAN_USE_TASK_SCHEDULER',
  'GENERAL_CAN_USE_TEAM_CHAT',
]

interface Shown {
  rows: readonly TaskRow[]
  week: readonly TaskRow[]
  task: Task
  config: TaskConfig
}

/** A signed-in person's dialogs of tasks over a server that holds what `shown` says from now on. */
export function openPlanner(permissions: readonly PermissionName[] = PLANNER, path?: string) {
  const at = fakeLive()
  at.services.session.signIn(testToken(permissions, { userId: 7, userName: 'amelia.ward' }))
  const shown: Shown = {
    rows: [rowWith()],
    week: [],
    task: taskWith(),
    config: DEPLOYMENT_DEFAULTS.taskConfig,
  }
  at.answer(getTaskConfig, () => shown.config)
  at.answer(listTasks, () => ({
    rows: shown.rows,
    total: shown.rows.length,
    totals: { requiredHours: shown.rows.length, overdue: 0 },
    asOf: iso(NOW),
  }))
  at.answer(loadTasks, () => shown.week)
  at.answer(getTask, () => shown.task)
  at.answer(addTask, () => ({ taskID: 77 }))
  at.answer(searchProjects, ({ searchTerm }: { searchTerm: string }) =>
    [
      { id: 1, name: 'Office' },
      { id: 2101, name: 'Northgate Travel' },
    ].filter(({ name }) => name.toLowerCase().includes(searchTerm.toLowerCase())),
  )
  at.answer(searchUsers, ({ searchTerm }: { searchTerm: string }) =>
    searchTerm === 'priya' ? [{ userID: 9, displayName: 'Priya Nair', role: '', areaName: '' }] : [],
  )
  at.answer(changeTasks, ({ changes }: { changes: { taskID: number; version: number; set: object }[] }) => ({
    results: changes.map(({ taskID, version, set }) => ({
      taskID,
      done: true,
      version: version + 1,
      undo: Object.fromEntries(
        Object.keys(set).map((field) => [
          field,
          shown.rows.find(({ id }) => id === taskID)?.[field as 'status'],
        ]),
      ),
    })),
  }))
  const view = renderSignedIn(at.services, at.around(<Host />), path)
  const open = (params?: DialogParams['tasks']) => act(async () => at.services.dialogs.open('tasks', params))
  const add = (params?: DialogParams['add-task']) =>
    act(async () => at.services.dialogs.open('add-task', params))
  const callsOf = (path: string) =>
    at.made
      .filter((call) => call.path.endsWith(path))
      .map(({ request }) => request as Record<string, unknown>)
  return { ...at, ...view, shown, open, add, callsOf }
}

/** Shows what the dialogs' store asks for, as the shell does. */
function Host() {
  const { dialogs } = useServices()
  const all = useStore(dialogs.store)
  const tasks = all.find(({ name }) => name === 'tasks')
  const adding = all.find(({ name }) => name === 'add-task')
  return (
    <>
      {tasks ? (
        <TasksDialog
          opened={tasks.opened}
          onClose={() => dialogs.close('tasks')}
          params={tasks.params as DialogParams['tasks']}
        />
      ) : null}
      {adding ? (
        <AddTaskDialog
          opened={adding.opened}
          onClose={() => dialogs.close('add-task')}
          params={adding.params as DialogParams['add-task']}
        />
      ) : null}
    </>
  )
}
