import { Button, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { fileEventOf } from '#shared/domain/calendar-feed.ts'
import { eventsFile } from '#shared/domain/calendar-file.ts'
import { endOfRule } from '#shared/domain/calendar-repeat.ts'
import { londonDayAfter } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { RequestTalkButton } from '../request-talk/index.ts'
import styles from './Calendar.module.css'
import { typeColours } from './colours.ts'
import { ReminderSelect } from './ReminderSelect.tsx'
import {
  CALENDAR_WORDS,
  FORM_WORDS,
  PICK_UP,
  SHIFT_WORDS,
  STATE_WORDS,
  TYPE_WORDS,
  CARD_WORDS as WORDS,
} from './text.ts'
import { whenOf } from './when.ts'

interface CardProps {
  readonly event: CalendarEvent
  readonly zone: string
  readonly now: number
  readonly usualReminder: number | null
  /** What else is at that time, in words. */
  readonly besides: string
  readonly onClose: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onWithdraw: () => void
  /** Says yes or no to a change of one's own shift. */
  readonly onAnswer: (isAgreed: boolean) => void
  /** Asks for something about a shift. */
  readonly onShift: () => void
  /** Says that one comes late. */
  readonly onLate: () => void
  /** Shows the hours that can be taken, those of the event first. */
  readonly onPickUp: () => void
  readonly onRemind: (minutes: number | null | undefined) => void
}

/** Kinds of which a person can be told before they begin. */
const REMINDED: readonly CalendarEvent['meta']['kind'][] = ['event', 'meeting', 'task']

/** What is known of an event, and what can be done with it (spec 3 §2). */
export function EventCard(props: CardProps) {
  const { event, zone, now, besides, usualReminder, onClose, onRemind } = props
  const { eventType, eventState, subject, hover, meta } = event
  const file = eventsFile([fileEventOf(event)], now)
  return (
    <Modal opened onClose={onClose} title={subject} size={460} centered>
      <div className={styles.kinds} style={typeColours(eventType)}>
        <span>{TYPE_WORDS[eventType]}</span>
        <small>{STATE_WORDS[eventState]}</small>
      </div>
      <dl className={styles.card} data-struck={isStruckThrough(eventState) || undefined}>
        <dt>{FORM_WORDS.when}</dt>
        <dd>{whenOf(event, zone)}</dd>
        {meta.rule === null ? null : (
          <>
            <dt>{WORDS.repeats}</dt>
            <dd>{repeatsOf(meta.rule)}</dd>
          </>
        )}
        {hover === '' ? null : (
          <>
            <dt>{FORM_WORDS.note}</dt>
            <dd className={styles.note}>{hover}</dd>
          </>
        )}
      </dl>
      {besides === '' ? null : <p className={styles.warning}>{besides}</p>}
      {REMINDED.includes(meta.kind) && Date.parse(event.eventEnd) > now ? (
        <div className={styles.reminder}>
          <ReminderSelect
            value={meta.hasOwnReminder ? meta.reminder : undefined}
            usual={meta.kind === 'task' ? null : usualReminder}
            isAllDay={meta.isAllDay}
            onChange={onRemind}
          />
        </div>
      ) : null}
      <div className={styles.buttons}>
        <Button
          component="a"
          variant="subtle"
          download={`${subject.replaceAll(/[^\p{L}\p{N} -]/gu, '').slice(0, 60) || 'event'}.ics`}
          href={`data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`}
          leftSection={<IconDownload size={17} aria-hidden="true" />}
        >
          {WORDS.download}
        </Button>
        <CardActions {...props} />
      </div>
    </Modal>
  )
}

/** A rule in words, with its end. */
function repeatsOf(rule: string): string {
  const { plain, kind, until, count } = endOfRule(rule)
  const rules: Readonly<Record<string, string>> = FORM_WORDS.rules
  return [rules[plain] ?? plain, WORDS.ruleEnd(kind, until, count)].filter((part) => part !== '').join(', ')
}

/** Of a shift of today that somebody is still expected for. */
const mayRunLate = ({ eventStart, eventEnd }: CalendarEvent, now: number): boolean =>
  Date.parse(eventStart) < londonDayAfter(now, 1) && Date.parse(eventEnd) > now

function CardActions(props: CardProps) {
  const { event, now, onClose, onEdit, onDelete, onWithdraw, onAnswer, onShift, onLate, onPickUp } = props
  const live = useLiveIfAny()
  const { dialogs } = useServices()
  const mayOpen = useSession(({ permissions }) =>
    permissions.canAny(['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'ITRACKER_CAN_USE_MEETING_BUTTONS']),
  )
  const { kind, recordID } = event.meta
  if (kind === 'meeting')
    return (
      <>
        {mayOpen ? (
          <Button
            variant="default"
            component={Link}
            to={`/connect-plus/meeting?open=${recordID}`}
            onClick={onClose}
          >
            {WORDS.openMeeting}
          </Button>
        ) : null}
        {live && Date.parse(event.eventEnd) > now && !isStruckThrough(event.eventState) ? (
          <Button
            data-autofocus
            onClick={() => {
              onClose()
              live.meetings.join({ ID: recordID, screenShare: false })
            }}
          >
            {WORDS.join}
          </Button>
        ) : null}
      </>
    )
  if (kind === 'task')
    return (
      <Button
        data-autofocus
        onClick={() => {
          onClose()
          dialogs.open('tasks', { taskID: recordID })
        }}
      >
        {WORDS.openTask}
      </Button>
    )
  if (kind === 'request')
    return (
      <>
        <RequestTalkButton kind="booking" id={recordID} what={event.subject} />
        {event.eventState === 'PENDING' || event.eventState === 'APPROVED' ? (
          <Button variant="default" onClick={onWithdraw}>
            {event.eventState === 'PENDING' ? WORDS.withdraw : WORDS.askBack}
          </Button>
        ) : null}
      </>
    )
  // Planners ask whether they can work then instead.
  if (kind === 'shift' && event.eventState === 'PENDING')
    return (
      <>
        <Button variant="default" onClick={() => onAnswer(false)}>
          {WORDS.keep}
        </Button>
        <Button data-autofocus onClick={() => onAnswer(true)}>
          {WORDS.agree}
        </Button>
      </>
    )
  if (kind === 'shift' && event.eventState === 'APPROVED')
    return (
      <>
        {Date.parse(event.eventStart) > now ? (
          <Button variant="default" data-autofocus onClick={onShift}>
            {SHIFT_WORDS.change}
          </Button>
        ) : null}
        {mayRunLate(event, now) ? <Button onClick={onLate}>{SHIFT_WORDS.late}</Button> : null}
      </>
    )
  if (kind === 'windowSlot' || kind === 'campaignSlot')
    return (
      <Button data-autofocus onClick={onPickUp}>
        {PICK_UP}
      </Button>
    )
  if (kind !== 'event') return null
  return (
    <>
      <Button variant="default" onClick={onDelete}>
        {WORDS.delete}
      </Button>
      <Button data-autofocus onClick={onEdit}>
        {CALENDAR_WORDS.edit}
      </Button>
    </>
  )
}
