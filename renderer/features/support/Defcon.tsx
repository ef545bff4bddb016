import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endDefcon, type KeptAlert, listDefcon, raiseDefcon } from '#shared/contract/broadcast.ts'
import { DEFCON_REASON_MAX, DEFCON_WORD } from '#shared/domain/announcements.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AskDialog } from './AskDialog.tsx'
import styles from './Broadcasts.module.css'
import { TEXT } from './broadcast-text.ts'
import { minuteText } from './moments.ts'

const AGAIN_MS = 3000
const KEY = ['defcon'] as const

export function useDefcon() {
  const { api } = useServices()
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listDefcon, undefined, { quiet: true, signal }),
    refetchInterval: AGAIN_MS,
  })
}

/** The defcon alert that stands, and those before (spec 5 §5.10). */
export function Defcon() {
  const { data, error, refetch } = useDefcon()
  const [isEnding, setEnding] = useState(false)
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={90} />
    )
  const standing = data.alerts.find(({ endedAt }) => endedAt === null)
  const past = data.alerts.filter(({ endedAt }) => endedAt !== null)
  return (
    <section className={styles.section} aria-label={TEXT.defcon}>
      <h2>{TEXT.defcon}</h2>
      {standing ? (
        <Alert alert={standing} onEnd={() => setEnding(true)} />
      ) : (
        <p className={styles.quiet}>{TEXT.noDefcon}</p>
      )}
      {past.length > 0 ? (
        <details className={styles.more}>
          <summary className={styles.names}>{TEXT.pastDefcon}</summary>
          <div>
            {past.map((alert) => (
              <Alert key={alert.id} alert={alert} />
            ))}
          </div>
        </details>
      ) : null}
      {isEnding ? <EndDialog onClose={() => setEnding(false)} onDone={() => void refetch()} /> : null}
    </section>
  )
}

function Alert({ alert, onEnd }: { readonly alert: KeptAlert; readonly onEnd?: () => void }) {
  const { startTime, endedAt, raisedBy, endedBy, reachedAfterMs } = alert
  const from = minuteText(startTime)
  const when = endedAt === null ? TEXT.since(from) : TEXT.period(from, minuteText(endedAt))
  const by = [raisedBy && TEXT.by(raisedBy), endedBy && TEXT.endedBy(endedBy)].filter(Boolean)
  return (
    <article className={styles.alert} data-standing={endedAt === null || undefined}>
      <header>
        <strong>{`${alert.isDrill ? TEXT.drill : TEXT.alert} ${when}`}</strong>
        {onEnd ? (
          <Button size="xs" color="red" variant="outline" onClick={onEnd}>
            {TEXT.endDefcon}
          </Button>
        ) : null}
      </header>
      <p>{TEXT.reasonWas(alert.reason)}</p>
      {alert.endReason === '' ? null : <p>{TEXT.endReasonWas(alert.endReason)}</p>}
      <p>
        {TEXT.got(alert.got, alert.online)}{' '}
        {alert.online === 0
          ? ''
          : reachedAfterMs === null
            ? TEXT.notReached
            : TEXT.reached(Math.round(reachedAfterMs / 1000))}{' '}
        {alert.later > 0 ? TEXT.later(alert.later) : ''}
      </p>
      {alert.missing.length > 0 ? (
        <details>
          <summary className={styles.names}>{TEXT.missing(alert.missing.length)}</summary>
          <ul>
            {alert.missing.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <small>{by.join(' · ')}</small>
    </article>
  )
}

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Raises one, once the word was typed and a reason given. */
export function RaiseDialog({ onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const [word, setWord] = useState('')
  const [reason, setReason] = useState('')
  const [isDrill, setDrill] = useState(false)
  return (
    <AskDialog
      title={TEXT.raiseTitle}
      cancel={TEXT.cancel}
      action={TEXT.raise}
      isGrave
      done={TEXT.raised}
      isReady={word === DEFCON_WORD && reason.trim() !== ''}
      run={async () => {
        await api.call(raiseDefcon, { word: DEFCON_WORD, reason, isDrill }, { quiet: true })
        onDone()
      }}
      onClose={onClose}
    >
      <p>{TEXT.raiseText}</p>
      <Textarea
        data-autofocus
        required
        autosize
        minRows={2}
        label={TEXT.reason}
        maxLength={DEFCON_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        label={TEXT.isDrill}
        description={TEXT.drillHint}
        checked={isDrill}
        onChange={(event) => setDrill(event.currentTarget.checked)}
      />
      <TextInput
        required
        autoComplete="off"
        label={TEXT.typeWord}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
    </AskDialog>
  )
}

function EndDialog({ onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const [reason, setReason] = useState('')
  return (
    <AskDialog
      title={TEXT.endDefconTitle}
      cancel={TEXT.cancel}
      action={TEXT.endDefconYes}
      done={TEXT.defconEnded}
      isReady={reason.trim() !== ''}
      run={async () => {
        await api.call(endDefcon, { reason }, { quiet: true })
        onDone()
      }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        required
        autosize
        minRows={2}
        label={TEXT.reason}
        maxLength={DEFCON_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </AskDialog>
  )
}
