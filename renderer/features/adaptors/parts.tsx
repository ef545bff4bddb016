import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdaptorInfo, adaptorLog } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './Adaptors.module.css'
import { momentOf } from './moments.ts'
import { TEXT } from './text.ts'

/** When it last worked and failed, and how often in 24 hours. */
export function Health({ adaptor }: { readonly adaptor: AdaptorInfo }) {
  const { lastSuccessAt, lastErrorAt, lastError, calls, errors } = adaptor
  return (
    <div className={styles.health}>
      <p>
        {lastSuccessAt === null ? TEXT.never : TEXT.lastSuccess(momentOf(lastSuccessAt))}{' '}
        {TEXT.day(TEXT.calls(calls), TEXT.errors(errors))}
      </p>
      {lastErrorAt === null ? null : (
        <p data-failing={adaptor.state === 'FAILING' || undefined}>
          {TEXT.lastError(momentOf(lastErrorAt), lastError)}
        </p>
      )}
    </div>
  )
}

/** The last exchanges, read when they are opened. */
export function Exchanges({ id }: { readonly id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.exchanges}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>{TEXT.showLog}</summary>
      {isOpen ? <ExchangeList id={id} /> : null}
    </details>
  )
}

function ExchangeList({ id }: { readonly id: number }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['adaptor-log', id],
    queryFn: ({ signal }) => api.call(adaptorLog, { id }, { quiet: true, signal }),
  })
  if (error)
    return <LoadFailure title={TEXT.logFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (data?.exchanges.length === 0) return <p className={styles.lead}>{TEXT.noLog}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and holds nothing that takes the focus
    <ol className={styles.log} aria-label={TEXT.log} tabIndex={0}>
      {data?.exchanges.map((exchange) => (
        <li key={exchange.id} data-ok={exchange.isOk}>
          <span>
            {momentOf(exchange.at)} · {exchange.what} · {TEXT.ms(exchange.ms)}
          </span>
          <code>{exchange.answer}</code>
        </li>
      ))}
    </ol>
  )
}
