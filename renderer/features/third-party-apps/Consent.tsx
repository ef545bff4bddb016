import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconShieldQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { askConsent, type ConsentRequest, consentRequest, giveConsent } from '#shared/contract/oauth.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ThirdPartyApps.module.css'
import { SCOPE_TEXT, CONSENT_TEXT as TEXT } from './text.ts'

const ICON = <IconShieldQuestion size={30} stroke={1.5} />

/** What the address asks for; null where it isn't whole. */
function requestOf(query: URLSearchParams): ConsentRequest | null {
  const read = consentRequest.safeParse({
    clientID: query.get('client_id'),
    redirectURI: query.get('redirect_uri'),
    responseType: query.get('response_type'),
    scope: query.get('scope') ?? '',
    state: query.get('state') ?? '',
    codeChallenge: query.get('code_challenge'),
    codeChallengeMethod: query.get('code_challenge_method'),
  })
  return read.success ? read.data : null
}

/** Where an app sends a person who shall give it access (spec 1 §2.1). Nothing is given before they say so. */
export function Consent() {
  const [query] = useSearchParams()
  const mayGive = useSession(({ permissions }) => permissions.can('CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'))
  const request = requestOf(query)
  if (!mayGive) return <EmptyState icon={ICON} title={TEXT.denied} />
  return request ? <Question request={request} /> : <EmptyState icon={ICON} title={TEXT.malformed} />
}

function Question({ request }: { request: ConsentRequest }) {
  const { api, navigation } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['consent', request],
    queryFn: ({ signal }) => api.call(askConsent, request, { quiet: true, signal }),
  })
  if (error) {
    return (
      <LoadFailure icon={ICON} title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.consent}>
        <Skeleton width="70%" height={20} />
        <Skeleton width="100%" height={60} />
      </div>
    )
  }
  const allow = async () => {
    setBusy(true)
    setProblem(null)
    try {
      navigation.load((await api.call(giveConsent, request, { quiet: true })).address)
    } catch (failure) {
      setProblem(reasonOf(failure))
      setBusy(false)
    }
  }
  return (
    <section className={styles.consent} aria-labelledby="consent-asks">
      <h3 id="consent-asks">{TEXT.asks(data.appName)}</h3>
      <p>{TEXT.may}</p>
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
