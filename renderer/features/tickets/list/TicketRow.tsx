// biome-ignore-all lint/a11y/useSemanticElements: the rows of a long table are placed by hand, which a <table>'s can't be
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons inside rows and headers are focused
import { memo } from 'react'
import type { HelpTicket } from '#shared/contract/ticket-entities.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { LIST_TEXT, TEXT } from '../text.ts'
import { Lateness } from '../ticket/Lateness.tsx'
import { PriorityMark, StatusPill } from '../ticket/Pills.tsx'
import { ago, moment } from '../times.ts'
import styles from './TicketList.module.css'

interface TicketRowProps {
  readonly ticket: HelpTicket
  readonly index: number
  readonly named: boolean
  readonly now: number
  readonly onOpen: (ticketID: number) => void
  readonly onNear: (ticketID: number) => void
}

/** A ticket in a list; a click anywhere on it opens it. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, index, named, now, onOpen, onNear } = props
  const { id, message, ticketType, userLoginID, interviewerName, assignID, assign, raisedTime } = ticket
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      role="row"
      aria-rowindex={index}
      className={styles.row}
      data-resolved={ticket.resolved}
      onClick={() => onOpen(id)}
      onPointerEnter={() => onNear(id)}
    >
      <span role="cell" className={styles.number}>
        {id}
      </span>
      <span role="cell" className={styles.message}>
        <button type="button" data-open aria-label={TEXT.openTicket(id, message)} onFocus={() => onNear(id)}>
          {message}
        </button>
        <small>
          {ticketType}
          {ticket.requireFeedback ? <em> · {LIST_TEXT.wantsFeedback}</em> : null}
        </small>
      </span>
      {named ? (
        <span role="cell" className={styles.person}>
          <PersonAvatar userID={userLoginID} name={interviewerName} size={26} />
          <span>{interviewerName}</span>
        </span>
      ) : null}
      <span role="cell" className={styles.person}>
        {assignID === 0 ? (
          <span className={styles.nobody}>{TEXT.nobody}</span>
        ) : (
          <>
            <PersonAvatar userID={assignID} name={assign} size={26} />
            <span>{assign}</span>
          </>
        )}
      </span>
      <span role="cell">
        <StatusPill status={ticket.status} />
      </span>
      <span role="cell">
        <PriorityMark priority={ticket.priority} />
      </span>
      <span role="cell">{ticket.resolved ? null : <Lateness lateness={ticket.lateness} now={now} />}</span>
      <span role="cell" className={styles.time} title={moment(raisedTime)}>
        {ago(raisedTime, now)}
      </span>
    </div>
  )
})
