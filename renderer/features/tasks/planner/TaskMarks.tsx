import { Tooltip } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronsUp,
  IconChevronUp,
  IconFlame,
  IconHandStop,
  IconSubtask,
} from '@tabler/icons-react'
import type { TaskRow } from '#shared/contract/task-entities.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import type { Priority } from '#shared/domain/tickets.ts'
import { ticketLabel } from '#shared/domain/tickets.ts'
import { useNow } from '../../../ui/use-now.ts'
import { TEXT } from '../text.ts'
import { shortDay } from '../when.ts'
import styles from './Planner.module.css'

const ICONS: Readonly<Record<Priority, typeof IconFlame>> = {
  LOW: IconChevronDown,
  MEDIUM: IconChevronUp,
  HIGH: IconChevronsUp,
  EMERGENCY: IconFlame,
}

/** How urgent a task is: by shape and word as well as by colour. */
export function PriorityMark({ priority }: { priority: Priority }) {
  const Icon = ICONS[priority]
  return (
    <Tooltip label={ticketLabel(priority)} openDelay={400}>
      <span className={styles.priority} data-priority={priority}>
        <Icon size={16} stroke={2} aria-hidden="true" />
        <span className="visually-hidden">{ticketLabel(priority)}</span>
      </span>
    </Tooltip>
  )
}

/** The status as the installation calls it; its colour goes by the style settings or by what it means. */
export function StatusMark({ task }: { task: Pick<TaskRow, 'status' | 'statusKind'> }) {
  return (
    <span className={styles.status} data-kind={task.statusKind}>
      {task.status}
    </span>
  )
}

/** When it is due, in red once that is past, and what it waits for. */
export function TaskFacts({ task }: { task: TaskRow }) {
  const now = useNow()
  const due = Date.parse(task.dueDate)
  const isLate = isOpenKind(task.statusKind) && due < now
  return (
    <>
      {task.openBlockers > 0 ? (
        <Tooltip label={TEXT.waitsFor(task.openBlockers)} openDelay={300}>
          <span className={styles.blocked}>
            <IconHandStop size={14} aria-hidden="true" />
            {TEXT.blocked}
          </span>
        </Tooltip>
      ) : null}
      {task.subtasks > 0 ? (
        <span className={styles.fact}>
          <IconSubtask size={14} aria-hidden="true" />
          <span aria-hidden="true">
            {task.subtasks - task.openSubtasks}/{task.subtasks}
          </span>
          <span className="visually-hidden">
            {TEXT.subtasks(task.subtasks - task.openSubtasks, task.subtasks)}
          </span>
        </span>
      ) : null}
      <span className={styles.due} data-late={isLate}>
        {isLate ? <IconAlertTriangle size={14} aria-hidden="true" /> : null}
        {TEXT.due(shortDay(due, now))}
      </span>
    </>
  )
}
