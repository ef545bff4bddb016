import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { newShiftRequest, type ShiftRequest, shiftColleagues } from '#shared/contract/shift-requests.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { needsColleague, OWN_SHIFT_REQUESTS, type ShiftRequestType } from '#shared/domain/shift-requests.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { ASK_WORDS, CALENDAR_WORDS, SHIFT_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import { londonSpan } from './when.ts'

interface ShiftFormProps {
  readonly event: CalendarEvent
  readonly onSent: (request: ShiftRequest) => void
  readonly onClose: () => void
}

const iso = (field: string) => {
  const at = momentOfField(field)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString()
}
/** Asks for something about a shift of one's own (spec 4 §4.2.2): it stays as it is until somebody decides. */
export function ShiftForm({ event, onSent, onClose }: ShiftFormProps) {
  const { api } = useServices()
  const { close, onChange } = useCloseOrAsk(onClose)
  const queries = useQueryClient()
  const shiftID = event.meta.recordID
  const [type, setType] = useState<ShiftRequestType>('DROP')
  const [colleague, setColleague] = useState('')
  const [otherShift, setOtherShift] = useState('')
  const [start, setStart] = useState(() => londonField(Date.parse(event.eventStart)))
  const [end, setEnd] = useState(() => londonField(Date.parse(event.eventEnd)))
  const [splitAt, setSplitAt] = useState(() => londonField(middleOf(event)))
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isWithSomebody = needsColleague(type)
  const people = useQuery({
    queryKey: [CALENDAR_KEY, 'colleagues', shiftID],
    queryFn: ({ signal }) =>
      api.call(shiftColleagues, { shiftID, withShifts: true }, { quiet: true, signal }),
    enabled: isWithSomebody,
  })
  const listed = (people.data?.people ?? []).filter(({ shifts }) => type !== 'SWAP' || shifts.length > 0)
  const theirs = listed.find(({ userID }) => String(userID) === colleague)?.shifts ?? []

  const submit = async (form: FormEvent) => {
    form.preventDefault()
    if (reason.trim().length < REASON_MIN) return setProblem(ASK_WORDS.noReason)
    setBusy(true)
    setProblem(null)
    try {
      const request = await api.call(
        newShiftRequest,
        {
          ...{ type, shiftID, reason },
          ...(isWithSomebody && colleague !== '' ? { toUserID: Number(colleague) } : {}),
          ...(type === 'SWAP' && otherShift !== '' ? { otherShiftID: Number(otherShift) } : {}),
          ...(type === 'CHANGE' ? { newStart: iso(start), newEnd: iso(end) } : {}),
          ...(type === 'SPLIT' ? { splitAt: iso(splitAt) } : {}),
        },
        { quiet: true },
      )
      await queries.invalidateQueries({ queryKey: [CALENDAR_KEY, 'shift-requests'] })
      onSent(request)
    } catch (error) {
      // What was filled in stays.
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const time = (label: string, value: string, set: (local: string) => void) => (
    <TextInput
      type="datetime-local"
      step={900}
      label={label}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  )
  return (
    <Modal opened onClose={() => void close()} title={WORDS.title} size={460} centered>
      <form className={styles.form} onChange={onChange} onSubmit={(form) => void submit(form)} noValidate>
        <p>{WORDS.lead(londonSpan({ start: event.eventStart, end: event.eventEnd }))}</p>
        <NativeSelect
          data-autofocus
          label={ASK_WORDS.what}
          data={OWN_SHIFT_REQUESTS.map((value) => ({ value, label: WORDS.types[value] }))}
          value={type}
          onChange={({ currentTarget }) =>
            setType(OWN_SHIFT_REQUESTS.find((one) => one === currentTarget.value) ?? 'DROP')
          }
        />
        {isWithSomebody ? (
          <>
            <NativeSelect
              label={WORDS.colleague}
              description={people.data && listed.length === 0 ? WORDS.nobody : WORDS.colleagueHint}
              disabled={!people.data}
              data={[
                { value: '', label: people.data ? WORDS.choose : WORDS.looking },
                ...listed.map(({ userID, name, weekHours }) => ({
                  value: String(userID),
                  label: WORDS.person(name, weekHours),
                })),
              ]}
              value={colleague}
              onChange={({ currentTarget }) => {
                setColleague(currentTarget.value)
                setOtherShift('')
              }}
            />
            <Problem>{people.isError ? reasonOf(people.error) : null}</Problem>
          </>
        ) : null}
        {type === 'SWAP' && colleague !== '' ? (
          <NativeSelect
            label={WORDS.theirs}
            data={[
              { value: '', label: WORDS.choose },
              ...theirs.map(({ id, ...own }) => ({ value: String(id), label: londonSpan(own) })),
            ]}
            value={otherShift}
            onChange={({ currentTarget }) => setOtherShift(currentTarget.value)}
          />
        ) : null}
        {type === 'CHANGE' ? (
          <div className={styles.pair}>
            {time(ASK_WORDS.starts, start, setStart)}
            {time(ASK_WORDS.ends, end, setEnd)}
          </div>
        ) : null}
        {type === 'SPLIT' ? time(WORDS.splitAt, splitAt, setSplitAt) : null}
        <Textarea
          label={ASK_WORDS.reason}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_MAX}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void close()}>
            {CALENDAR_WORDS.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {ASK_WORDS.send}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const QUARTER_MS = 15 * 60_000
/** The middle of a shift, on a quarter of an hour. */
const middleOf = ({ eventStart, eventEnd }: CalendarEvent): number =>
  Math.round((Date.parse(eventStart) + Date.parse(eventEnd)) / 2 / QUARTER_MS) * QUARTER_MS
