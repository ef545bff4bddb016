import { ActionIcon, Button, CloseButton, Tabs, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconHandStop, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { Task } from '#shared/contract/task-entities.ts'
import { openTaskChat } from '#shared/contract/tasks.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { EmbeddedConversation } from '../../chat/index.ts'
import { PlannerSkeleton } from '../planner/PlannerSkeleton.tsx'
import { usePlanner } from '../planner/planner-context.tsx'
import { FinishButton } from '../planner/TaskLine.tsx'
import { StatusMark } from '../planner/TaskMarks.tsx'
import { taskQuery } from '../queries.ts'
import { TASK_TEXTS, TEXT } from '../text.ts'
import { Facts } from './Facts.tsx'
import { Files } from './Files.tsx'
import { History } from './History.tsx'
import { Relations } from './Relations.tsx'
import styles from './TaskPanel.module.css'
import { TemplateAnswers } from './TemplateAnswers.tsx'
import { useEdit } from './use-edit.ts'

const PlaceVaultPanel = lazyCode(async () => (await import('../../vault/index.ts')).PlaceVaultPanel)

interface TaskPanelProps {
  readonly taskID: number
  readonly onClose: () => void
}

/** A task beside the list that it was opened from (spec 4 §1.4). Escape closes it, Alt+Up and Alt+Down go to its neighbours. */
export function TaskPanel({ taskID, onClose }: TaskPanelProps) {
  const { api } = useServices()
  const task = useQuery(taskQuery(api, taskID))
  const { open } = usePlanner()
  const neighbour = (step: number) => {
    const ids = [...document.querySelectorAll<HTMLElement>('[data-task]')].map(({ dataset }) =>
      Number(dataset.task),
    )
    const next = ids[ids.indexOf(taskID) + step]
    if (next !== undefined && ids.includes(taskID)) open(next)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      // The dialog around it stays.
      event.preventDefault()
      event.stopPropagation()
      onClose()
    }
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    neighbour(event.key === 'ArrowDown' ? 1 : -1)
  }
  return (
    <aside className={styles.panel} aria-label={TASK_TEXTS.task(taskID)} onKeyDown={keys}>
      {task.data ? (
        <Body key={taskID} task={task.data} onClose={onClose} onStep={neighbour} />
      ) : (
        <>
          <div className={styles.head}>
            <h2 className={styles.number}>{TASK_TEXTS.task(taskID)}</h2>
            <CloseButton aria-label={TASK_TEXTS.close} onClick={onClose} />
          </div>
          {task.error ? (
            <LoadFailure
              title={TASK_TEXTS.failed}
              reason={reasonOf(task.error)}
              onRetry={() => void task.refetch()}
            />
          ) : (
            <PlannerSkeleton label={TASK_TEXTS.loading(taskID)} />
          )}
        </>
      )}
    </aside>
  )
}

interface BodyProps {
  readonly task: Task
  readonly onClose: () => void
  readonly onStep: (step: number) => void
}

function Body({ task, onClose, onStep }: BodyProps) {
  const edit = useEdit(task)
  const { deletes, remove } = usePlanner()
  const mayUseVault = useSession(({ permissions }) => permissions.can('CAN_USE_VAULT'))
  const [part, setPart] = useState<string | null>('details')
  const title = useRef<HTMLTextAreaElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => (title.current ?? close.current)?.focus({ preventScroll: true }), [])
  return (
    <>
      <div className={styles.head}>
        <FinishButton task={task} />
        <h2 className={styles.number}>{TASK_TEXTS.task(task.id)}</h2>
        <StatusMark task={task} />
        <span className={styles.gap} />
        <HeadButton label={TASK_TEXTS.previous} onClick={() => onStep(-1)} icon={IconArrowUp} />
        <HeadButton label={TASK_TEXTS.next} onClick={() => onStep(1)} icon={IconArrowDown} />
        {deletes && task.mayChange ? (
          <HeadButton label={TASK_TEXTS.remove} icon={IconTrash} onClick={() => remove(task)} />
        ) : null}
        <CloseButton ref={close} aria-label={TASK_TEXTS.close} onClick={onClose} />
      </div>
      <div className={styles.title}>
        {task.prefixID !== null ? <span>{task.taskName.slice(0, -task.subject.length).trim()}</span> : null}
        <textarea
          ref={title}
          rows={1}
          aria-label={TASK_TEXTS.task(task.id)}
          readOnly={!task.mayChange}
          value={edit.text('subject')}
          onChange={(event) => edit.type('subject', event.currentTarget.value.replaceAll('\n', ' '))}
          onBlur={() => edit.keep('subject')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.blur()
          }}
        />
      </div>
      {task.openBlockers > 0 ? (
        <p className={styles.blocked}>
          <IconHandStop size={16} aria-hidden="true" />
          {TEXT.waitsFor(task.openBlockers)}
        </p>
      ) : null}
      <div className={styles.problem}>
        <Problem>{edit.problem}</Problem>
        {edit.isConflict ? (
          <Button size="compact-sm" variant="default" onClick={edit.reset}>
            {TASK_TEXTS.reset}
          </Button>
        ) : null}
      </div>
      <Tabs value={part} onChange={setPart} className={styles.tabs ?? ''}>
        <Tabs.List aria-label={TASK_TEXTS.tabs}>
          <Tabs.Tab value="details">{TASK_TEXTS.details}</Tabs.Tab>
          <Tabs.Tab value="conversation">{TASK_TEXTS.conversation}</Tabs.Tab>
          <Tabs.Tab value="history">{TASK_TEXTS.history}</Tabs.Tab>
          {mayUseVault ? <Tabs.Tab value="vault">{TASK_TEXTS.vault}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="details" className={styles.scroll ?? ''}>
          {task.mayChange ? null : <p className={styles.hint}>{TASK_TEXTS.onlyLook}</p>}
          <Facts task={task} edit={edit} />
          {task.template ? <TemplateAnswers template={task.template} /> : null}
          <Relations task={task} />
          <Files task={task} />
        </Tabs.Panel>
        <Tabs.Panel value="conversation" className={styles.chat ?? ''}>
          {part === 'conversation' ? <Conversation task={task} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="history" className={styles.scroll ?? ''}>
          {part === 'history' ? <History taskID={task.id} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="vault" className={styles.scroll ?? ''}>
          {part === 'vault' ? (
            <Suspense fallback={<PlannerSkeleton label={TASK_TEXTS.vault} />}>
              <PlaceVaultPanel source="TASK" sourceID={task.id} />
            </Suspense>
          ) : null}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function HeadButton({
  label,
  onClick,
  icon: Icon,
}: {
  label: string
  onClick: () => void
  icon: typeof IconTrash
}) {
  return (
    <Tooltip label={label} openDelay={400}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}

/** The talk about the task; made, or joined, when somebody first asks for it (decisions). */
function Conversation({ task }: { task: Task }) {
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const mayChat = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))
  if (task.chat)
    return (
      <Suspense fallback={<PlannerSkeleton label={TASK_TEXTS.conversation} />}>
        <EmbeddedConversation source={task.chat.source} sourceID={task.chat.sourceID} />
      </Suspense>
    )
  const open = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(openTaskChat, { taskID: task.id }, { quiet: true, idempotencyKey: newID() })
      await queries.invalidateQueries({ queryKey: ['tasks', 'one', task.id] })
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <EmptyState title={task.hasChat ? TASK_TEXTS.joinChat : TASK_TEXTS.noChat}>
      {mayChat ? (
        <Button variant="light" loading={busy} onClick={() => void open()}>
          {TASK_TEXTS.startChat}
        </Button>
      ) : null}
      <Problem>{problem}</Problem>
    </EmptyState>
  )
}
