import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { addMeetingAction, type MeetingRecord } from '#shared/contract/meetings.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { isOpenKind } from '#shared/domain/task-lists.ts'
import { TASK_SUBJECT_MAX } from '#shared/domain/tasks.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './MeetingPage.module.css'
import { TEXT } from './text.ts'
import { MEETINGS_KEY } from './use-meetings.ts'
import { whenText } from './words.ts'

const WEEK_MS = 7 * 86_400_000

/** What was agreed on: each line is a task of somebody of the meeting, with its state and when it is due. */
export function Actions({ meeting }: { meeting: MeetingRecord }) {
  const { dialogs, now } = useServices()
  const me = useSession(({ user }) => user?.claims.userId)
  const { actions, state } = meeting
  return (
    <section aria-label={TEXT.actions}>
      <h3>{TEXT.actions}</h3>
      {actions.length === 0 ? <p className={styles.about}>{TEXT.noActions}</p> : null}
      <ul className={styles.people}>
        {actions.map(({ taskID, name, userID, userName, status, statusKind, dueDate }) => (
          <li key={taskID}>
            <span className={styles.name}>
              {userID === me ? (
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => dialogs.open('tasks', { taskID })}
                >
                  {name}
                </button>
              ) : (
                <strong>{name}</strong>
              )}
              <small>{`${userName} · ${TEXT.dueAt(whenText(dueDate))}`}</small>
            </span>
            <span
              className={styles.answer}
              data-late={(isOpenKind(statusKind) && Date.parse(dueDate) < now()) || undefined}
            >
              {status}
            </span>
          </li>
        ))}
      </ul>
      {state === 'CANCELLED' ? null : <Add meeting={meeting} />}
    </section>
  )
}

function Add({ meeting: { meetingID, participants, end } }: { meeting: MeetingRecord }) {
  const { api, newID, now } = useServices()
  const client = useQueryClient()
  const key = useRef(newID())
  const [subject, setSubject] = useState('')
  const [userID, setUserID] = useState(participants[0]?.userID ?? 0)
  const [due, setDue] = useState(() => londonField(Math.max(now(), Date.parse(end)) + WEEK_MS).slice(0, 16))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const at = momentOfField(due)
    const fault = subject.trim() === '' ? TEXT.noAction : Number.isNaN(at) ? TEXT.noDue : null
    setProblem(fault)
    if (fault !== null) return
    setBusy(true)
    try {
      const action = { meetingID, subject, userID, dueDate: new Date(at).toISOString() }
      await api.call(addMeetingAction, action, { quiet: true, idempotencyKey: key.current })
      key.current = newID()
      setSubject('')
      await client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={`${styles.form} ${styles.addAction}`} onSubmit={(event) => void add(event)} noValidate>
      <TextInput
        label={TEXT.newAction}
        maxLength={TASK_SUBJECT_MAX}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <div className={styles.when}>
        <NativeSelect
          label={TEXT.whose}
          value={String(userID)}
          data={participants.map((one) => ({ value: String(one.userID), label: one.userName }))}
          onChange={(event) => setUserID(Number(event.currentTarget.value))}
        />
        <TextInput
          type="datetime-local"
          label={TEXT.due}
          value={due}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
      </div>
      <Problem>{problem}</Problem>
      <Button type="submit" size="compact-md" variant="default" loading={isBusy} w="fit-content">
        {TEXT.addAction}
      </Button>
    </form>
  )
}
