import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import {
  cancelEmail,
  emailAttempts,
  emailOverview,
  getEmail,
  holdEmails,
  listEmails,
  resendEmail,
} from '#shared/contract/email-log.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { ATTEMPT_OUTCOMES, MAIL_KINDS, MAIL_STATES, type MailState } from '#shared/domain/mail.ts'
import { mailRecord } from '#shared/records/admin/mail.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './EmailLog.module.css'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: LONDON,
})
const momentOf = (text: string) => MOMENT.format(Date.parse(text))
const OVERVIEW = ['mail-overview'] as const
/** E-mails go by themselves: what shows of them is asked for again. */
const AGAIN_MS = 5000

function useOverview() {
  const { api } = useServices()
  return useQuery({
    queryKey: OVERVIEW,
    queryFn: ({ signal }) => api.call(emailOverview, undefined, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
}

/** What an action changed shows everywhere on the page. */
function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['records', mailRecord.name], OVERVIEW, ['mail-attempts']].map((queryKey) =>
        client.invalidateQueries({ queryKey: [...queryKey] }),
      ),
    )
}

/** Holds all e-mails back, or lets them go. */
function HoldButton() {
  const { api, notices, prompts } = useServices()
  const { data } = useOverview()
  const reload = useReload()
  const [isBusy, setBusy] = useState(false)
  if (!data) return null
  const isHeld = data.held !== null
  const turn = async () => {
    const question = {
      title: TEXT.holdTitle,
      text: TEXT.holdText,
      yes: TEXT.holdYes,
      no: TEXT.holdNo,
    }
    if (!isHeld && !(await prompts.ask(question))) return
    setBusy(true)
    await api
      .call(holdEmails, { isHeld: !isHeld }, { quiet: true })
      .catch((error: unknown) => notices.show('error', refusalOf(error)))
    await reload()
    setBusy(false)
  }
  return (
    <Button size="sm" variant={isHeld ? 'filled' : 'default'} loading={isBusy} onClick={() => void turn()}>
      {isHeld ? TEXT.release : TEXT.hold}
    </Button>
  )
}

const filterOf = (state: MailState) => `state~ANY_OF~${state}`

/** How many there are of each state, each of which narrows the list to it. */
function States() {
  const { data } = useOverview()
  const [address] = useSearchParams()
  const client = useQueryClient()
  const [seen, setSeen] = useState('')
  const counts = data ? JSON.stringify(data.counts) : seen
  // The list follows the counts.
  if (counts !== seen) {
    setSeen(counts)
    if (seen !== '') void client.invalidateQueries({ queryKey: ['records', mailRecord.name] })
  }
  if (!data) return <div className={styles.states} aria-hidden="true" />
  const shown = data.counts.filter(
    ({ state, count }) => count > 0 || state === 'SENT' || state === 'FAILED' || state === 'QUEUED',
  )
  const chosen = address.getAll('f')
  const total = data.counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      {data.held ? (
        <p className={styles.warning} role="status">
          {TEXT.held(data.held.by, momentOf(data.held.at))}
        </p>
      ) : null}
      {data.isSetUp ? null : (
        <p className={styles.warning} role="status">
          {TEXT.notSetUp} <Link to="/admin/connection-adaptors">{TEXT.setUp}</Link>
        </p>
      )}
      <nav className={styles.states} aria-label={TEXT.states}>
        <Link className={styles.state} to="?" aria-current={chosen.length === 0 ? 'true' : undefined}>
          <b>{total}</b> {TEXT.all}
        </Link>
        {shown.map(({ state, count }) => (
          <Link
            key={state}
            className={styles.state}
            data-state={count > 0 ? state : undefined}
            to={`?f=${encodeURIComponent(filterOf(state))}`}
            aria-current={chosen.includes(filterOf(state)) ? 'true' : undefined}
          >
            <b>{count}</b> {MAIL_STATES[state]}
          </Link>
        ))}
      </nav>
    </>
  )
}

/** One e-mail: what became of it, each attempt with the server's answer, and what can be done. */
function OneMail({ record: { id } }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['mail-attempts', id],
    queryFn: async ({ signal }) => {
      const [mail, { attempts }] = await Promise.all([
        api.call(getEmail, { id }, { quiet: true, signal }),
        api.call(emailAttempts, { id }, { quiet: true, signal }),
      ])
      return { mail, attempts }
    },
    refetchInterval: AGAIN_MS,
  })
  if (!query.data)
    return query.error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  const { mail, attempts } = query.data
  const { facts } = TEXT
  const waits = mail.state === 'QUEUED' || mail.state === 'DEFERRED'
  const told: [string, string | null][] = [
    [facts.state, MAIL_STATES[mail.state]],
    [facts.to, mail.to],
    [facts.person, mail.person],
    [facts.from, mail.from],
    [facts.kind, MAIL_KINDS[mail.kind]],
    [facts.made, momentOf(mail.createdAt)],
    [facts.next, waits && mail.nextAt ? momentOf(mail.nextAt) : null],
    [facts.ended, mail.endedAt && momentOf(mail.endedAt)],
    [facts.linkEnds, mail.expiresAt && momentOf(mail.expiresAt)],
    [facts.messageID, mail.messageID],
  ]
  return (
    <div className={styles.mail}>
      <MailActions
        id={id}
        to={mail.to}
        maySend={mail.hasText && (mail.state === 'FAILED' || mail.state === 'DEFERRED')}
        mayCancel={waits}
      />
      <dl className={styles.facts}>
        {told.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-state={label === facts.state ? mail.state : undefined}>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <section aria-labelledby="mail-attempts">
        <h3 id="mail-attempts">{TEXT.attempts}</h3>
        {attempts.length === 0 ? <p className={styles.quiet}>{TEXT.noAttempts}</p> : null}
        <ol className={styles.attempts}>
          {attempts.map(({ id: attemptID, startedAt, outcome, answer }) => (
            <li key={attemptID} data-outcome={outcome}>
              <span>
                <b>{outcome ? ATTEMPT_OUTCOMES[outcome] : TEXT.underWay}</b> {momentOf(startedAt)}
              </span>
              {answer === '' ? null : <code>{answer}</code>}
            </li>
          ))}
        </ol>
      </section>
      <p className={styles.quiet}>{TEXT.noText}</p>
    </div>
  )
}

function MailActions({
  id,
  to,
  maySend,
  mayCancel,
}: {
  readonly id: number
  readonly to: string
  readonly maySend: boolean
  readonly mayCancel: boolean
}) {
  const { api, notices, prompts } = useServices()
  const reload = useReload()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      notices.show('success', done)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await reload()
    setBusy(false)
  }
  const cancel = async () => {
    const question = {
      title: TEXT.cancelTitle,
      text: TEXT.cancelText(to),
      yes: TEXT.cancelYes,
      no: TEXT.cancelNo,
    }
    if (await prompts.ask(question))
      await run(() => api.call(cancelEmail, { id }, { quiet: true }), TEXT.cancelled)
  }
  if (!maySend && !mayCancel) return null
  return (
    <div className={styles.actions}>
      {maySend ? (
        <Button
          size="xs"
          loading={isBusy}
          onClick={() => void run(() => api.call(resendEmail, { id }, { quiet: true }), TEXT.queued)}
        >
          {TEXT.sendAgain}
        </Button>
      ) : null}
      {mayCancel ? (
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => void cancel()}>
          {TEXT.cancel}
        </Button>
      ) : null}
    </div>
  )
}

const MAILS: RecordsKind = {
  record: mailRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ subject }) => String(subject),
  list: (api, request) => api.call(listEmails, request, { quiet: true }),
  read: (api, id) => api.call(getEmail, { id }, { quiet: true }),
  bulk: [],
  Tools: HoldButton,
  Above: States,
  About: OneMail,
}

/** Admin › Logs › Email log: what became of each e-mail (spec 5 §5.6). */
export function EmailLogScreen() {
  return <RecordsPage kind={MAILS} />
}
