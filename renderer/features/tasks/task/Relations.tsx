import { NativeSelect } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task, TaskLink } from '#shared/contract/task-entities.ts'
import { linkTask, unlinkTask } from '#shared/contract/tasks.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { LINK_TYPES, type LinkType } from '#shared/domain/tasks.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { Problem } from '../../../ui/Problem.tsx'
import { RemoteSelect } from '../../../ui/RemoteSelect.tsx'
import { useTaskSearches } from '../add/AddTaskForm.tsx'
import { QuickRow } from '../add/QuickRow.tsx'
import { usePlanner } from '../planner/planner-context.tsx'
import { refreshTasks } from '../queries.ts'
import { ADD_TEXT, LINK_WORDS, TASK_TEXTS, TEXT } from '../text.ts'
import styles from './TaskPanel.module.css'

/** Sub-tasks, and what else the task has to do with others. */
export function Relations({ task }: { task: Task }) {
  const { plans } = usePlanner()
  const parts = task.links.filter(({ type }) => type === 'PARENT')
  const others = task.links.filter(({ type }) => type !== 'PARENT')
  const done = parts.filter(({ statusKind }) => !isOpenKind(statusKind)).length
  return (
    <>
      <section className={styles.part} aria-label={TASK_TEXTS.subtasks}>
        <h3>
          {TASK_TEXTS.subtasks}
          {parts.length > 0 ? <span>{TEXT.subtasks(done, parts.length)}</span> : null}
        </h3>
        <Links task={task} links={parts} worded={false} />
        {plans && task.mayChange ? <QuickRow parent={task.id} label={ADD_TEXT.addSubtask} /> : null}
      </section>
      <section className={styles.part} aria-label={TASK_TEXTS.links}>
        <h3>{TASK_TEXTS.links}</h3>
        <Links task={task} links={others} worded />
        {task.mayChange ? <NewLink task={task} /> : null}
      </section>
    </>
  )
}

function Links({ task, links, worded }: { task: Task; links: readonly TaskLink[]; worded: boolean }) {
  const { open } = usePlanner()
  const { api, newID, notices } = useServices()
  const queries = useQueryClient()
  const remove = async ({ type, taskID }: TaskLink) => {
    try {
      await api.call(
        unlinkTask,
        { taskID: task.id, type, otherTaskID: taskID },
        { quiet: true, idempotencyKey: newID() },
      )
      await refreshTasks(queries)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  if (links.length === 0) return null
  return (
    <ul className={styles.links}>
      {links.map((link) => {
        const Icon = isOpenKind(link.statusKind) ? IconCircle : IconCircleCheckFilled
        return (
          <li key={`${link.type}${link.taskID}`} data-open={isOpenKind(link.statusKind)}>
            <Icon size={17} stroke={1.6} aria-hidden="true" />
            {worded ? <span className={styles.linkType}>{LINK_WORDS[link.type]}</span> : null}
            <button type="button" className={styles.linkName} onClick={() => open(link.taskID)}>
              {link.taskName}
            </button>
            <span className={styles.linkStatus}>
              {link.status} · {link.userName}
            </span>
            {task.mayChange ? (
              <button
                type="button"
                className={styles.remove}
                aria-label={TASK_TEXTS.removeLink(link.taskName)}
                onClick={() => void remove(link)}
              >
                <IconX size={15} aria-hidden="true" />
              </button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}

function NewLink({ task }: { task: Task }) {
  const { api, newID } = useServices()
  const queries = useQueryClient()
  const searches = useTaskSearches()
  const [type, setType] = useState<LinkType>('BLOCKED_BY')
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (otherTaskID: number) => {
    setProblem(null)
    try {
      await api.call(
        linkTask,
        { taskID: task.id, type, otherTaskID },
        { quiet: true, idempotencyKey: newID() },
      )
      await refreshTasks(queries)
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <div className={styles.newLink}>
      <NativeSelect
        aria-label={ADD_TEXT.relationship}
        value={type}
        data={LINK_TYPES.map((value) => ({ value, label: LINK_WORDS[value] }))}
        onChange={(event) => setType(LINK_TYPES.find((one) => one === event.currentTarget.value) ?? type)}
      />
      <RemoteSelect
        label={TASK_TEXTS.findTask}
        value={null}
        onChange={(other) => other && void add(other.id)}
        search={searches.tasks}
      />
      <Problem>{problem}</Problem>
    </div>
  )
}
