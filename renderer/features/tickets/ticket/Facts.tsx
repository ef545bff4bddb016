import type { Ticket } from '#shared/contract/ticket-entities.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { TEXT } from '../text.ts'
import { ago, moment } from '../times.ts'
import styles from './Details.module.css'

/** Who raised the ticket, when, and who has it. */
export function Facts({ ticket, now }: { ticket: Ticket; now: number }) {
  const { userLoginID, interviewerName, userName, assignID, assign, team, date } = ticket
  return (
    <dl className={styles.facts} aria-label={TEXT.facts}>
      <dt>{TEXT.raisedBy}</dt>
      <dd>
        <PersonAvatar userID={userLoginID} name={interviewerName} size={26} />
        <span>
          {interviewerName}
          <small>{userName}</small>
        </span>
      </dd>
      <dt>{TEXT.assigned}</dt>
      <dd>
        {assignID === 0 ? (
          <span className={styles.quiet}>{TEXT.nobody}</span>
        ) : (
          <>
            <PersonAvatar userID={assignID} name={assign} size={26} />
            {assign}
          </>
        )}
      </dd>
      {team === '' ? null : (
        <>
          <dt>{TEXT.team}</dt>
          <dd>{team}</dd>
        </>
      )}
      <dt>{TEXT.raised}</dt>
      <dd title={moment(date)}>
        <span>
          {moment(date)}
          <small>{ago(date, now)}</small>
        </span>
      </dd>
      <dt>{TEXT.updated}</dt>
      <dd>{TEXT.updatedBy(ticket.updatedBy, ago(ticket.updatedTime, now))}</dd>
    </dl>
  )
}
