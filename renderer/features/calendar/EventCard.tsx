import { Button, Modal } from '@mantine/core'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { isStruckThrough } from '#shared/domain/calendar.ts'
import { useServices } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import styles from './Calendar.module.css'
import { CALENDAR_WORDS, FORM_WORDS, STATE_WORDS, TYPE_WORDS, CARD_WORDS as WORDS } from './text.ts'
import { whenOf } from './when.ts'

interface CardProps {
  readonly event: CalendarEvent
  readonly zone: string
  readonly now: number
  readonly onClose: () => void
  readonly onEdit: () => void
  readonly onDelete: () => void
  readonly onWithdraw: () => void
}

/** What is known of an event, and what can be done with it (spec 3 §2). */
export function EventCard(props: CardProps) {
  const { event, zone, onClose } = props
  const { eventType, eventState, subject, hover, meta } = event
  const rules: Readonly<Record<string, string>> = FORM_WORDS.rules
  return (
    <Modal opened onClose={onClose} title={subject} size={420} centered>
      <dl className={styles.card} data-struck={isStruckThrough(eventState) || undefined}>
        <dt>{TYPE_WORDS[eventType]}</dt>
        <dd>{STATE_WORDS[eventState]}</dd>
        <dt>{CALENDAR_WORDS.views.day}</dt>
        <dd>{whenOf(event, zone)}</dd>
        {meta.rule === null ? null : (
          <>
            <dt>{WORDS.repeats}</dt>
            <dd>{rules[meta.rule.replace(/;(?:UNTIL|COUNT)=.*/, '')] ?? meta.rule}</dd>
          </>
        )}
        {hover === '' ? null : (
          <>
            <dt>{FORM_WORDS.note}</dt>
            <dd>{hover}</dd>
          </>
        )}
      </dl>
      <div className={styles.buttons}>
        <CardActions {...props} />
      </div>
    </Modal>
  )
}

function CardActions({ event, now, onClose, onEdit, onDelete, onWithdraw }: CardProps) {
  const live = useLiveIfAny()
  const { dialogs } = useServices()
  const { kind, recordID } = event.meta
  if (kind === 'meeting' && live && Date.parse(event.eventEnd) > now)
    return (
      <Button
        onClick={() => {
          onClose()
          live.meetings.join({ ID: recordID, screenShare: false })
        }}
      >
        {WORDS.join}
      </Button>
    )
  if (kind === 'task')
    return <Button onClick={() => dialogs.open('tasks', { taskID: recordID })}>{WORDS.openTask}</Button>
  if (kind === 'request' && (event.eventState === 'PENDING' || event.eventState === 'APPROVED'))
    return (
      <Button variant="default" onClick={onWithdraw}>
        {event.eventState === 'PENDING' ? WORDS.withdraw : WORDS.askBack}
      </Button>
    )
  if (kind !== 'event') return null
  return (
    <>
      <Button onClick={onEdit}>{WORDS.edit}</Button>
      <Button variant="default" color="red" onClick={onDelete}>
        {WORDS.delete}
      </Button>
    </>
  )
}
