import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { lockShift } from '#shared/contract/help.ts'
import { OVERRIDE_REASON_MAX, OVERRIDE_REASON_MIN } from '#shared/domain/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

interface LockFormProps {
  readonly id: number
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** Locks somebody's shift, with a reason that they read (spec 4 §4.2.1). */
export function LockForm({ id, onDone, onCancel }: LockFormProps) {
  const { api } = useServices()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim().length < OVERRIDE_REASON_MIN) return setProblem(TEXT.noReason)
    setBusy(true)
    setProblem(null)
    try {
      await api.call(lockShift, { userID: id, locked: true, reason: reason.trim() }, { quiet: true })
      onDone()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} aria-label={TEXT.lock} onSubmit={(event) => void submit(event)}>
      <p>{TEXT.lockMeans}</p>
      <TextInput
        data-autofocus
        label={TEXT.reason}
        description={TEXT.reasonHint}
        value={reason}
        maxLength={OVERRIDE_REASON_MAX}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy}>
          {TEXT.lock}
        </Button>
      </div>
    </form>
  )
}
