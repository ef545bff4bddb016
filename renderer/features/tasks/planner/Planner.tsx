import '../mantine-styles.ts'
import { Tabs } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { taskConfigQuery } from '../../../services/http/task-config.ts'
import { useLive } from '../../../services/live.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
import { type TaskKeyID, taskKeyOf } from '../../../services/page/task-keys.ts'
import { UndoLine } from '../../../ui/UndoLine.tsx'
import { AddTaskButton } from '../add/AddTaskButton.tsx'
import { QuickRow } from '../add/QuickRow.tsx'
import { refreshTasks } from '../queries.ts'
import { TaskPanel } from '../task/TaskPanel.tsx'
import { TAB_LABELS, TEXT } from '../text.ts'
import { StateView, WeekView } from './boards.tsx'
import styles from './Planner.module.css'
import { PlannerBar } from './PlannerBar.tsx'
import { type Planner as PlannerContextValue, PlannerProvider } from './planner-context.tsx'
import { TaskList } from './TaskList.tsx'
import { type Outcome, UNDO_MS, useChanges } from './use-changes.ts'
import { TABS, type Tab, usePlannerAddress } from './use-planner-address.ts'

interface PlannerProps {
  /** Closes what the planner is in; nothing where it is a page. */
  readonly head?: ReactNode
  readonly address: ReturnType<typeof usePlannerAddress>
}

/** A person's tasks in their views, with one of them open beside them (spec 3 §1, §3). */
export function Planner({ head, address }: PlannerProps) {
  const { api } = useServices()
  const { view, change } = address
  const user = useSession((session) => session.user)
  const plans = useSession(({ permissions }) => permissions.can('CALENDAR_CAN_USE_TASK_SCHEDULER'))
  const deletes = useSession(({ permissions }) => permissions.can('CALENDAR_CAN_DELETE_TASK'))
  const config = useQuery(taskConfigQuery(api)).data ?? DEPLOYMENT_DEFAULTS.taskConfig
  const changes = useChanges(config)
  const root = useRef<HTMLDivElement>(null)
  const userID = user?.id ?? 0
  useNews()
  const planner: PlannerContextValue = {
    config,
    userID,
    plans,
    open: (task) => change({ task }),
    change: changes.change,
    toggle: changes.toggle,
    deletes,
    remove: (task) => {
      if (deletes && task.mayChange) void removeTask(task)
    },
  }
  const removeTask = async (task: Parameters<PlannerContextValue['remove']>[0]) => {
    const next = neighbourOf(root.current, task.id)
    if (!(await changes.remove(task))) return
    if (view.task === task.id) change({ task: 0 })
    // The focus goes to what takes its place.
    requestAnimationFrame(() => focusTask(root.current, next))
  }
  const closeTask = () => {
    const { task } = view
    change({ task: 0 })
    requestAnimationFrame(() => focusTask(root.current, task))
  }
  const isBoard = view.tab === 'week' || view.tab === 'board'
  return (
    <PlannerProvider value={planner}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for what the buttons in it do */}
      <div
        className={styles.planner}
        ref={root}
        data-open={view.task > 0}
        onKeyDown={(event) =>
          plannerKeys(event, root.current, { undo: changes.undo, tab: (tab) => change({ tab }) })
        }
      >
        <div className={styles.main}>
          <div className={styles.head}>
            {head ?? <h1 className={styles.title}>{TEXT.tasks}</h1>}
            <Tabs
              className={styles.tabs ?? ''}
              variant="pills"
              value={view.tab}
              onChange={(tab) => change({ tab: TABS.find((one) => one === tab) ?? 'day' })}
            >
              <Tabs.List aria-label={TEXT.views}>
                {TABS.map((tab) => (
                  <Tabs.Tab key={tab} value={tab} id={`tasks-tab-${tab}`}>
                    {TAB_LABELS[tab]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </Tabs>
            {plans ? <AddTaskButton /> : null}
          </div>
          {plans ? <QuickRow /> : null}
          <PlannerBar view={view} change={change} />
          <div className={styles.content} data-board={isBoard}>
            {view.tab === 'week' ? (
              <WeekView view={view} change={change} />
            ) : view.tab === 'board' ? (
              <StateView view={view} change={change} />
            ) : (
              <TaskList key={view.tab} view={view} change={change} />
            )}
          </div>
          <OutcomeBar outcome={changes.outcome} onUndo={changes.undo} onDismiss={changes.dismiss} />
        </div>
        {view.task > 0 ? <TaskPanel key={view.task} taskID={view.task} onClose={closeTask} /> : null}
      </div>
    </PlannerProvider>
  )
}

/** Reads again what shows when others change tasks; after a lost connection, whatever was missed. */
function useNews(): void {
  const { taskNews } = useLive()
  const queries = useQueryClient()
  useEffect(() => taskNews.onChange(() => void refreshTasks(queries)), [taskNews, queries])
}

/** What was done, with the way back (spec 4 §1.5). */
function OutcomeBar({
  outcome,
  onUndo,
  onDismiss,
}: {
  outcome: Outcome | null
  onUndo: () => Promise<void>
  onDismiss: () => void
}) {
  return (
    <UndoLine
      className={styles.outcome}
      said={
        outcome && (
          <>
            {outcome.words}
            {outcome.refused.map(({ name, reason }) => (
              <small key={name + reason}>
                {name}: {reason}
              </small>
            ))}
          </>
        )
      }
      undo={TEXT.undo}
      onUndo={outcome?.canUndo ? () => void onUndo() : null}
      close={{ label: TEXT.close, onClose: onDismiss }}
      ends={{ of: outcome, afterMs: UNDO_MS, onEnd: onDismiss }}
    />
  )
}

const tasksIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]

function focusTask(root: HTMLElement | null, taskID: number): void {
  tasksIn(root)
    .find(({ dataset }) => dataset.task === String(taskID))
    ?.focus()
}

/** The task after that one, or the one before where it is the last; 0 where it is alone. */
function neighbourOf(root: HTMLElement | null, taskID: number): number {
  const ids = tasksIn(root).map(({ dataset }) => Number(dataset.task))
  const at = ids.indexOf(taskID)
  return ids[at + 1] ?? ids[at - 1] ?? 0
}

interface KeyActions {
  readonly undo: () => Promise<void>
  readonly tab: (tab: Tab) => void
}

const isIn = (target: EventTarget, place: string): boolean =>
  target instanceof HTMLElement && target.closest(place) !== null
const isTyping = (target: EventTarget): boolean =>
  isIn(target, 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]')

/** Keys of the whole planner: those of a field that is being typed in are the field's. */
function plannerKeys(event: KeyboardEvent, root: HTMLElement | null, { undo, tab }: KeyActions): void {
  if (event.defaultPrevented || isTyping(event.target)) return
  const means = taskKeyOf(event.key)
  if ((event.ctrlKey || event.metaKey) !== (means === 'undo') || event.altKey) return
  const focus = (selector: string) => () => root?.querySelector<HTMLElement>(selector)?.focus()
  const tasks = tasksIn(root)
  const at = tasks.indexOf(document.activeElement as HTMLElement)
  const chosen = TABS[Number(event.key) - 1]
  const does: Readonly<Partial<Record<TaskKeyID, () => void>>> = {
    undo: () => void undo(),
    new: focus('[data-quick-line]'),
    search: focus('input[type="search"]'),
    // Nothing of the list has the focus yet: it begins with its first. The open task's arrows are its own.
    ...(!isIn(event.target, 'aside') && { down: () => tasks[at + 1]?.focus() }),
    ...(at > 0 && { up: () => tasks[at - 1]?.focus() }),
    ...(chosen && { tab: () => tab(chosen) }),
  }
  const action = means === null ? undefined : does[means]
  if (!action) return
  event.preventDefault()
  action()
}

/** The planner's place in the address, led once to what it is opened for. */
export function usePlannerPlace(params: DialogParams['tasks']) {
  const address = usePlannerAddress()
  const { change } = address
  const followed = useRef<DialogParams['tasks']>(undefined)
  useEffect(() => {
    // Each time that it is opened anew; what the person chooses afterwards stays.
    if (followed.current === params) return
    followed.current = params
    if (params && 'taskID' in params) change({ task: params.taskID })
    else if (params) change({ tab: params.tab, task: 0 })
  }, [params, change])
  return address
}
