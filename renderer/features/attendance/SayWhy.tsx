import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { EXCUSE_REASONS, type ExcuseReason, excuseReason } from '#shared/domain/excuse-reasons.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Attendance.module.css'
import { ATTENDANCE_TEXT as TEXT } from './text.ts'

const REASON_MIN = 3
const REASON_MAX = 1000
/** What the chosen reason takes of it. */
const LIST_MAX = 100

interface SayWhyProps {
  /** What the form is for. */
  readonly label: string
  readonly question: string
  readonly send: string
  /** Where it is excused: at most so many minutes, which is what is offered, and a reason from the list. */
  readonly minutes?: { readonly label: string; readonly max: number }
  readonly onSend: (reason: string, minutes: number) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a reason, and how many minutes where that matters; what was typed stays where it is refused. */
export function SayWhy({ label, question, send, minutes, onSend, onCancel }: SayWhyProps) {
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState<ExcuseReason>(EXCUSE_REASONS[0])
  const [count, setCount] = useState(String(minutes?.max ?? 0))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const said = minutes ? excuseReason(chosen, reason) : reason.trim()
    if (said === null || said.length < REASON_MIN) return setProblem(TEXT.tooShort)
    const wanted = Number(count)
    if (minutes && !(Number.isInteger(wanted) && wanted >= 0 && wanted <= minutes.max))
      return setProblem(TEXT.minutesUpTo(minutes.max))
    setBusy(true)
    setProblem(null)
    try {
      await onSend(said, wanted)
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      {minutes ? (
        <TextInput
          type="number"
          label={minutes.label}
          min={0}
          max={minutes.max}
          value={count}
          w={160}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
      ) : null}
      {minutes ? (
        <NativeSelect
          label={TEXT.excuseReason}
          value={chosen}
          data={[...EXCUSE_REASONS]}
          onChange={(event) => setChosen(event.currentTarget.value as ExcuseReason)}
        />
      ) : null}
      <Textarea
        label={question}
        value={reason}
        maxLength={minutes ? REASON_MAX - LIST_MAX : REASON_MAX}
        autosize
        minRows={2}
        data-autofocus
        autoFocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {problem === null ? null : <Problem>{problem}</Problem>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {send}
        </Button>
      </div>
    </form>
  )
}
