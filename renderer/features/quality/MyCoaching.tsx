import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  acknowledgeCoaching,
  type CoachingSession,
  myCoaching,
  tickCoaching,
} from '#shared/contract/coaching.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import styles from './Quality.module.css'
import { QUALITY_TEXT, MINE_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { dayText, momentText } from './words.ts'

/** One's own coaching: what was agreed, to acknowledge and to tick. Nothing stands there without any. */
export function MyCoaching() {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [QUALITY_KEY, 'my-coaching'],
    queryFn: ({ signal }) => api.call(myCoaching, {}, { quiet: true, signal }),
  })
  if (!data || data.sessions.length === 0) return null
  return (
    <section aria-label={TEXT.coaching} className={styles.section}>
      <h3>{TEXT.coaching}</h3>
      <ul className={styles.list}>
        {data.sessions.map((session) => (
          <OwnSession key={session.id} session={session} />
        ))}
      </ul>
    </section>
  )
}

function OwnSession({ session }: { session: CoachingSession }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await client.invalidateQueries({ queryKey: [QUALITY_KEY, 'my-coaching'] })
  }
  return (
    <li className={styles.opened}>
      <div className={styles.row} data-plain="true" style={{ paddingInline: 0 }}>
        <span>
          <strong>{session.topics}</strong>
          <small>{[momentText(session.start), TEXT.coach(session.coach)].filter(Boolean).join(' · ')}</small>
        </span>
        <span className={styles.chips}>
          <span className={styles.chip}>{QUALITY_TEXT.states[session.state]}</span>
          {session.state === 'HELD' ? (
            <Button
              size="compact-sm"
              onClick={() =>
                void act(() => api.call(acknowledgeCoaching, { id: session.id }, { quiet: true }))
              }
            >
              {TEXT.coachingAcknowledge}
            </Button>
          ) : null}
        </span>
      </div>
      {session.discussion === '' ? null : <p className={styles.quiet}>{session.discussion}</p>}
      {session.actions.map((action, place) => (
        <Checkbox
          key={action.text}
          mt={8}
          label={action.text}
          description={action.due === null ? undefined : TEXT.due(dayText(`${action.due}T12:00:00.000Z`))}
          checked={action.doneAt !== null}
          onChange={(event) => {
            const isDone = event.currentTarget.checked
            void act(() => api.call(tickCoaching, { id: session.id, place, isDone }, { quiet: true }))
          }}
        />
      ))}
    </li>
  )
}
