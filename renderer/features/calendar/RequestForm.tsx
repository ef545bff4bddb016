import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BookingRequest, newBooking, previewHoliday } from '#shared/contract/booking.ts'
import {
  DAY_PARTS,
  REASON_MAX,
  REASON_MIN,
  REQUEST_PERMISSION,
  REQUEST_TYPES,
  REQUEST_WORDS,
} from '#shared/domain/booking.ts'
import { CALENDAR_TEXT, isLocalTime } from '#shared/domain/calendar.ts'
import { localOf, wallOf } from '#shared/domain/zone-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { Consequences } from './Consequences.tsx'
import { CALENDAR_WORDS, CONSEQUENCE_WORDS, ASK_WORDS as WORDS } from './text.ts'
import { CALENDAR_KEY } from './use-calendar.ts'
import { dayAfter } from './when.ts'

interface RequestProps {
  /** The day that is asked for first, 'YYYY-MM-DD'. */
  readonly day: string
  readonly onSent: (request: BookingRequest) => void
  readonly onClose: () => void
}

/** Asks for a holiday, overtime or time off (spec 4 §4.2.2), by London's clock. */
export function RequestForm({ day, onSent, onClose }: RequestProps) {
  const { api } = useServices()
  const { close, onChange } = useCloseOrAsk(onClose)
  const permissions = useSession((session) => session.permissions)
  const types = REQUEST_TYPES.filter((type) => permissions.can(REQUEST_PERMISSION[type]))
  const [type, setType] = useState<(typeof REQUEST_TYPES)[number]>(types[0] ?? 'PERSONAL')
  const [start, setStart] = useState(`${day}T09:00`)
  const [end, setEnd] = useState(`${day}T10:00`)
  const [part, setPart] = useState<(typeof DAY_PARTS)[number]>('DAY')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isHoliday = type === 'HOLIDAY'
  /** An end that would lie before the start goes along with it. */
  const moveStart = (local: string) => {
    if (isLocalTime(start) && isLocalTime(end) && isLocalTime(local) && end < local)
      setEnd(localOf(wallOf(local) + Math.max(0, wallOf(end) - wallOf(start))))
    setStart(local)
  }

  const submit = async (form: FormEvent) => {
    form.preventDefault()
    const startLocal = isHoliday ? `${start.slice(0, 10)}T00:00` : start
    const endLocal = isHoliday && isLocalTime(end) ? `${dayAfter(end.slice(0, 10), 1)}T00:00` : end
    if (!isLocalTime(startLocal) || !isLocalTime(endLocal)) return setProblem(CALENDAR_TEXT.badTime)
    if (reason.trim().length < REASON_MIN) return setProblem(WORDS.noReason)
    setBusy(true)
    setProblem(null)
    try {
      onSent(
        await api.call(newBooking, { type, startLocal, endLocal, dayPart: part, reason }, { quiet: true }),
      )
    } catch (error) {
      // What was filled in stays.
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const field = (label: string, value: string, set: (local: string) => void) => (
    <TextInput
      type={isHoliday ? 'date' : 'datetime-local'}
      step={isHoliday ? undefined : 900}
      label={label}
      value={isHoliday ? value.slice(0, 10) : value}
      onChange={({ currentTarget }) => set(isHoliday ? `${currentTarget.value}T09:00` : currentTarget.value)}
    />
  )
  return (
    <Modal opened onClose={() => void close()} title={WORDS.title} size={460} centered>
      <form className={styles.form} onChange={onChange} onSubmit={(form) => void submit(form)} noValidate>
        <NativeSelect
          data-autofocus
          label={WORDS.what}
          data={types.map((value) => ({ value, label: REQUEST_WORDS[value] }))}
          value={type}
          onChange={({ currentTarget }) =>
            setType(REQUEST_TYPES.find((one) => one === currentTarget.value) ?? 'PERSONAL')
          }
        />
        <div className={styles.pair}>
          {field(isHoliday ? WORDS.firstDay : WORDS.starts, start, moveStart)}
          {field(isHoliday ? WORDS.lastDay : WORDS.ends, end, setEnd)}
        </div>
        {isHoliday ? (
          <NativeSelect
            label={WORDS.part}
            data={DAY_PARTS.map((value) => ({ value, label: WORDS.parts[value] }))}
            value={part}
            onChange={({ currentTarget }) =>
              setPart(DAY_PARTS.find((one) => one === currentTarget.value) ?? 'DAY')
            }
          />
        ) : null}
        {isHoliday ? <Preview start={start} end={end} part={part} /> : null}
        <Textarea
          label={WORDS.reason}
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
            {WORDS.send}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

interface PreviewProps {
  readonly start: string
  readonly end: string
  readonly part: (typeof DAY_PARTS)[number]
}

/** What the holiday would take, before it is asked for. */
function Preview({ start, end, part }: PreviewProps) {
  const { api } = useServices()
  const startLocal = `${start.slice(0, 10)}T00:00`
  const endLocal = isLocalTime(end) ? `${dayAfter(end.slice(0, 10), 1)}T00:00` : ''
  const query = useQuery({
    queryKey: [CALENDAR_KEY, 'preview', startLocal, endLocal, part],
    queryFn: ({ signal }) =>
      api.call(previewHoliday, { startLocal, endLocal, dayPart: part }, { quiet: true, signal }),
    enabled: isLocalTime(startLocal) && isLocalTime(endLocal) && startLocal < endLocal,
    retry: false,
  })
  return (
    <div aria-live="polite" aria-busy={query.isFetching}>
      {query.data ? (
        <>
          <p className={styles.takes}>{CONSEQUENCE_WORDS.takes(query.data.hours)}</p>
          <Consequences isOwn {...query.data} />
        </>
      ) : query.isError ? (
        <p className={styles.takes}>{reasonOf(query.error)}</p>
      ) : null}
    </div>
  )
}
