import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { askConsent, giveConsent } from '#shared/contract/oauth.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ThirdPartyApps.module.css'
import { SCOPE_TEXT, CONSENT_TEXT as TEXT } from './text.ts'

const ICON = <IconShieldQuestion size={30} stroke={1.5} />

/** Where an app sends a person who shall give it access (spec 1 §2.1). Nothing is given before they say so. */
export function Consent() {
  const [query] = useSearchParams()
  return <Question query={query.toString()} />
}

function Question({ query }: { query: string }) {
  const { api, navigation } = useServices()
  const name = useSession(({ user }) => user?.displayName ?? '')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['consent', query],
    queryFn: ({ signal }) => api.call(askConsent, { query }, { quiet: true, signal }),
  })
  // A fault is told to the app at its own address, and not to the person (RFC 6749 §4.1.2.1).
  const fault = data?.outcome === 'BACK' ? data.address : null
  useEffect(() => {
    if (fault !== null) navigation.load(fault)
  }, [fault, navigation])
  if (error) {
    return (
      <LoadFailure icon={ICON} title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    )
  }
  if (!data || data.outcome === 'BACK') {
    return (
      <div role="status" aria-label={data ? TEXT.goingBack : TEXT.loading} className={styles.consent}>
        <Skeleton width="70%" height={20} />
        <Skeleton width="100%" height={60} />
      </div>
    )
  }
  if (data.outcome === 'DENIED') {
    return (
      <EmptyState icon={ICON} title={TEXT.denied}>
        <Button variant="default" onClick={() => navigation.load(data.declineAddress)}>
          {TEXT.backTo(data.appName)}
        </Button>
      </EmptyState>
    )
  }
  const allow = async () => {
    setBusy(true)
    setProblem(null)
    try {
      navigation.load((await api.call(giveConsent, { query }, { quiet: true })).address)
    } catch (failure) {
      setProblem(reasonOf(failure))
      setBusy(false)
    }
  }
  return (
    <section className={styles.consent} aria-labelledby="consent-asks">
      <h3 id="consent-asks">{TEXT.asks(data.appName)}</h3>
      <p>{TEXT.as(name)}</p>
      <ul>
        {data.scopes.map((scope) => (
          <li key={scope}>{SCOPE_TEXT[scope]}</li>
        ))}
      </ul>
      <p className={styles.limits}>{TEXT.limits(data.host)}</p>
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button variant="default" disabled={isBusy} onClick={() => navigation.load(data.declineAddress)}>
          {TEXT.decline}
        </Button>
        <Button loading={isBusy} onClick={() => void allow()}>
          {TEXT.allow}
        </Button>
      </div>
    </section>
  )
}
