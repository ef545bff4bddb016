import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { explainAbsence, myAbsenceCases } from '#shared/contract/absence.ts'
import { myOneToOnes, signOneToOne } from '#shared/contract/one-to-ones.ts'
import { myReturnForms, signReturnForm } from '#shared/contract/return-to-work.ts'
import { ABSENCE_WORDS } from '#shared/domain/absence.ts'
import { ADJUSTMENT_WORDS } from '#shared/domain/adjustments.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLive } from '../../services/live.tsx'
import styles from './Development.module.css'
import { TEXT } from './text.ts'

const KEY = 'to-sign'
const ENTITIES = new Set<string>(['RETURN_TO_WORK', 'ONE_TO_ONE', 'ABSENCE'])
const TEXT_MAX = 1000

/** What waits for the person's own word: forms and talks to sign, absences to explain (spec 6 §5.1 to §5.3). */
export function ToSign({ dayText }: { readonly dayText: (day: string) => string }) {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || ENTITIES.has(news.entity)) void client.invalidateQueries({ queryKey: [KEY] })
      }),
    [client, workingDayNews],
  )
  const { data } = useQuery({
    queryKey: [KEY],
    queryFn: async ({ signal }) => {
      const options = { quiet: true, signal }
      const [forms, talks, cases] = await Promise.all([
        api.call(myReturnForms, {}, options),
        api.call(myOneToOnes, {}, options),
        api.call(myAbsenceCases, {}, options),
      ])
      return {
        forms: forms.forms.filter(({ status }) => status === 'SIGNED_BY_HOST'),
        talks: talks.talks.filter(({ signedAt }) => signedAt === null),
        cases: cases.cases.filter(({ state }) => state === 'OPEN' || state === 'CONTACTING'),
      }
    },
  })
  if (!data || data.forms.length + data.talks.length + data.cases.length === 0) return null
  return (
    <section aria-label={TEXT.waits}>
      <h3>{TEXT.waits}</h3>
      <ul className={styles.list}>
        {data.cases.map(({ id, kind, day }) => (
          <Waiting
            key={`case ${id}`}
            title={TEXT.absenceOf(dayText(day))}
            send={TEXT.explain}
            label={TEXT.explainLabel}
            isSaid
            onSend={(text) => api.call(explainAbsence, { id, text }, { quiet: true })}
          >
            <p>{ABSENCE_WORDS.kind[kind]}</p>
          </Waiting>
        ))}
        {data.forms.map(({ id, version, host, firstDay, lastDay, answers, health }) => (
          <Waiting
            key={`form ${id}`}
            title={TEXT.returnOf(dayText(firstDay), dayText(lastDay))}
            send={TEXT.sign}
            onSend={() => api.call(signReturnForm, { id, version }, { quiet: true })}
          >
            <p>
              {[
                host === null ? '' : TEXT.signedBy(host),
                answers?.fit ? TEXT.fits[answers.fit] : '',
                ...(answers?.adjustments ?? []).map((one) => ADJUSTMENT_WORDS[one]),
                answers?.adjustmentsUntil ? TEXT.until(dayText(answers.adjustmentsUntil)) : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {health?.details ? <p className={styles.text}>{health.details}</p> : null}
          </Waiting>
        ))}
        {data.talks.map(({ id, version, host, sharedNotes, actions }) => (
          <Waiting
            key={`talk ${id}`}
            title={TEXT.talkWith(host ?? '')}
            send={TEXT.sign}
            label={TEXT.commentLabel}
            onSend={(comment) => api.call(signOneToOne, { id, version, comment }, { quiet: true })}
          >
            <p className={styles.text}>{sharedNotes}</p>
            {actions.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </Waiting>
        ))}
      </ul>
    </section>
  )
}

interface WaitingProps {
  readonly title: string
  readonly send: string
  /** Asks for words, too. */
  readonly label?: string
  /** Without words it isn't sent. */
  readonly isSaid?: boolean
  readonly onSend: (text: string) => Promise<unknown>
  readonly children: ReactNode
}

function Waiting({ title, send, label, isSaid = false, onSend, children }: WaitingProps) {
  const { notices } = useServices()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  return (
    <li className={styles.card}>
      <strong>{title}</strong>
      {children}
      <form
        className={styles.form}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void onSend(text.trim())
            .catch((error: unknown) => notices.show('error', refusalOf(error)))
            .then(() => client.invalidateQueries({ queryKey: [KEY] }))
            .finally(() => setBusy(false))
        }}
      >
        {label === undefined ? null : (
          <TextInput
            label={label}
            maxLength={TEXT_MAX}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        <div className={styles.buttons}>
          <Button size="xs" type="submit" loading={isBusy} disabled={isSaid && text.trim().length < 3}>
            {send}
          </Button>
        </div>
      </form>
    </li>
  )
}
