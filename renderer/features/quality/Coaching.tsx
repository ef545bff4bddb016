import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  type CoachingSession,
  coachingSession,
  coachingSessions,
  endCoaching,
  holdCoaching,
  noteCoaching,
} from '#shared/contract/coaching.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Loaded } from './Loaded.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { momentText, scoreText } from './words.ts'

const PlanCoaching = lazyCode(async () => (await import('./CoachingForms.tsx')).PlanCoaching)
const WriteCoaching = lazyCode(async () => (await import('./CoachingForms.tsx')).WriteCoaching)

/** Coaching sessions: planned, held, acknowledged (spec 4 §4.4.3). */
export function Coaching() {
  const { api } = useServices()
  const mayCoach = useSession(({ permissions }) => permissions.can('QC_CAN_ADD'))
  const [isNew, setNew] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'coaching'],
    queryFn: ({ signal }) => api.call(coachingSessions, {}, { quiet: true, signal }),
  })
  return (
    <>
      <div className={styles.head}>
        <h2>{TEXT.tabs.coaching}</h2>
        {mayCoach ? <Button onClick={() => setNew(!isNew)}>{TEXT.newCoaching}</Button> : null}
      </div>
      {isNew ? (
        <Suspense>
          <PlanCoaching onDone={() => setNew(false)} />
        </Suspense>
      ) : null}
      <Loaded query={query} words={TEXT}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState icon={<IconMessages size={26} />} title={TEXT.noCoaching} />
          ) : (
            <ul className={styles.list}>
              {sessions.map((session) => (
                <li key={session.id}>
                  <SessionRow
                    session={session}
                    isOpen={open === session.id}
                    onOpen={() => setOpen(open === session.id ? null : session.id)}
                  />
                  {open === session.id ? <OneSession session={session} /> : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

interface SessionRowProps {
  readonly session: CoachingSession
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function SessionRow({ session, isOpen, onOpen }: SessionRowProps) {
  const { now } = useServices()
  const today = londonField(now()).slice(0, 10)
  const open = session.actions.filter(({ doneAt }) => doneAt === null)
  const overdue = open.filter(({ due }) => due !== null && due < today).length
  return (
    <button type="button" className={styles.row} data-plain="true" aria-expanded={isOpen} onClick={onOpen}>
      <span>
        <strong>{session.name}</strong>
        <small>
          {[momentText(session.start), session.topics, TEXT.withCoach(session.coach)]
            .filter((part) => part !== '')
            .join(' · ')}
        </small>
      </span>
      <span className={styles.chips}>
        {overdue > 0 ? (
          <span className={styles.chip} data-outcome="FAIL">
            {TEXT.overdue(overdue)}
          </span>
        ) : open.length > 0 ? (
          <span className={styles.chip}>{TEXT.openActions(open.length)}</span>
        ) : null}
        <span className={styles.chip}>{TEXT.states[session.state]}</span>
      </span>
    </button>
  )
}

function OneSession({ session }: { session: CoachingSession }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const own = useSession(({ user }) => user?.id ?? 0)
  const mayCoach = useSession(({ permissions }) => permissions.can('QC_CAN_ADD'))
  const [isWriting, setWriting] = useState(false)
  const query = useQuery({
    queryKey: [QUALITY_KEY, 'coaching', session.id],
    queryFn: ({ signal }) => api.call(coachingSession, { id: session.id }, { quiet: true, signal }),
  })
  const seen = { id: session.id, version: session.version }
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
  }
  const isMine = mayCoach && session.coachID === own && session.state === 'PLANNED'
  const isBegun = session.begunAt !== null
  return (
    <div className={styles.opened}>
      {session.discussion === '' ? null : (
        <section className={styles.said} aria-label={TEXT.discussion}>
          <h4>{TEXT.discussion}</h4>
          <p>{session.discussion}</p>
        </section>
      )}
      {session.actions.length === 0 ? null : (
        <ul className={styles.answers} aria-label={TEXT.agreed}>
          {session.actions.map(({ text, due, doneAt }) => (
            <li key={text}>
              <span>
                {text}
                {due === null ? null : <small>{`${TEXT.actionDue} ${due}`}</small>}
              </span>
              <b>{doneAt === null ? TEXT.open : TEXT.done}</b>
            </li>
          ))}
        </ul>
      )}
      <Loaded query={query} words={TEXT}>
        {({ reviews, effect }) => (
          <>
            {reviews.map(({ id, at, project, score }) => (
              <p key={id} className={styles.quiet}>
                {REVIEW_TEXT.score} {scoreText(score)} · {project} · {momentText(at)}
              </p>
            ))}
            {effect ? (
              <p className={styles.quiet}>
                {TEXT.effect(
                  scoreText(effect.before.qc),
                  scoreText(effect.after.qc),
                  scoreText(whole(effect.before.index)),
                  scoreText(whole(effect.after.index)),
                )}
              </p>
            ) : null}
          </>
        )}
      </Loaded>
      {isMine && isBegun ? <p className={styles.quiet}>{TEXT.holding}</p> : null}
      {isMine && isWriting ? (
        <Suspense>
          <WriteCoaching session={session} onDone={() => setWriting(false)} />
        </Suspense>
      ) : isMine ? (
        <div className={styles.buttons}>
          {isBegun ? (
            <Button
              onClick={() => {
                setWriting(true)
                void act(() => api.call(noteCoaching, seen, { quiet: true }))
              }}
            >
              {TEXT.talkOver}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                onClick={() =>
                  void act(() => api.call(endCoaching, { ...seen, state: 'CANCELLED' }, { quiet: true }))
                }
              >
                {TEXT.cancelSession}
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  void act(() => api.call(endCoaching, { ...seen, state: 'MISSED' }, { quiet: true }))
                }
              >
                {TEXT.missed}
              </Button>
              <Button onClick={() => void act(() => api.call(holdCoaching, seen, { quiet: true }))}>
                {TEXT.hold}
              </Button>
            </>
          )}
        </div>
      ) : null}
    </div>
  )
}

const whole = (value: number | null) => (value === null ? null : Math.round(value))
