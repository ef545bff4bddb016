import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { recordTraining, type TrainingSession, trainingAttendees } from '#shared/contract/training.ts'
import { ATTENDANCE_OUTCOMES, type AttendanceOutcome } from '#shared/domain/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Training.module.css'
import { TEXT } from './text.ts'
import { TRAINING_KEY } from './use-training.ts'
import { whenText } from './words.ts'

interface RecordAttendanceProps {
  readonly session: TrainingSession
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}
interface Said {
  readonly outcome: AttendanceOutcome | ''
  readonly score: string
}
const NOTHING: Said = { outcome: '', score: '' }
const isScore = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 100

/** Whether each who was booked came, and with which result (spec 4 §4.4.5). */
export function RecordAttendance({ session, onDone, onClose }: RecordAttendanceProps) {
  const { api, notices } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [TRAINING_KEY, 'attendees', session.id],
    queryFn: ({ signal }) => api.call(trainingAttendees, { id: session.id }, { quiet: true, signal }),
  })
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const booked = (data?.attendees ?? []).filter(({ state }) => state === 'BOOKED')
  const of = (userID: number) => said.get(userID) ?? NOTHING
  const set = (userID: number, more: Partial<Said>) =>
    setSaid(new Map(said).set(userID, { ...of(userID), ...more }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = booked.filter(({ userID }) => of(userID).outcome === '').length
    if (missing > 0) return setProblem(TEXT.missing(missing))
    const isWrong = booked.some(({ userID }) => {
      const { outcome, score } = of(userID)
      if (outcome !== 'ATTENDED') return false
      return score === '' ? session.passMark !== null : !isScore(score)
    })
    if (isWrong) return setProblem(TEXT.scoreWrong)
    setBusy(true)
    setProblem(null)
    const outcomes = booked.flatMap(({ userID }) => {
      const { outcome, score } = of(userID)
      return outcome === ''
        ? []
        : [{ userID, outcome, score: outcome === 'ATTENDED' && score !== '' ? Number(score) : null }]
    })
    try {
      const { id, version } = session
      await api.call(recordTraining, { id, version, outcomes }, { quiet: true })
      notices.show('success', TEXT.completed(session.type))
      onClose()
      await onDone()
    } catch (refusal) {
      setProblem(reasonOf(refusal))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${session.type}, ${whenText(session.start)}`}
      centered
      size={560}
      closeOnClickOutside={said.size === 0}
    >
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          {session.passMark === null ? null : (
            <p className={styles.quiet}>{TEXT.passMark(session.passMark)}</p>
          )}
          {booked.length === 0 ? <p className={styles.quiet}>{TEXT.nobody}</p> : null}
          <ul className={styles.pick}>
            {booked.map(({ userID, name }) => (
              <li key={userID}>
                <span>{name}</span>
                <span className={styles.said}>
                  <NativeSelect
                    size="xs"
                    aria-label={TEXT.outcome(name)}
                    value={of(userID).outcome}
                    data={[
                      { value: '', label: TEXT.notSaid, disabled: true },
                      ...ATTENDANCE_OUTCOMES.map((value) => ({ value, label: TEXT.outcomes[value] })),
                    ]}
                    onChange={({ currentTarget }) =>
                      set(userID, { outcome: currentTarget.value as AttendanceOutcome })
                    }
                  />
                  <TextInput
                    size="xs"
                    w={92}
                    inputMode="numeric"
                    placeholder={TEXT.scoreLabel}
                    aria-label={TEXT.score(name)}
                    disabled={of(userID).outcome !== 'ATTENDED'}
                    value={of(userID).score}
                    onChange={({ currentTarget }) => set(userID, { score: currentTarget.value.trim() })}
                  />
                </span>
              </li>
            ))}
          </ul>
          <Problem>{problem}</Problem>
          <FormActions>
            <Button variant="default" onClick={onClose}>
              {TEXT.cancel}
            </Button>
            <Button type="submit" loading={isBusy}>
              {TEXT.completeSession}
            </Button>
          </FormActions>
        </form>
      ) : (
        <Skeleton width="100%" height={120} />
      )}
    </Modal>
  )
}
