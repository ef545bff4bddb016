import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  approveDocument,
  finishPendingTask,
  type PendingTask,
  pendingDocument,
  rejectDocument,
  remindPending,
} from '#shared/contract/pending-recruitment.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Pending.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const dayOf = (at: string) => DAY.format(Date.parse(at))

interface TasksProps {
  readonly userID: number
  readonly tasks: readonly PendingTask[]
  /** Something about them is otherwise now. */
  readonly onChanged: () => void
}

/** Somebody's onboarding tasks with what can be done about each (spec 5 §3.1). */
export function Tasks({ userID, tasks, onChanged }: TasksProps) {
  if (tasks.length === 0) return <p className={styles.quiet}>{TEXT.noTasks}</p>
  return (
    <ul className={styles.tasks}>
      {tasks.map((task) => (
        <Task key={task.id} userID={userID} task={task} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function Task({ userID, task, onChanged }: Omit<TasksProps, 'tasks'> & { readonly task: PendingTask }) {
  const { api, notices } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isRejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const of = { userID, taskID: task.id }
  const act = async (run: () => Promise<string | null>) => {
    setProblem(null)
    try {
      const said = await run()
      if (said !== null) {
        notices.show('success', said)
        onChanged()
      }
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  const openFile = () =>
    act(async () => {
      const { blob } = await api.call(pendingDocument, of, { quiet: true })
      const url = URL.createObjectURL(blob)
      window.open(url, '_blank', 'noopener')
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
      return null
    })
  const facts = [
    TEXT.by[task.responsible],
    task.isBeforeFirstShift ? TEXT.beforeFirstShift : '',
    task.state === 'OPEN' && task.dueOn !== null ? TEXT.due(dayOf(task.dueOn)) : '',
    task.completedAt === null ? '' : TEXT.doneBy(task.completedBy, dayOf(task.completedAt)),
    task.fileName,
  ]
  const isOwnWork = task.responsible !== 'USER' && !task.needsDocument
  return (
    <li>
      <div className={styles.head}>
        <strong>{task.task}</strong>
        <span className={styles.state} data-state={task.state}>
          {TEXT.states[task.state]}
        </span>
      </div>
      <small>{facts.filter((part) => part !== '').join(' · ')}</small>
      {task.rejectReason === '' ? null : <small>{TEXT.rejected(task.rejectReason)}</small>}
      <div className={styles.buttons}>
        {task.fileName === '' ? null : (
          <Button size="compact-sm" variant="default" onClick={() => void openFile()}>
            {TEXT.open}
          </Button>
        )}
        {task.state === 'WAITING' ? (
          <>
            <Button
              size="compact-sm"
              onClick={() =>
                void act(async () => {
                  await api.call(approveDocument, of, { quiet: true })
                  return TEXT.approved
                })
              }
            >
              {TEXT.approve}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setRejecting(true)}>
              {TEXT.reject}
            </Button>
          </>
        ) : null}
        {task.state === 'OPEN' && isOwnWork ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void act(async () => {
                await api.call(finishPendingTask, of, { quiet: true })
                return TEXT.finished
              })
            }
          >
            {TEXT.finish}
          </Button>
        ) : null}
        {task.state === 'OPEN' ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              void act(async () => TEXT.reminded((await api.call(remindPending, of, { quiet: true })).told))
            }
          >
            {TEXT.remind}
          </Button>
        ) : null}
      </div>
      <Problem>{problem}</Problem>
      {isRejecting ? (
        <AskDialog
          cancel={TEXT.cancel}
          title={TEXT.rejectTitle(task.task)}
          text={TEXT.rejectText}
          action={TEXT.reject}
          isReady={reason.trim() !== ''}
          onClose={() => setRejecting(false)}
          run={async () => {
            await api.call(rejectDocument, { ...of, reason }, { quiet: true })
            notices.show('success', TEXT.rejectedDone)
            setReason('')
            onChanged()
          }}
        >
          <Textarea
            required
            data-autofocus
            autosize
            minRows={2}
            label={TEXT.reason}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </AskDialog>
      ) : null}
    </li>
  )
}
