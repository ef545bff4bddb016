import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  approveDangerousEmail,
  listDangerousEmails,
  type Mailing,
  stopDangerousEmail,
} from '#shared/contract/dangerous-email.ts'
import { BULK_STATES, isHtmlBody } from '#shared/domain/bulk-mail.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { SafeHtml } from '../../ui/safe-html/SafeHtml.tsx'
import styles from './DangerousEmail.module.css'
import { FILTER_WORDS } from './filter-words.ts'
import { TEXT } from './text.ts'

export const MAILINGS_KEY = ['dangerous-emails'] as const
const AGAIN_MS = 2000
const SECOND_MS = 1000

/** Letters to many: how far each is, with what stops or approves it. */
export function Mailings() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: MAILINGS_KEY,
    queryFn: ({ signal }) => api.call(listDangerousEmails, undefined, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
  return (
    <section className={styles.part} aria-label={TEXT.mailings}>
      <h3>{TEXT.mailings}</h3>
      {data ? (
        data.mailings.length === 0 ? (
          <p>{TEXT.none}</p>
        ) : (
          <ul className={styles.list}>
            {data.mailings.map((mailing) => (
              <One key={mailing.id} mailing={mailing} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : null}
    </section>
  )
}

function useNow(isRunning: boolean): number {
  const { now, timers } = useServices()
  const [at, setAt] = useState(now)
  useEffect(
    () => (isRunning ? timers.every(SECOND_MS, () => setAt(now())) : undefined),
    [isRunning, now, timers],
  )
  return at
}

function One({ mailing }: { readonly mailing: Mailing }) {
  const { api, prompts, notices } = useServices()
  const client = useQueryClient()
  const { id, subject, state, startsAt, count, sent, failed, cancelled } = mailing
  const at = useNow(state === 'WAITING')
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      notices.show('success', done)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: MAILINGS_KEY })
  }
  const stop = async () => {
    const question = { title: TEXT.stopTitle, text: TEXT.stopText, yes: TEXT.stopYes, no: TEXT.stopNo }
    // A letter that still waits is stopped without a question: nobody has it yet, and it may go at any moment.
    if (state === 'RUNNING' && !(await prompts.ask(question))) return
    await run(() => api.call(stopDangerousEmail, { id }, { quiet: true }), TEXT.stopped)
  }
  const left = startsAt === null ? 0 : Math.max(0, Math.ceil((Date.parse(startsAt) - at) / SECOND_MS))
  const facts = [
    state !== 'WAITING' && BULK_STATES[state],
    TEXT.progress(sent, count),
    failed > 0 && TEXT.alsoFailed(failed),
    cancelled > 0 && TEXT.alsoCancelled(cancelled),
    TEXT.sender(mailing.by),
    mailing.approvedBy && TEXT.approvedBy(mailing.approvedBy),
    mailing.stoppedBy && TEXT.stoppedBy(mailing.stoppedBy),
  ]
  const isOpen = state === 'WAITING_APPROVAL' || state === 'WAITING' || state === 'RUNNING'
  return (
    <li>
      <strong>{subject}</strong>
      <span className={styles.row}>
        {state === 'WAITING_APPROVAL' && !mailing.isOwn ? (
          <Button
            size="xs"
            onClick={() =>
              void run(() => api.call(approveDangerousEmail, { id }, { quiet: true }), TEXT.approved)
            }
          >
            {TEXT.approve}
          </Button>
        ) : null}
        {state === 'WAITING' ? <span className={styles.wait}>{TEXT.sendingIn(left)} –</span> : null}
        {isOpen ? (
          <Button size="xs" color="red" variant="outline" onClick={() => void stop()}>
            {TEXT.stop}
          </Button>
        ) : null}
      </span>
      {state === 'RUNNING' ? (
        <progress max={count} value={sent + failed} aria-label={TEXT.progress(sent, count)} />
      ) : null}
      <small>{facts.filter(Boolean).join(' · ')}</small>
      <details className={styles.names}>
        <summary>{TEXT.whole}</summary>
        <p>{TEXT.because(mailing.reason)}</p>
        {mailing.addresses === null ? (
          <p>
            {mailing.filters.length === 0
              ? TEXT.everybody
              : mailing.filters
                  .map(({ filter, names }) => `${TEXT[FILTER_WORDS[filter]]}: ${names.join(', ')}`)
                  .join(' · ')}
          </p>
        ) : (
          <p>{TEXT.toAddresses(mailing.addresses)}</p>
        )}
        {mailing.leftOut > 0 ? <p>{TEXT.leftOutByHand(mailing.leftOut)}</p> : null}
        <div className={styles.letter}>
          {isHtmlBody(mailing.body) ? <SafeHtml html={mailing.body} /> : <p>{mailing.body}</p>}
        </div>
      </details>
    </li>
  )
}
