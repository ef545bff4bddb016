import '../mantine-styles.ts'
import { Button, Tabs } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { taskConfigQuery } from '../../../services/http/task-config.ts'
import { useLive } from '../../../services/live.tsx'
import type { DialogParams } from '../../../services/notices/dialogs.ts'
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
import { type Outcome, useChanges } from './use-changes.ts'
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
  }
  const closeTask = () => {
    const { task } = view
    change({ task: 0 })
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-task="${task}"]`)?.focus())
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
    <div className={styles.outcomePlace} role="status">
      {outcome ? (
        <div className={styles.outcome}>
          <span>
            {outcome.words}
            {outcome.refused.map(({ name, reason }) => (
              <small key={name + reason}>
                {name}: {reason}
              </small>
            ))}
          </span>
          {outcome.canUndo ? (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
              onClick={() => void onUndo()}
            >
              {TEXT.undo}
            </Button>
          ) : null}
          <button type="button" className={styles.more} aria-label={TEXT.close} onClick={onDismiss}>
            <IconX size={16} aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </div>
  )
}

interface KeyActions {
  readonly undo: () => Promise<void>
  readonly tab: (tab: Tab) => void
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Keys of the whole planner: those of a field that is being typed in are the field's. */
function plannerKeys(event: KeyboardEvent, root: HTMLElement | null, { undo, tab }: KeyActions): void {
  if (event.defaultPrevented || isTyping(event.target)) return
  const focus = (selector: string) => () => root?.querySelector<HTMLElement>(selector)?.focus()
  const tasks = [...(root?.querySelectorAll<HTMLElement>('[data-task]') ?? [])]
  const at = tasks.indexOf(document.activeElement as HTMLElement)
  const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z'
  if ((event.ctrlKey || event.metaKey || event.altKey) && !isUndo) return
  const chosen = TABS[Number(event.key) - 1]
  const does: Readonly<Record<string, (() => void) | undefined>> = {
    z: isUndo ? () => void undo() : undefined,
    n: focus('[data-quick-line]'),
    '/': focus('input[type="search"]'),
    ArrowDown: at < 0 ? undefined : () => tasks[at + 1]?.focus(),
    ArrowUp: at < 0 ? undefined : () => tasks[at - 1]?.focus(),
  }
  const action = chosen ? () => tab(chosen) : does[event.key]
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
