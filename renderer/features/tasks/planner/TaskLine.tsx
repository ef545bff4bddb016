import { Checkbox, Menu } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconDots } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { type TaskKeyID, taskKeyOf } from '../../../services/page/task-keys.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { TEXT } from '../text.ts'
import styles from './Planner.module.css'
import { usePlanner } from './planner-context.tsx'
import { PriorityMark, StatusMark, TaskFacts } from './TaskMarks.tsx'

/** The round button that finishes a task or opens it again. */
export function FinishButton({ task }: { task: TaskRow }) {
  const { toggle } = usePlanner()
  const isOpen = isOpenKind(task.statusKind)
  const Icon = isOpen ? IconCircle : IconCircleCheckFilled
  return (
    <button
      type="button"
      className={styles.finish}
      data-open={isOpen}
      disabled={!task.mayChange}
      aria-label={isOpen ? TEXT.finish(task.taskName) : TEXT.reopen(task.taskName)}
      onClick={() => toggle(task)}
    >
      <Icon size={20} stroke={1.6} aria-hidden="true" />
    </button>
  )
}

/** The menu of a task's actions, for pointers and screen readers; the keys do the same. */
export function TaskMenu({ task, children }: { task: TaskRow; children?: ReactNode }) {
  const { open, toggle, remove, deletes } = usePlanner()
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.more} aria-label={TEXT.actions(task.taskName)}>
          <IconDots size={18} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open(task.id)}>{TEXT.open(task.taskName)}</Menu.Item>
        {task.mayChange ? (
          <Menu.Item onClick={() => toggle(task)}>
            {isOpenKind(task.statusKind) ? TEXT.finish(task.taskName) : TEXT.reopen(task.taskName)}
          </Menu.Item>
        ) : null}
        {children}
        {deletes && task.mayChange ? (
          <Menu.Item color="var(--fw-danger)" onClick={() => remove(task)}>
            {TEXT.remove}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

interface TaskLineProps {
  readonly task: TaskRow
  readonly selected: boolean
  readonly onSelect: (task: TaskRow, range: boolean) => void
  readonly isShown: boolean
  /** Whether it says whose task it is. */
  readonly named: boolean
}

/** A task in a list: finished, selected and opened from here. */
export function TaskLine({ task, selected, onSelect, isShown, named }: TaskLineProps) {
  const { open, toggle, remove } = usePlanner()
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Readonly<Partial<Record<TaskKeyID, () => void>>> = {
      finish: () => task.mayChange && toggle(task),
      select: () => onSelect(task, false),
      delete: () => remove(task),
    }
    const means = taskKeyOf(event.key)
    const does = means === null ? undefined : actions[means]
    if (!does) return
    event.preventDefault()
    does()
  }
  return (
    <li className={styles.line} data-selected={selected} data-shown={isShown}>
      <Checkbox
        size="xs"
        className={styles.check ?? ''}
        aria-label={TEXT.select(task.taskName)}
        checked={selected}
        onChange={() => {}}
        onClick={(event) => onSelect(task, event.shiftKey)}
      />
      <FinishButton task={task} />
      <button
        type="button"
        className={styles.name}
        data-task={task.id}
        data-finished={!isOpenKind(task.statusKind)}
        aria-current={isShown || undefined}
        onClick={() => open(task.id)}
        onKeyDown={keys}
      >
        <span className={styles.nameText}>{task.taskName}</span>
        <span className={styles.projectName}>{task.projectName}</span>
      </button>
      <span className={styles.facts}>
        <StatusMark task={task} />
        <TaskFacts task={task} />
        <PriorityMark priority={task.priority} />
        {named ? <PersonAvatar userID={task.userID} name={task.userName} size={24} /> : null}
      </span>
      <TaskMenu task={task} />
    </li>
  )
}
