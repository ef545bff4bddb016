import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  bookMyTraining,
  leaveTrainingWait,
  myTrainingSessions,
  type OwnTrainingSession,
  unbookMyTraining,
  waitForTraining,
} from '#shared/contract/training.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { TRAINING_WORDS } from '#shared/domain/training.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Development.module.css'
import { SESSIONS_TEXT as TEXT } from './text.ts'

const KEY = ['my-training-sessions'] as const
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** Sessions of training that one may book oneself into, and one's own bookings (spec 4 §4.2.6). */
export function TrainingSessions() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(myTrainingSessions, undefined, { quiet: true, signal }),
  })
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        // Nothing is known of what a lost connection missed.
        if (news === null || news.entity === 'TRAINING' || news.entity === 'SHIFT')
          void client.invalidateQueries({ queryKey: KEY })
      }),
    [client, workingDayNews],
  )
  return (
    <section className={styles.list} aria-label={TEXT.title}>
      <h3 className={styles.heading}>{TEXT.title}</h3>
      {!data ? (
        error ? (
          <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={TEXT.loading}>
            <Skeleton width="100%" height={80} />
          </div>
        )
      ) : data.sessions.length === 0 ? (
        <p>{TEXT.none}</p>
      ) : (
        <ul className={styles.list} aria-label={TEXT.title}>
          {data.sessions.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Session({ session }: { readonly session: OwnTrainingSession }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, type, project, trainer, start, end, place, capacity, booked, state, position, waiting } =
    session
  const when = `${WHEN.format(Date.parse(start))}–${TIME.format(Date.parse(end))}`
  /** @param said what is told once it is done, by the answer */
  const go = async <Answer,>(call: Promise<Answer>, said: (answer: Answer) => string) => {
    setBusy(true)
    setProblem(null)
    try {
      notices.show('success', said(await call))
    } catch (refused) {
      setProblem(refusalOf(refused))
    }
    setBusy(false)
    // What was refused has changed meanwhile as well.
    void client.invalidateQueries({ queryKey: KEY })
  }
  const request = { sessionID: id }
  return (
    <li className={styles.card}>
      <header>
        <strong>{type}</strong>
        {session.isBooked ? <span className={styles.mark}>{TEXT.booked}</span> : null}
        {session.isNeeded ? <span className={styles.mark}>{TEXT.needed}</span> : null}
      </header>
      <span className={styles.quiet}>
        {[when, place, project, trainer === null ? null : TEXT.with(trainer)].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.quiet}>
        {state === 'OPEN'
          ? TEXT.places(capacity - booked, capacity)
          : state === 'FULL'
            ? TEXT.full(waiting)
            : TRAINING_WORDS.session[state]}
      </span>
      {position === null ? null : <span>{TEXT.position(position, waiting)}</span>}
      <Problem>{problem}</Problem>
      <Actions
        session={session}
        when={when}
        isBusy={isBusy}
        does={{
          book: () => go(api.call(bookMyTraining, request, { quiet: true }), () => TEXT.bookDone(type, when)),
          unbook: () => go(api.call(unbookMyTraining, request, { quiet: true }), () => TEXT.unbookDone(type)),
          join: () =>
            go(api.call(waitForTraining, request, { quiet: true }), (answer) =>
              answer.position === null ? TEXT.bookDone(type, when) : TEXT.joined(type, answer.position),
            ),
          leave: () => go(api.call(leaveTrainingWait, request, { quiet: true }), () => TEXT.left(type)),
        }}
      />
    </li>
  )
}

interface ActionsProps {
  readonly session: OwnTrainingSession
  readonly when: string
  readonly isBusy: boolean
  readonly does: Readonly<Record<'book' | 'unbook' | 'join' | 'leave', () => Promise<void>>>
}

/** What may be done about a session now; nothing where somebody else booked one into it. */
function Actions({ session, when, isBusy, does }: ActionsProps) {
  const { type, state, isBooked, isOwnBooking, position } = session
  const actions: readonly (readonly [keyof typeof does, string, string, boolean])[] = [
    ['unbook', TEXT.unbook, TEXT.unbookOf(type, when), isOwnBooking],
    ['book', TEXT.book, TEXT.bookOf(type, when), !isBooked && state === 'OPEN'],
    ['join', TEXT.join, TEXT.joinOf(type, when), !isBooked && state === 'FULL' && position === null],
    ['leave', TEXT.leave, TEXT.leaveOf(type, when), position !== null],
  ]
  const may = actions.filter(([, , , isThere]) => isThere)
  if (may.length === 0) return null
  return (
    <div className={styles.buttons}>
      {may.map(([key, label, full]) => (
        <Button
          key={key}
          size="xs"
          {...(key !== 'book' && { variant: 'default' })}
          loading={isBusy}
          aria-label={full}
          onClick={() => void does[key]()}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
