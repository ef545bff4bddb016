import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { CALENDAR_TEXT, isLocalTime, NOTE_MAX, SUBJECT_MAX, timesProblem } from '#shared/domain/calendar.ts'
import { localOf, zoneClock } from '#shared/domain/zone-time.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS, FORM_WORDS as WORDS } from './text.ts'
import { dayAfter, type Span, spanOf } from './when.ts'

/** What the form makes: times by the clock of `zone`. */
export interface FilledEvent {
  readonly subject: string
  readonly note: string
  readonly startLocal: string
  readonly endLocal: string
  readonly isAllDay: boolean
  readonly zone: string
  readonly rule: string | null
}

interface FormProps {
  /** The event that is edited; null for a new one. */
  readonly event: CalendarEvent | null
  /** What was typed before, in the place of what the event has. */
  readonly filled?: FilledEvent | undefined
  readonly span: Span
  readonly zone: string
  readonly problem: string | null
  readonly onSave: (filled: FilledEvent) => void
  readonly onClose: () => void
}

/** Makes or edits a personal event. */
export function EventForm({ event, filled, span, zone: viewed, problem, onSave, onClose }: FormProps) {
  const zone = event?.meta.zone ?? viewed
  const { wallClock } = zoneClock(zone)
  const times = event ? spanOf(event) : span
  const wasAllDay = event?.meta.isAllDay ?? false
  const first = filled?.startLocal ?? localOf(wallClock(times.start))
  const last = filled?.endLocal ?? localOf(wallClock(times.end))
  const [subject, setSubject] = useState(filled?.subject ?? event?.subject ?? '')
  const [note, setNote] = useState(filled?.note ?? event?.hover ?? '')
  const [isAllDay, setAllDay] = useState(wasAllDay)
  const [start, setStart] = useState(first)
  const [end, setEnd] = useState(wasAllDay ? `${dayAfter(last.slice(0, 10), -1)}T00:00` : last)
  const [rule, setRule] = useState((filled ?? event?.meta)?.rule ?? '')
  const [wrong, setWrong] = useState<string | null>(null)

  const submit = (form: FormEvent) => {
    form.preventDefault()
    const startLocal = isAllDay ? `${start.slice(0, 10)}T00:00` : start
    const endLocal = isAllDay && isLocalTime(end) ? `${dayAfter(end.slice(0, 10), 1)}T00:00` : end
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
      })
  }
  const part = (local: string) => (isAllDay ? local.slice(0, 10) : local)
  const timed = (value: string) => (isAllDay && value !== '' ? `${value}T00:00` : value)
  const rules = Object.entries(WORDS.rules).map(([value, label]) => ({ value, label }))
  const known = rules.some(({ value }) => value === rule)
  return (
    <Modal opened onClose={onClose} title={event ? WORDS.editTitle : WORDS.newTitle} size={460} centered>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={WORDS.subject}
          maxLength={SUBJECT_MAX}
          value={subject}
          onChange={(change) => setSubject(change.currentTarget.value)}
        />
        {event === null ? (
          <Checkbox
            label={WORDS.allDay}
            checked={isAllDay}
            onChange={(change) => setAllDay(change.currentTarget.checked)}
          />
        ) : null}
        <div className={styles.pair}>
          <TextInput
            type={isAllDay ? 'date' : 'datetime-local'}
            label={WORDS.starts}
            value={part(start)}
            onChange={(change) => setStart(timed(change.currentTarget.value))}
          />
          <TextInput
            type={isAllDay ? 'date' : 'datetime-local'}
            label={WORDS.ends}
            value={part(end)}
            onChange={(change) => setEnd(timed(change.currentTarget.value))}
          />
        </div>
        <NativeSelect
          label={WORDS.repeat}
          data={known ? rules : [{ value: rule, label: WORDS.otherRule }, ...rules]}
          value={rule}
          onChange={(change) => setRule(change.currentTarget.value)}
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
          <Button variant="default" onClick={onClose}>
            {CALENDAR_WORDS.cancel}
          </Button>
          <Button type="submit">{CALENDAR_WORDS.save}</Button>
        </div>
      </form>
    </Modal>
  )
}

function problemOf(subject: string, startLocal: string, endLocal: string): string | null {
  if (subject.trim() === '') return WORDS.noSubject
  if (!isLocalTime(startLocal) || !isLocalTime(endLocal)) return CALENDAR_TEXT.badTime
  const problem = timesProblem(startLocal, endLocal)
  return problem === null ? null : CALENDAR_TEXT[problem]
}
