import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type * as z from 'zod/mini'
import { proposeShiftTimes, shiftRequestChecks } from '#shared/contract/shift-requests.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import type { shiftRequestRecord } from '#shared/records/resource/shift-request.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Against, allChecks } from './Against.tsx'
import styles from './ShiftRequests.module.css'
import { TEXT } from './text.ts'
import { span } from './when.ts'

interface ProposeProps {
  /** A request for other times. */
  readonly request: z.output<typeof shiftRequestRecord.row>
  readonly onClose: () => void
  readonly onDone: (changed: ListedRow) => void
}

/** What somebody typed as times; null where it isn't any. */
function timesOf(start: string, end: string) {
  const [from, to] = [momentOfField(start), momentOfField(end)]
  return Number.isNaN(from) || Number.isNaN(to)
    ? null
    : { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
}

/** Declines a request for other times and offers the shift at others, with what is against those said before (spec 4 §4.5.9). */
export function ProposeDialog({ request, onClose, onDone }: ProposeProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices } = useServices()
  const { id, byName, shiftStart, shiftEnd, newStart, newEnd } = request
  const [start, setStart] = useState(() => londonField(Date.parse(newStart ?? shiftStart)))
  const [end, setEnd] = useState(() => londonField(Date.parse(newEnd ?? shiftEnd)))
  const [note, setNote] = useState('')
  const [override, setOverride] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const times = timesOf(start, end)
  const { data } = useQuery({
    queryKey: ['shift-request-checks', id, times?.start, times?.end],
    queryFn: ({ signal }) =>
      api.call(shiftRequestChecks, { id, ...(times && { proposed: times }) }, { quiet: true, signal }),
    enabled: times !== null,
    placeholderData: keepPreviousData,
  })
  const checks = times === null ? [] : allChecks(data)
  const isBlocked = checks.some(({ blocks }) => blocks)
  const isWarned = checks.some(({ blocks }) => !blocks)
  const isUnsaid = isWarned && override.trim().length < REASON_MIN
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isBusy || isUnsaid || times === null) return
    setBusy(true)
    setProblem(null)
    try {
      const changed = await api.call(proposeShiftTimes, { id, ...times, note, override }, { quiet: true })
      notices.show('success', TEXT.proposed(byName))
      onDone(changed)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  const time = (label: string, value: string, set: (local: string) => void, isFirst = false) => (
    <TextInput
      {...(isFirst && { 'data-autofocus': true })}
      type="datetime-local"
      step={900}
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={TEXT.proposeTitle(byName)}
      centered
      size={480}
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void save(event)} noValidate>
        <p>
          {TEXT.proposeLead(span(shiftStart, shiftEnd), span(newStart ?? shiftStart, newEnd ?? shiftEnd))}
        </p>
        <div className={styles.pair}>
          {time(TEXT.starts, start, setStart, true)}
          {time(TEXT.ends, end, setEnd)}
        </div>
        <Against checks={checks} />
        {isWarned && !isBlocked ? (
          <TextInput
            label={TEXT.overridePropose}
            value={override}
            maxLength={REASON_MAX}
            error={isChecked && isUnsaid ? TEXT.sayWhy : null}
            onChange={({ currentTarget }) => setOverride(currentTarget.value)}
          />
        ) : null}
        <Textarea
          label={TEXT.proposeNote}
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Problem>
          {isChecked && times === null ? TEXT.noTimes : (problem ?? (isBlocked ? TEXT.blockedTimes : null))}
        </Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isBlocked}>
            {TEXT.doPropose}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
