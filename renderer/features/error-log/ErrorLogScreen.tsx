import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { errorOverview, getError, listErrors, updateError } from '#shared/contract/error-log.ts'
import { ERROR_STATES, type ErrorState } from '#shared/domain/errors.ts'
import { errorRecord } from '#shared/records/admin/error-entry.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './ErrorLog.module.css'
import { OneError } from './OneError.tsx'
import { TEXT } from './text.ts'

/** What shows is read again when the log has something new. */
function useNews(): void {
  const { errorNews } = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      errorNews.onChange(() => {
        void client.invalidateQueries({ queryKey: ['records', errorRecord.name] })
        void client.invalidateQueries({ queryKey: ['error'] })
        void client.invalidateQueries({ queryKey: [...OVERVIEW] })
      }),
    [errorNews, client],
  )
}

const filterOf = (state: ErrorState) => `state~ANY_OF~${state}`

/** How many there are of each state, live; each narrows the list to it. */
function States() {
  useNews()
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: OVERVIEW,
    queryFn: ({ signal }) => api.call(errorOverview, undefined, { quiet: true, signal }),
  })
  const [address] = useSearchParams()
  if (!data) return <div className={styles.states} aria-hidden="true" />
  const chosen = address.getAll('f')
  const total = data.counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <nav className={styles.states} aria-label={TEXT.states} aria-live="polite">
      <Link className={styles.state} to="?" aria-current={chosen.length === 0 ? 'true' : undefined}>
        <b>{total}</b> {TEXT.all}
      </Link>
      {data.counts.map(({ state, count }) => (
        <Link
          key={state}
          className={styles.state}
          data-state={count > 0 ? state : undefined}
          to={`?f=${encodeURIComponent(filterOf(state))}`}
          aria-current={chosen.includes(filterOf(state)) ? 'true' : undefined}
        >
          <b>{count}</b> {ERROR_STATES[state]}
        </Link>
      ))}
    </nav>
  )
}

/** What a row's state was before it was changed with others, for 'Undo'. */
const before = new Map<number, ErrorState>()

function bulkTo(state: 'ACKNOWLEDGED' | 'RESOLVED' | 'IGNORED', from: readonly ErrorState[]) {
  return {
    label: TEXT.do[state],
    isFor: (row: ListedRow) => from.includes(row.state as ErrorState),
    run: (api, row) => {
      before.set(row.id, row.state as ErrorState)
      return api.call(updateError, { id: row.id, version: row.version, state }, { quiet: true })
    },
    undo: (api, { id, version }) =>
      api.call(updateError, { id, version, state: before.get(id) ?? 'NEW' }, { quiet: true }),
  } satisfies RecordsKind['bulk'][number]
}

function About({ record }: { readonly record: ListedRow }) {
  return <OneError key={record.id} id={record.id} onChanged={useReload()} />
}

const ERRORS: RecordsKind = {
  record: errorRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ message }) => String(message),
  list: (api, request) => api.call(listErrors, request, { quiet: true }),
  read: (api, id) => api.call(getError, { id }, { quiet: true }),
  bulk: [
    bulkTo('ACKNOWLEDGED', ['NEW']),
    bulkTo('RESOLVED', ['NEW', 'ACKNOWLEDGED']),
    bulkTo('IGNORED', ['NEW', 'ACKNOWLEDGED']),
  ],
  Above: States,
  About,
}

/** Admin › Logs › Error log: what went wrong anywhere (spec 5 §5.6). */
export function ErrorLogScreen() {
  return <RecordsPage kind={ERRORS} />
}

const OVERVIEW = ['error-overview'] as const

/** What an action changed shows everywhere on the page. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['records', errorRecord.name], [...OVERVIEW], ['error']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
