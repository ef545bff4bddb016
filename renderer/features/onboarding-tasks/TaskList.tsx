import {
  IconArrowDown,
  IconArrowUp,
  IconChecklist,
  IconFileTypePdf,
  IconPencil,
  IconShieldCheck,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OnboardingTask, orderOnboardingTasks } from '#shared/contract/onboarding.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UndoLine } from '../../ui/UndoLine.tsx'
import { NewTaskForm } from './NewTaskForm.tsx'
import styles from './OnboardingTasks.module.css'
import { tasksQuery } from './queries.ts'
import { staffTypeLabel } from './staff-type.ts'
import { ONBOARDING_TEXT } from './text.ts'
import { UNDO_MS, useDeletions } from './use-deletions.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** The tasks that there are; whoever may edit them deletes with a way back. */
export function TaskList({ mayEdit }: { mayEdit: boolean }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const { data: tasks, error, refetch } = useQuery(tasksQuery(api))
  const { queryKey } = tasksQuery(api)
  const { pendingID, remove, undo, commit } = useDeletions(
    (taskID) => queries.setQueryData(queryKey, (all) => all?.filter(({ id }) => id !== taskID)),
    () => void queries.invalidateQueries({ queryKey }),
  )

  const move = async (all: readonly OnboardingTask[], id: number, by: 1 | -1) => {
    const order = all.map((task) => task.id)
    const at = order.indexOf(id)
    const [other] = order.slice(at + by, at + by + 1)
    if (at + by < 0 || other === undefined) return
    order[at] = other
    order[at + by] = id
    queries.setQueryData(queryKey, (now) =>
      now?.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    )
    await api.call(orderOnboardingTasks, { taskIDs: order }).catch(() => undefined)
    void queries.invalidateQueries({ queryKey })
  }

  if (error) {
    return (
      <LoadFailure
        icon={<IconChecklist size={26} />}
        title={ONBOARDING_TEXT.failed}
        reason={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!tasks) return <Bones />

  const pending = tasks.find(({ id }) => id === pendingID)
  const shown = tasks.filter(({ id }) => id !== pendingID)
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState icon={<IconChecklist size={26} />} title={ONBOARDING_TEXT.empty} />
      ) : (
        <ul className={styles.tasks} aria-label={ONBOARDING_TEXT.title}>
          {shown.map((task) => (
            <Task
              key={task.id}
              task={task}
              {...(mayEdit
                ? { onRemove: () => remove(task.id), onMove: (by) => void move(shown, task.id, by) }
                : {})}
            />
          ))}
        </ul>
      )}
      <UndoLine
        className={styles.undo}
        said={pending ? ONBOARDING_TEXT.deleted(nameOf(pending)) : null}
        undo={ONBOARDING_TEXT.undo}
        onUndo={undo}
        ends={{ of: pendingID, afterMs: UNDO_MS, onEnd: commit }}
      />
    </>
  )
}

const nameOf = ({ task }: OnboardingTask): string => task.trim() || ONBOARDING_TEXT.untitled

interface TaskProps {
  readonly task: OnboardingTask
  readonly onRemove?: () => void
  /** One place up (-1) or down. */
  readonly onMove?: (by: 1 | -1) => void
}

function Task({ task, onRemove, onMove }: TaskProps) {
  const { responsible, actionNeeded, requiredApproval, applyTo, username, createdAt } = task
  const [isChanging, setChanging] = useState(false)
  const end = () => setChanging(false)
  if (isChanging)
    return (
      <li className={styles.task}>
        <div className={styles.what}>
          <NewTaskForm known={task} onAdded={end} onCancel={end} />
        </div>
      </li>
    )
  const buttons = [
    [ONBOARDING_TEXT.up, IconArrowUp, () => onMove?.(-1)],
    [ONBOARDING_TEXT.down, IconArrowDown, () => onMove?.(1)],
    [ONBOARDING_TEXT.edit, IconPencil, () => setChanging(true)],
  ] as const
  return (
    <li className={styles.task}>
      <div className={styles.what}>
        <strong>{nameOf(task)}</strong>
        <ul className={styles.marks}>
          <li>
            <IconUser size={15} aria-hidden="true" /> {ONBOARDING_TEXT.responsibles[responsible]}
          </li>
          <li>
            <IconUsers size={15} aria-hidden="true" />{' '}
            {applyTo === '' ? ONBOARDING_TEXT.everybody : staffTypeLabel(applyTo)}
          </li>
          {actionNeeded === 'NONE' ? null : (
            <li>
              <IconFileTypePdf size={15} aria-hidden="true" /> {ONBOARDING_TEXT.actions[actionNeeded]}
            </li>
          )}
          {requiredApproval ? (
            <li data-tone="attention">
              <IconShieldCheck size={15} aria-hidden="true" /> {ONBOARDING_TEXT.approval}
            </li>
          ) : null}
          {task.isBeforeFirstShift ? <li data-tone="attention">{ONBOARDING_TEXT.beforeFirstShift}</li> : null}
          {task.dueDays === null ? null : <li>{ONBOARDING_TEXT.dueIn(task.dueDays)}</li>}
          {task.open === 0 ? null : <li>{ONBOARDING_TEXT.open(task.open)}</li>}
        </ul>
        <small>{ONBOARDING_TEXT.addedBy(username, DAY.format(new Date(createdAt)))}</small>
      </div>
      {onMove
        ? buttons.map(([label, Icon, act]) => (
            <button
              key={label(nameOf(task))}
              type="button"
              className={styles.remove}
              aria-label={label(nameOf(task))}
              onClick={act}
            >
              <Icon size={18} stroke={1.7} aria-hidden="true" />
            </button>
          ))
        : null}
      {onRemove ? (
        <button
          type="button"
          className={styles.remove}
          aria-label={ONBOARDING_TEXT.remove(nameOf(task))}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.7} aria-hidden="true" />
        </button>
      ) : null}
    </li>
  )
}

function Bones() {
  return (
    <div className={styles.bones} role="status" aria-label={ONBOARDING_TEXT.loading}>
      {[62, 48, 71, 55].map((width) => (
        <div key={width}>
          <Skeleton width={`${width}%`} height={15} />
          <Skeleton width="40%" height={12} />
        </div>
      ))}
    </div>
  )
}
