import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Attendance.module.css'
import { ATTENDANCE_TEXT as TEXT } from './text.ts'

const REASON_MIN = 3
const REASON_MAX = 1000

interface SayWhyProps {
  /** What the form is for. */
  readonly label: string
  readonly question: string
  readonly send: string
  /** Where minutes are asked for as well: at most so many, which is what is offered. */
  readonly minutes?: { readonly label: string; readonly max: number }
  readonly onSend: (reason: string, minutes: number) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a reason, and how many minutes where that matters; what was typed stays where it is refused. */
export function SayWhy({ label, question, send, minutes, onSend, onCancel }: SayWhyProps) {
  const [reason, setReason] = useState('')
  const [count, setCount] = useState(String(minutes?.max ?? 0))
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < REASON_MIN) {
      return setProblem(TEXT.tooShort)
    }
    const wanted = Number(count)
    if (minutes && !(Number.isInteger(wanted) && wanted >= 0 && wanted <= minutes.max))
      return setProblem(TEXT.minutesUpTo(minutes.max))
    setBusy(true)
    setProblem(null)
    try {
      await onSend(reason.trim(), wanted)
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
      <Textarea
        label={question}
        value={reason}
        maxLength={REASON_MAX}
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
