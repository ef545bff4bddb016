import { IconTrendingUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { myDevelopment, type Development as Records } from '#shared/contract/activity.ts'
import { myLevel } from '#shared/contract/gamification.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import styles from './Attendance.module.css'
import { LoadedPart } from './LoadedPart.tsx'
import { lengthInWords, DEVELOPMENT_TEXT as TEXT } from './text.ts'

const WHEN = dateFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})

/** How the person gets on: what is kept of it, and nothing else (spec 3 §2). */
export function Development() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['development'],
    queryFn: ({ signal }) => api.call(myDevelopment, undefined, { quiet: true, signal }),
  })
  return (
    <LoadedPart query={query} icon={<IconTrendingUp size={26} />} words={TEXT}>
      {({ sessions, feedback }) => (
        <div className={styles.parts}>
          <Level />
          <Sessions sessions={sessions} />
          <Feedback feedback={feedback} />
        </div>
      )}
    </LoadedPart>
  )
}

/** Not there for who has none, or where it can't be had: the rest is. */
function Level() {
  const { api } = useServices()
  const userID = useSession(({ user }) => user?.id)
  const { data } = useQuery({
    queryKey: ['my-level', userID],
    queryFn: ({ signal }) => api.call(myLevel, { userID: userID ?? 0 }, { quiet: true, signal }),
    enabled: userID !== undefined,
  })
  if (!data) return null
  return (
    <section aria-labelledby="development-level">
      <h3 id="development-level">{TEXT.level}</h3>
      <p className={styles.level}>
        <strong>{TEXT.levelOf(data.level, data.name)}</strong>
        <span>{TEXT.points(data.currentXP)}</span>
        <span>{TEXT.toNext(Math.max(0, data.nextLevelXP - data.currentXP))}</span>
      </p>
    </section>
  )
}

function Sessions({ sessions }: Pick<Records, 'sessions'>) {
  return (
    <section aria-labelledby="development-time">
      <h3 id="development-time">{TEXT.time}</h3>
      <p className={styles.lead}>{sessions.length === 0 ? TEXT.noTime : TEXT.timeLead}</p>
      <ul className={styles.records} aria-labelledby="development-time">
        {sessions.map(({ activity, project, start, end, seconds }) => (
          <li key={start}>
            <span>
              {ACTIVITY_LABELS[activity]}
              {project === null ? '' : `, ${project}`}
            </span>
            <small>{WHEN.format(Date.parse(start))}</small>
            <small>{end === null ? TEXT.lasts : lengthInWords(seconds)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Feedback({ feedback }: Pick<Records, 'feedback'>) {
  const average = feedback.reduce((sum, { rating }) => sum + rating, 0) / feedback.length
  return (
    <section aria-labelledby="development-feedback">
      <h3 id="development-feedback">{TEXT.feedback}</h3>
      <p className={styles.lead}>
        {feedback.length === 0 ? TEXT.noFeedback : TEXT.average(average.toFixed(1), feedback.length)}
      </p>
      <ul className={styles.records} aria-labelledby="development-feedback">
        {feedback.map(({ ticketID, rating, comment }) => (
          <li key={ticketID}>
            <span>{TEXT.ticket(ticketID)}</span>
            <small>{comment}</small>
            <small>{TEXT.rating(rating)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
