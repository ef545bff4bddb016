import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import {
  type ErrorOccurrence,
  errorAssignees,
  errorOccurrences,
  getError,
  raiseErrorTicket,
  updateError,
} from '#shared/contract/error-log.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { ERROR_LEVELS, ERROR_SOURCES, ERROR_STATES, type ErrorState } from '#shared/domain/errors.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { errorRecord } from '#shared/records/admin/error-entry.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ErrorLog.module.css'
import { TEXT } from './text.ts'

type Row = z.output<typeof errorRecord.row>

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: LONDON,
})
const momentOf = (text: string) => MOMENT.format(Date.parse(text))

/** What can be made of an error, by its state. */
const NEXT: Readonly<Record<ErrorState, readonly ErrorState[]>> = {
  NEW: ['ACKNOWLEDGED', 'RESOLVED', 'IGNORED'],
  ACKNOWLEDGED: ['RESOLVED', 'IGNORED', 'NEW'],
  RESOLVED: ['NEW'],
  IGNORED: ['NEW'],
}

/** One error: how often it happened and to whom, what is done about it, and its last occurrences. */
export function OneError({
  id,
  onChanged,
}: {
  readonly id: number
  readonly onChanged: () => Promise<unknown>
}) {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['error', id],
    queryFn: async ({ signal }) => {
      const options = { quiet: true, signal } as const
      const [error, { occurrences }, { people }] = await Promise.all([
        api.call(getError, { id }, options),
        api.call(errorOccurrences, { id }, options),
        api.call(errorAssignees, undefined, options),
      ])
      return { error, occurrences, people }
    },
  })
  if (!query.data)
    return query.error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  const { error, occurrences, people } = query.data
  const { facts } = TEXT
  const told: readonly (readonly [string, string])[] = [
    [facts.source, ERROR_SOURCES[error.source]],
    [facts.place, error.place],
    [facts.level, ERROR_LEVELS[error.level]],
    [facts.count, TEXT.times(error.count)],
    [facts.people, TEXT.people(error.people)],
    [facts.first, momentOf(error.firstSeenAt)],
    [facts.last, momentOf(error.lastSeenAt)],
    [facts.build, error.build],
  ]
  return (
    <div className={styles.error}>
      <code className={styles.message}>{error.message}</code>
      <Actions error={error} people={people} onChanged={onChanged} />
      <dl className={styles.facts}>
        {told.map(([label, value]) =>
          value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <Occurrences occurrences={occurrences} count={error.count} />
    </div>
  )
}

function Actions({
  error,
  people,
  onChanged,
}: {
  readonly error: Row
  readonly people: readonly { readonly id: number; readonly name: string }[]
  readonly onChanged: () => Promise<unknown>
}) {
  const { api, notices, dialogs } = useServices()
  const [isBusy, setBusy] = useState(false)
  const { id, version, state, assignedToID, ticketID } = error
  const run = async (work: () => Promise<Row>, done: (row: Row) => string) => {
    setBusy(true)
    try {
      notices.show('success', done(await work()))
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
    await onChanged()
    setBusy(false)
  }
  const change = (set: { state?: ErrorState; assignedTo?: number | null }) =>
    run(
      () => api.call(updateError, { id, version, ...set }, { quiet: true }),
      () => TEXT.saved,
    )
  // Whoever looks after it may have lost the permission since.
  const known = people.some((person) => person.id === assignedToID)
  return (
    <div className={styles.actions}>
      <p className={styles.now} data-state={state}>
        {ERROR_STATES[state]}
      </p>
      {NEXT[state].map((next, at) => (
        <Button
          key={next}
          size="xs"
          variant={at === 0 ? 'filled' : 'default'}
          disabled={isBusy}
          onClick={() => void change({ state: next })}
        >
          {TEXT.do[next]}
        </Button>
      ))}
      {ticketID === null ? (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => api.call(raiseErrorTicket, { id, version }, { quiet: true }),
              (row) => TEXT.raised(row.ticketID ?? 0),
            )
          }
        >
          {TEXT.raise}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => dialogs.open('tickets', { ticketID })}>
          {TEXT.ticket(ticketID)}
        </Button>
      )}
      <NativeSelect
        className={styles.assign}
        size="xs"
        label={TEXT.assign}
        disabled={isBusy}
        value={assignedToID ?? ''}
        data={[
          { value: '', label: TEXT.nobody },
          ...(assignedToID !== null && !known
            ? [{ value: String(assignedToID), label: error.assignedTo ?? '' }]
            : []),
          ...people.map((person) => ({ value: String(person.id), label: person.name })),
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget
          void change({ assignedTo: value === '' ? null : Number(value) })
        }}
      />
      {state === 'RESOLVED' ? <p className={styles.quiet}>{TEXT.resolvedHint}</p> : null}
    </div>
  )
}

function Occurrences({
  occurrences,
  count,
}: {
  readonly occurrences: readonly ErrorOccurrence[]
  readonly count: number
}) {
  return (
    <section aria-labelledby="error-occurrences">
      <h3 id="error-occurrences">
        {TEXT.occurrences} <small>{TEXT.shownOf(occurrences.length, count)}</small>
      </h3>
      {occurrences.length === 0 ? <p className={styles.quiet}>{TEXT.noOccurrences}</p> : null}
      <ol className={styles.occurrences}>
        {occurrences.map(({ id, at, person, requestID, build, stack }) => (
          <li key={id}>
            <span>
              <b>{momentOf(at)}</b> {person ?? ''}
            </span>
            <span className={styles.quiet}>
              {requestID === '' ? '' : `${TEXT.request} ${requestID} `}
              {build === '' ? '' : `${TEXT.build} ${build}`}
            </span>
            {stack === '' ? null : (
              <details>
                <summary>{TEXT.stack}</summary>
                <pre>{stack}</pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
