import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sayLate } from '#shared/contract/absence.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { clockAfter, LONDON, londonField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './RunningLate.module.css'
import { TEXT } from './text.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const QUARTER_MS = 15 * 60_000
const NOTE_MAX = 1000

interface RunningLateProps {
  /** Of one's own, today. Times as on the wire. */
  readonly shift: { readonly id: number; readonly start: string; readonly end: string }
  readonly onClose: () => void
  /** Given the words of what came of it. */
  readonly onSaid: (words: string) => void
}

/** 'I'm running late': tells the supervisor when somebody comes (spec 4 §4.2.2). */
export function RunningLate({ shift, onClose, onSaid }: RunningLateProps) {
  const { api, now } = useServices()
  const [start, end] = [Date.parse(shift.start), Date.parse(shift.end)]
  const soon = Math.ceil(Math.max(now(), start) / QUARTER_MS) * QUARTER_MS + QUARTER_MS
  const [at, setAt] = useState(() => londonField(Math.min(soon, end - 60_000)).slice(11, 16))
  const [note, setNote] = useState('')
  const { close, onChange } = useCloseOrAsk(onClose)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const expected = clockAfter(start, at)
    if (expected === null) return setProblem(TEXT.noTime)
    setBusy(true)
    setProblem(null)
    try {
      const expectedAt = new Date(expected).toISOString()
      const { isWithNotice } = await api.call(
        sayLate,
        { shiftID: shift.id, expectedAt, note },
        { quiet: true },
      )
      onSaid(TEXT.said(TIME.format(expected), isWithNotice))
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={() => void close()} title={TEXT.title} size={440} centered>
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void send(event)} noValidate>
        <p>{TEXT.lead(`${TIME.format(start)}–${TIME.format(end)}`)}</p>
        <TextInput
          type="time"
          data-autofocus
          w={140}
          label={TEXT.comesAt}
          value={at}
          onChange={({ currentTarget }) => setAt(currentTarget.value)}
        />
        <Textarea
          label={TEXT.note}
          description={TEXT.noteHint}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {TEXT.send}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
