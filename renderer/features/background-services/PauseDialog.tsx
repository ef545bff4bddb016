import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type BackgroundServiceInfo, pauseBackgroundService } from '#shared/contract/background-services.ts'
import { PAUSE_REASON_MAX } from '#shared/domain/background-services.ts'
import { momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { FormModal } from '../ask-dialog/index.ts'
import styles from './BackgroundServices.module.css'
import { TEXT } from './text.ts'

interface PauseDialogProps {
  /** Null while nobody pauses anything. */
  readonly service: BackgroundServiceInfo | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks why a service is paused, and for how long. */
export function PauseDialog({ service, onClose, onDone }: PauseDialogProps) {
  return (
    <FormModal
      opened={service !== null}
      onClose={onClose}
      title={service ? TEXT.pauseOf(service.name) : ''}
      size={460}
    >
      {(leave, done) =>
        service ? <PauseForm service={service} onCancel={leave} onClose={done} onDone={onDone} /> : null
      }
    </FormModal>
  )
}

function PauseForm({
  service: { key, name },
  onCancel,
  onClose,
  onDone,
}: PauseDialogProps & { readonly service: BackgroundServiceInfo; readonly onCancel: () => void }) {
  const { api, notices, now } = useServices()
  const [reason, setReason] = useState('')
  const [end, setEnd] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const at = end === '' ? null : momentOfField(end)
  const faults = {
    reason: reason.trim() === '' ? TEXT.reasonMissing : null,
    end: at !== null && !(at > now()) ? TEXT.endPast : null,
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || faults.reason || faults.end) return
    setBusy(true)
    setProblem(null)
    try {
      const until = at === null ? null : new Date(at).toISOString()
      await api.call(pauseBackgroundService, { key, reason: reason.trim(), until }, { quiet: true })
      notices.show('success', TEXT.paused(name))
      onDone()
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{TEXT.pauseLead}</p>
      <TextInput
        data-autofocus
        label={TEXT.reason}
        value={reason}
        maxLength={PAUSE_REASON_MAX}
        error={isChecked ? faults.reason : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={TEXT.end}
        description={TEXT.endHint}
        value={end}
        error={isChecked ? faults.end : null}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.doPause}
        </Button>
      </FormActions>
    </form>
  )
}
