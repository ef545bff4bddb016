import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  excuseTraining,
  needTraining,
  type TrainingCell,
  type TrainingMatrix,
  type TrainingSession,
} from '#shared/contract/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { BookDialog } from './BookDialog.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import type { Booking } from './use-training.ts'
import { dayText, whenText } from './words.ts'

const REASON = { min: 3, max: 1000 } as const

interface CellDialogProps {
  readonly person: TrainingMatrix['people'][number]
  readonly type: TrainingMatrix['types'][number]
  readonly cell: TrainingCell
  readonly sessions: readonly TrainingSession[]
  readonly mayExcuse: boolean
  readonly booking: Booking
  readonly onRemind: () => Promise<void>
  readonly onClose: () => void
}

/** How somebody stands with one training, and what can be done about it. */
export function CellDialog({
  person,
  type,
  cell,
  sessions,
  mayExcuse,
  booking,
  onRemind,
  onClose,
}: CellDialogProps) {
  const { api } = useServices()
  const [step, setStep] = useState<'look' | 'book' | 'excuse'>('look')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { userID, name } = person
  const { doneOn, expires, session, excuse, remindedAt, state } = cell
  const isLacking = state === 'DUE' || state === 'OVERDUE'
  const run = async (what: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await what()
      onClose()
      await booking.again()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  if (step === 'book')
    return (
      <BookDialog
        people={[{ id: userID, name }]}
        sessions={sessions}
        typeID={type.id}
        booking={booking}
        onClose={onClose}
      />
    )
  return (
    <Modal opened onClose={onClose} title={`${name}: ${type.name}`} centered size={460}>
      {step === 'excuse' ? (
        <Excuse
          isBusy={isBusy}
          problem={problem}
          onCancel={() => setStep('look')}
          onSend={(reason, until) =>
            run(() => api.call(excuseTraining, { userID, typeID: type.id, reason, until }, { quiet: true }))
          }
        />
      ) : (
        <div className={styles.form}>
          <ul className={styles.facts}>
            <li>{doneOn === null ? TEXT.none : TEXT.done(dayText(doneOn))}</li>
            {doneOn === null ? null : (
              <li>{expires === null ? TEXT.forEver : TEXT.expires(dayText(expires))}</li>
            )}
            {session ? <li>{TEXT.bookedFor(whenText(session.start))}</li> : null}
            {excuse ? (
              <li>
                {TEXT.excusedBy(excuse.by ?? '', excuse.reason)}
                {excuse.until === null ? '' : ` (${TEXT.until(dayText(excuse.until))})`}
              </li>
            ) : null}
            {remindedAt === null ? null : <li>{TEXT.reminded(whenText(remindedAt))}</li>}
          </ul>
          <Problem>{problem}</Problem>
          <div className={styles.buttons}>
            {isLacking ? (
              <>
                <Button onClick={() => setStep('book')}>{TEXT.book}</Button>
                <Button variant="default" loading={isBusy} onClick={() => void run(onRemind)}>
                  {TEXT.remind}
                </Button>
              </>
            ) : null}
            {session ? (
              <Button
                variant="default"
                loading={isBusy}
                onClick={() =>
                  void run(() => booking.unbook(session.id, [userID], TEXT.takenBack(name, type.name)))
                }
              >
                {TEXT.takeBack}
              </Button>
            ) : null}
            {mayExcuse && excuse === null && state !== 'NOT_NEEDED' ? (
              <Button variant="subtle" onClick={() => setStep('excuse')}>
                {TEXT.excuse}
              </Button>
            ) : null}
            {mayExcuse && excuse !== null ? (
              <Button
                variant="default"
                loading={isBusy}
                onClick={() =>
                  void run(() => api.call(needTraining, { userID, typeID: type.id }, { quiet: true }))
                }
              >
                {TEXT.needAgain}
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </Modal>
  )
}

interface ExcuseProps {
  readonly isBusy: boolean
  readonly problem: string | null
  readonly onSend: (reason: string, until: string | null) => Promise<void>
  readonly onCancel: () => void
}

function Excuse({ isBusy, problem, onSend, onCancel }: ExcuseProps) {
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isShort = reason.trim().length < REASON.min
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isShort) void onSend(reason.trim(), until === '' ? null : until)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Textarea
        label={TEXT.excuseWhy}
        data-autofocus
        autosize
        minRows={2}
        maxLength={REASON.max}
        value={reason}
        error={isChecked && isShort ? TEXT.tooShort : null}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={TEXT.excuseUntil}
        value={until}
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
