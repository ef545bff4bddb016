import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, FunctionComponent, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type TeamPersonWork, teamPersonWork } from '#shared/contract/team-work.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import type { ExceptionKind, ExcuseKind } from '#shared/domain/attendance.ts'
import { EXCUSE_WORDS, exceptionWords } from '#shared/domain/attendance-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { QC_OUTCOME_LABELS } from '#shared/domain/quality-words.ts'
import { TICKET_PARAMETER } from '#shared/domain/ticket-address.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { PanelTab } from '../records/index.ts'
import styles from './TeamUsers.module.css'
import { TEXT } from './text.ts'

const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const clock = (at: string) => CLOCK.format(Date.parse(at))
const when = (at: string) => WHEN.format(Date.parse(at))
const MINUTE_S = 60
const minutes = (seconds: number) => {
  const all = Math.round(seconds / MINUTE_S)
  const hours = Math.floor(all / MINUTE_S)
  return hours === 0 ? `${all} min` : `${hours} h ${all % MINUTE_S} min`
}

/** A part of the panel that is of what the person works: all of them are read together, once. */
const partOf = (
  Shown: (work: TeamPersonWork) => ReactNode,
): FunctionComponent<ComponentProps<PanelTab['Body']>> =>
  function Part({ record: { id } }) {
    const { api } = useServices()
    const { data, error, refetch } = useQuery({
      queryKey: ['team-person-work', id],
      queryFn: ({ signal }) => api.call(teamPersonWork, { id }, { quiet: true, signal }),
      gcTime: 0,
    })
    if (data) return <section className={styles.part}>{Shown(data)}</section>
    if (error)
      return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.part}>
        {[80, 60, 70].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  }

export const Day = partOf(({ day }) => {
  const { sessions, exceptions, adherence, workedSeconds } = day
  if (sessions.length === 0 && exceptions.length === 0) return <p>{TEXT.day.none}</p>
  return (
    <>
      <p>
        {[
          TEXT.day.worked(minutes(workedSeconds)),
          ...(adherence === null ? [] : [TEXT.day.adherence(`${numberText(Math.round(adherence * 100))} %`)]),
        ].join(' · ')}
      </p>
      {exceptions.length > 0 ? (
        <>
          <h3>{TEXT.day.exceptions}</h3>
          <ul className={styles.list} aria-label={TEXT.day.exceptions}>
            {exceptions.map(({ kind, start, seconds, excuse, isNoticed }) => (
              <li key={`${kind} ${start}`}>
                <strong>{exceptionWords(kind as ExceptionKind, isNoticed)}</strong>
                <small>
                  {[
                    clock(start),
                    minutes(seconds),
                    excuse === 'NONE' ? '' : EXCUSE_WORDS[excuse as ExcuseKind],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <h3>{TEXT.day.sessions}</h3>
      <ul className={styles.list} aria-label={TEXT.day.sessions}>
        {sessions.toReversed().map(({ id, activity, project, start, end, seconds }) => (
          <li key={id}>
            <strong>{[ACTIVITY_LABELS[activity], project].filter(Boolean).join(', ')}</strong>
            <small>
              {clock(start)}–{end === null ? TEXT.day.lasts : clock(end)} · {minutes(seconds)}
            </small>
          </li>
        ))}
      </ul>
    </>
  )
})

export const Shifts = partOf(({ shifts }) =>
  shifts.length === 0 ? (
    <p>{TEXT.shifts.none}</p>
  ) : (
    <ul className={styles.list} aria-label={TEXT.shifts.list}>
      {shifts.map(({ id, start, end, project, state }) => (
        <li key={id}>
          <strong>
            {when(start)}–{clock(end)}
          </strong>
          <small>{[TEXT.shifts.states[state], project].filter(Boolean).join(' · ')}</small>
        </li>
      ))}
    </ul>
  ),
)

export const Quality = partOf(({ reviews }) =>
  reviews.length === 0 ? (
    <p>{TEXT.quality.none}</p>
  ) : (
    <ul className={styles.list} aria-label={TEXT.quality.list}>
      {reviews.map(({ id, at, project, score, outcome }) => (
        <li key={id}>
          <strong>{project}</strong>
          <small>
            {[
              when(at),
              score === null ? '' : TEXT.quality.score(numberText(score)),
              outcome === null ? '' : QC_OUTCOME_LABELS[outcome],
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  ),
)

export const Development = partOf(({ coaching }) =>
  coaching.length === 0 ? (
    <p>{TEXT.development.none}</p>
  ) : (
    <ul className={styles.list} aria-label={TEXT.development.list}>
      {coaching.map(({ id, at, topics, state, openActions }) => (
        <li key={id}>
          <strong>{topics}</strong>
          <small>
            {[when(at), TEXT.development.states[state]].join(' · ')}
            {openActions.length === 0 ? '' : ` · ${TEXT.development.open(openActions.length)}`}
          </small>
          {openActions.map((action) => (
            <small key={action} className={styles.wide}>
              {action}
            </small>
          ))}
        </li>
      ))}
    </ul>
  ),
)

export const Tickets = partOf(({ tickets }) =>
  tickets.length === 0 ? (
    <p>{TEXT.tickets.none}</p>
  ) : (
    <ul className={styles.list} aria-label={TEXT.tickets.list}>
      {tickets.map(({ id, ticketType, at, resolvedAt }) => (
        <li key={id}>
          <strong>
            <Link to={`?${TICKET_PARAMETER}=${id}`}>{TEXT.tickets.ticket(id)}</Link> {ticketType}
          </strong>
          <small>
            {when(at)} · {resolvedAt === null ? TEXT.tickets.open : TEXT.tickets.resolved}
          </small>
        </li>
      ))}
    </ul>
  ),
)
