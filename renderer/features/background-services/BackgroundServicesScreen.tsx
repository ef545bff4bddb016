import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type BackgroundServiceInfo,
  listBackgroundServices,
  resumeBackgroundService,
  runBackgroundService,
} from '#shared/contract/background-services.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLiveIfAny } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BackgroundServices.module.css'
import { PauseDialog } from './PauseDialog.tsx'
import { RunsDialog } from './RunsDialog.tsx'
import { lengthOf, TEXT } from './text.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})
const momentOf = (text: string) => MOMENT.format(Date.parse(text))
const SERVICES = ['background-services'] as const
/** Many services begin in the same moment: they are asked for once. */
const TOGETHER_MS = 300

/** Reads the list again when something is told of a service. */
function useLiveList(): void {
  const client = useQueryClient()
  const live = useLiveIfAny()
  const { timers } = useServices()
  useEffect(() => {
    let cancel: (() => void) | null = null
    const off = live?.jobNews.onChange(() => {
      cancel ??= timers.after(TOGETHER_MS, () => {
        cancel = null
        void client.invalidateQueries({ queryKey: SERVICES })
        void client.invalidateQueries({ queryKey: ['background-runs'] })
      })
    })
    return () => {
      off?.()
      cancel?.()
    }
  }, [client, live, timers])
}

type Showing = { readonly what: 'pause' | 'runs'; readonly service: BackgroundServiceInfo }

/** Admin › Configuration › Background services (spec 5 §5.2). */
export function BackgroundServicesScreen() {
  const { api } = useServices()
  const client = useQueryClient()
  const [showing, setShowing] = useState<Showing | null>(null)
  useLiveList()
  const { data, error, refetch } = useQuery({
    queryKey: SERVICES,
    queryFn: ({ signal }) => api.call(listBackgroundServices, undefined, { quiet: true, signal }),
  })
  return (
    <section className={styles.screen} aria-labelledby="services-title">
      <header>
        <h1 id="services-title">{TEXT.title}</h1>
        <p className={styles.lead}>{TEXT.lead}</p>
      </header>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={styles.list} aria-label={TEXT.list}>
          {data.services.map((service) => (
            <Service key={service.key} service={service} onShow={setShowing} />
          ))}
        </ul>
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={420} />
        </div>
      )}
      <PauseDialog
        service={showing?.what === 'pause' ? showing.service : null}
        onClose={() => setShowing(null)}
        onDone={() => void client.invalidateQueries({ queryKey: SERVICES })}
      />
      <RunsDialog
        service={showing?.what === 'runs' ? showing.service : null}
        onClose={() => setShowing(null)}
      />
    </section>
  )
}

interface ServiceProps {
  readonly service: BackgroundServiceInfo
  readonly onShow: (showing: Showing) => void
}

function Service({ service, onShow }: ServiceProps) {
  const { name, what, schedule, state, pause, lastRun, nextRunAt, runs, failures, lastError } = service
  const length =
    lastRun?.endedAt == null ? null : lengthOf(Date.parse(lastRun.endedAt) - Date.parse(lastRun.startedAt))
  return (
    <li className={styles.service} aria-label={name}>
      <div className={styles.about}>
        <h2>
          {name}
          <span className={styles.state} data-state={state}>
            {TEXT.states[state]}
          </span>
        </h2>
        <p>{what}</p>
        <p className={styles.small}>{schedule}</p>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{TEXT.lastRun}</dt>
          <dd>
            {lastRun === null ? TEXT.never : momentOf(lastRun.startedAt)}
            {lastRun === null ? null : (
              <span className={styles.small} data-outcome={lastRun.outcome}>
                {lastRun.outcome === null ? TEXT.running : `${TEXT.outcomes[lastRun.outcome]}, ${length}`}
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>{TEXT.nextRun}</dt>
          <dd>{pause !== null && pause.until === null ? TEXT.onceResumed : momentOf(nextRunAt)}</dd>
        </div>
        <div>
          <dt>{TEXT.day}</dt>
          <dd>
            {TEXT.runs(runs)}
            <span className={styles.small} data-outcome={failures > 0 ? 'FAILED' : undefined}>
              {TEXT.failures(failures)}
            </span>
          </dd>
        </div>
      </dl>
      <Actions service={service} onShow={onShow} />
      {pause ? (
        <p className={styles.note}>
          {TEXT.pausedBy(pause.by, pause.reason)}{' '}
          {pause.until === null ? null : TEXT.until(momentOf(pause.until))}
        </p>
      ) : null}
      {lastError !== null && state === 'FAILED' ? (
        <p className={styles.error}>
          <b>{TEXT.lastError}</b> {lastError}
        </p>
      ) : null}
    </li>
  )
}

function Actions({ service, onShow }: ServiceProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const mayChange = useSession(({ permissions }) => permissions.can('ADMIN_CAN_EDIT_SETTINGS'))
  const [isBusy, setBusy] = useState(false)
  const { key, name, state, pause } = service
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      notices.show('success', done)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: SERVICES })
    setBusy(false)
  }
  const button = { size: 'xs', variant: 'default' } as const
  return (
    <div className={styles.actions}>
      {mayChange && pause ? (
        <Button
          {...button}
          loading={isBusy}
          aria-label={TEXT.resumeOf(name)}
          onClick={() =>
            void run(() => api.call(resumeBackgroundService, { key }, { quiet: true }), TEXT.resumed(name))
          }
        >
          {TEXT.resume}
        </Button>
      ) : null}
      {mayChange && !pause ? (
        <>
          <Button
            {...button}
            loading={isBusy}
            disabled={state === 'RUNNING'}
            aria-label={TEXT.runNowOf(name)}
            onClick={() =>
              void run(() => api.call(runBackgroundService, { key }, { quiet: true }), TEXT.began(name))
            }
          >
            {TEXT.runNow}
          </Button>
          <Button
            {...button}
            aria-label={TEXT.pauseOf(name)}
            onClick={() => onShow({ what: 'pause', service })}
          >
            {TEXT.pause}
          </Button>
        </>
      ) : null}
      <Button {...button} aria-label={TEXT.runsOf(name)} onClick={() => onShow({ what: 'runs', service })}>
        {TEXT.showRuns}
      </Button>
    </div>
  )
}
