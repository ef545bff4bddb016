import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { CALENDAR_TEXT, isLocalTime, NOTE_MAX, SUBJECT_MAX, timesProblem } from '#shared/domain/calendar.ts'
import { collisionsOf } from '#shared/domain/calendar-collisions.ts'
import { endOfRule, ruleWithEnd } from '#shared/domain/calendar-repeat.ts'
import { localOf, wallOf, zoneClock } from '#shared/domain/zone-time.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { collisionWords, itemsOf } from './grid/items.ts'
import { ReminderSelect } from './ReminderSelect.tsx'
import { CALENDAR_WORDS, FORM_WORDS as WORDS } from './text.ts'
import { useCalendar } from './use-calendar.ts'
import { DAY_MS, dayAfter, momentAt, type Span, spanOf } from './when.ts'

/** What the form makes: times by the clock of `zone`. */
export interface FilledEvent {
  readonly subject: string
  readonly note: string
  readonly startLocal: string
  readonly endLocal: string
  readonly isAllDay: boolean
  readonly zone: string
  readonly rule: string | null
  /** Absent where it is as for all events. */
  readonly reminder: number | null | undefined
}

interface FormProps {
  /** The event that is edited; null for a new one. */
  readonly event: CalendarEvent | null
  /** What was typed before, in the place of what the event has. */
  readonly filled?: FilledEvent | undefined
  readonly span: Span
  readonly isAllDay: boolean
  readonly zone: string
  readonly usualReminder: number | null
  readonly problem: string | null
  readonly onSave: (filled: FilledEvent) => void
  readonly onClose: () => void
}

/** The times of a form: of whole days the last day, where what is kept ends at the midnight after it. */
function useTimes(first: string, last: string, wasAllDay: boolean) {
  const [isAllDay, setAllDay] = useState(wasAllDay)
  const [start, setStart] = useState(first)
  const [end, setEnd] = useState(last)
  return {
    isAllDay,
    start,
    end,
    setAllDay,
    setEnd,
    /** The end goes along: what is put elsewhere stays as long as it was. */
    setStart: (next: string) => {
      const by = wallOf(next) - wallOf(start)
      setStart(next)
      if (!Number.isNaN(by) && !Number.isNaN(wallOf(end))) setEnd(localOf(wallOf(end) + by))
    },
    startLocal: isAllDay ? `${start.slice(0, 10)}T00:00` : start,
    endLocal: isAllDay && isLocalTime(end) ? `${dayAfter(end.slice(0, 10), 1)}T00:00` : isAllDay ? '' : end,
  }
}

/** Makes or edits a personal event. */
export function EventForm(props: FormProps) {
  const { event, filled, span, zone: viewed, problem, onSave, onClose } = props
  const zone = event?.meta.zone ?? viewed
  const { wallClock } = zoneClock(zone)
  const spanned = event ? spanOf(event) : span
  const wasAllDay = filled?.isAllDay ?? event?.meta.isAllDay ?? props.isAllDay
  const last = filled?.endLocal ?? localOf(wallClock(spanned.end))
  const times = useTimes(
    filled?.startLocal ?? localOf(wallClock(spanned.start)),
    wasAllDay ? localOf(wallOf(last) - DAY_MS) : last,
    wasAllDay,
  )
  const { startLocal, endLocal, isAllDay } = times
  const [subject, setSubject] = useState(filled?.subject ?? event?.subject ?? '')
  const [note, setNote] = useState(filled?.note ?? event?.hover ?? '')
  const [rule, setRule] = useState((filled ?? event?.meta)?.rule ?? '')
  const [reminder, setReminder] = useState(
    filled ? filled.reminder : event?.meta.hasOwnReminder ? event.meta.reminder : undefined,
  )
  const [wrong, setWrong] = useState<string | null>(null)
  const { close, onChange } = useCloseOrAsk(onClose, filled !== null && filled !== undefined)

  const submit = (form: FormEvent) => {
    form.preventDefault()
    const found = problemOf(subject, startLocal, endLocal)
    setWrong(found)
    if (found === null)
      onSave({
        subject: subject.trim(),
        note,
        startLocal,
        endLocal,
        isAllDay,
        zone,
        rule: rule === '' ? null : rule,
        reminder,
      })
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={event ? WORDS.editTitle : WORDS.newTitle}
      size={520}
      centered
    >
      <form className={styles.form} onChange={onChange} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={WORDS.subject}
          placeholder={WORDS.subjectHint}
          maxLength={SUBJECT_MAX}
          value={subject}
          onChange={(change) => setSubject(change.currentTarget.value)}
        />
        <fieldset className={styles.times}>
          <legend className="visually-hidden">{WORDS.when}</legend>
          <When label={WORDS.starts} value={times.start} isAllDay={isAllDay} onChange={times.setStart} />
          <When label={WORDS.ends} value={times.end} isAllDay={isAllDay} onChange={times.setEnd} />
          {event === null ? (
            <Checkbox
              label={WORDS.allDay}
              checked={isAllDay}
              onChange={(change) => times.setAllDay(change.currentTarget.checked)}
            />
          ) : null}
        </fieldset>
        <Besides {...{ event, startLocal, endLocal, isAllDay, zone }} />
        <Repeats rule={rule} onChange={setRule} first={startLocal.slice(0, 10)} />
        <ReminderSelect
          value={reminder}
          usual={props.usualReminder}
          isAllDay={isAllDay}
          onChange={setReminder}
        />
        <Textarea
          label={WORDS.note}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(change) => setNote(change.currentTarget.value)}
        />
        <Problem>{wrong ?? problem}</Problem>
        <div className={styles.buttons}>
          <Button variant="default" onClick={() => void close()}>
            {CALENDAR_WORDS.cancel}
          </Button>
          <Button type="submit">{CALENDAR_WORDS.save}</Button>
        </div>
      </form>
    </Modal>
  )
}

interface WhenProps {
  readonly label: string
  /** 'YYYY-MM-DDTHH:mm', or a part of it while it is typed. */
  readonly value: string
  readonly isAllDay: boolean
  readonly onChange: (value: string) => void
}

/** A day, and a time beside it. */
function When({ label, value, isAllDay, onChange }: WhenProps) {
  const [day = '', time = ''] = value.split('T')
  return (
    <div className={styles.when}>
      <TextInput
        type="date"
        label={label}
        value={day}
        onChange={(change) => onChange(`${change.currentTarget.value}T${time}`)}
      />
      {isAllDay ? null : (
        <TextInput
          type="time"
          step={300}
          aria-label={WORDS.timeOf(label)}
          value={time}
          onChange={(change) => onChange(`${day}T${change.currentTarget.value}`)}
        />
      )}
    </div>
  )
}

interface BesidesProps {
  readonly event: CalendarEvent | null
  readonly startLocal: string
  readonly endLocal: string
  readonly isAllDay: boolean
  readonly zone: string
}

/** What else is at that time, while the time is chosen. */
function Besides(props: BesidesProps) {
  const { startLocal, endLocal } = props
  const isGood =
    isLocalTime(startLocal) && isLocalTime(endLocal) && timesProblem(startLocal, endLocal) === null
  // A long event reaches over more than is read at once.
  const isShort = isGood && wallOf(endLocal) - wallOf(startLocal) <= 31 * DAY_MS
  return isShort ? <Collisions {...props} /> : null
}

function Collisions({ event, startLocal, endLocal, isAllDay, zone }: BesidesProps) {
  const span = { start: momentAt(startLocal, zone), end: momentAt(endLocal, zone) }
  const [first, last] = [startLocal.slice(0, 10), dayAfter(endLocal.slice(0, 10), 1)]
  const query = useCalendar({ start: momentAt(`${first}T00:00`, zone), end: momentAt(`${last}T00:00`, zone) })
  const items = useMemo(() => itemsOf(query.data?.events ?? [], zone), [query.data, zone])
  const moved = { id: event?.id ?? '', eventType: 'PERSONAL', eventState: 'APPROVED', isAllDay } as const
  const words = collisionWords(collisionsOf(moved, span, items))
  return (
    <p className={styles.besides} role="status">
      {words === '' ? null : (
        <>
          <IconAlertTriangle size={16} aria-hidden="true" /> {words}
        </>
      )}
    </p>
  )
}

/** How it repeats, and until when. */
function Repeats({
  rule,
  first,
  onChange,
}: {
  readonly rule: string
  readonly first: string
  readonly onChange: (rule: string) => void
}) {
  const { plain, kind, until, count } = endOfRule(rule)
  const rules = Object.entries(WORDS.rules).map(([value, label]) => ({ value, label }))
  const known = rules.some(({ value }) => value === plain)
  const put = (end: Parameters<typeof ruleWithEnd>[1]) => onChange(ruleWithEnd(plain, end))
  return (
    <div className={styles.repeats}>
      <NativeSelect
        label={WORDS.repeat}
        data={known ? rules : [{ value: plain, label: WORDS.otherRule }, ...rules]}
        value={plain}
        onChange={(change) =>
          onChange(
            change.currentTarget.value === ''
              ? ''
              : ruleWithEnd(change.currentTarget.value, { kind, until, count }),
          )
        }
      />
      {rule === '' ? null : (
        <NativeSelect
          label={WORDS.repeatEnds}
          data={Object.entries(WORDS.ruleEnds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(change) => {
            const wanted = change.currentTarget.value
            if (wanted === 'UNTIL') put({ kind: 'UNTIL', until: dayAfter(first, 28), count })
            else put({ kind: wanted === 'COUNT' ? 'COUNT' : 'NEVER', until, count: 10 })
          }}
        />
      )}
      {kind === 'UNTIL' ? (
        <TextInput
          type="date"
          label={WORDS.lastDay}
          value={until}
          onChange={(change) =>
            change.currentTarget.value !== '' &&
            put({ kind: 'UNTIL', until: change.currentTarget.value, count })
          }
        />
      ) : null}
      {kind === 'COUNT' ? (
        <TextInput
          type="number"
          min={1}
          max={999}
          label={WORDS.times}
          value={String(count)}
          onChange={(change) =>
            put({
              kind: 'COUNT',
              until,
              count: Math.min(999, Math.max(1, Number(change.currentTarget.value) || 1)),
            })
          }
        />
      ) : null}
    </div>
  )
}

function problemOf(subject: string, startLocal: string, endLocal: string): string | null {
  if (subject.trim() === '') return WORDS.noSubject
  if (!isLocalTime(startLocal) || !isLocalTime(endLocal)) return CALENDAR_TEXT.badTime
  const problem = timesProblem(startLocal, endLocal)
  return problem === null ? null : CALENDAR_TEXT[problem]
}
