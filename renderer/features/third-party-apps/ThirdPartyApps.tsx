import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconApps, IconPlugConnected } from '@tabler/icons-react'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AccessGrant, myAccessGrants, revokeAccessGrant } from '#shared/contract/oauth.ts'
import { requestExternalAccounts } from '#shared/contract/settings.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { type ApiClient, reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ThirdPartyApps.module.css'
import { SCOPE_TEXT, APPS_TEXT as TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const TIME = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const GRANTS: QueryKey = ['access-grants']

/** Access that the person has given, and accounts that are connected (spec 3 §2). */
export function ThirdPartyApps() {
  return (
    <div className={styles.parts}>
      <Section
        id="apps-given"
        name={TEXT.given}
        lead={TEXT.givenLead}
        failed={TEXT.givenFailed}
        queryKey={GRANTS}
        read={(api, signal) => api.call(myAccessGrants, undefined, { quiet: true, signal })}
      >
        {(grants) =>
          grants.length === 0 ? (
            <EmptyState icon={<IconApps size={26} />} title={TEXT.noneGiven} />
          ) : (
            <ul className={styles.list} aria-labelledby="apps-given">
              {grants.map((grant) => (
                <Grant key={grant.id} grant={grant} />
              ))}
            </ul>
          )
        }
      </Section>
      <Section
        id="apps-connected"
        name={TEXT.connected}
        lead={TEXT.connectedLead}
        failed={TEXT.connectedFailed}
        queryKey={['external-accounts']}
        read={(api, signal) => api.call(requestExternalAccounts, undefined, { quiet: true, signal })}
      >
        {(accounts) =>
          accounts.length === 0 ? (
            <EmptyState icon={<IconPlugConnected size={26} />} title={TEXT.noneConnected} />
          ) : (
            <ul className={styles.list} aria-labelledby="apps-connected">
              {accounts.map(({ id, serviceName, userName, lastUpdatedTime }) => (
                <li key={id} className={styles.item}>
                  <div className={styles.what}>
                    <strong>{serviceName}</strong>
                    <span>{userName}</span>
                    <small>{TEXT.updated(DAY.format(Date.parse(lastUpdatedTime)))}</small>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Section>
    </div>
  )
}

interface SectionProps<T> {
  readonly id: string
  readonly name: string
  readonly lead: string
  readonly failed: string
  readonly queryKey: QueryKey
  readonly read: (api: ApiClient, signal: AbortSignal) => Promise<T>
  readonly children: (data: T) => ReactNode
}

/** Each has its own state: one that can't be had leaves the other. */
function Section<T>({ id, name, lead, failed, queryKey, read, children }: SectionProps<T>) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => read(api, signal) })
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <p className={styles.lead}>{lead}</p>
      {error ? (
        <LoadFailure title={failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={64} />
        </div>
      ) : (
        children(data)
      )}
    </section>
  )
}

function Grant({
  grant: { id, appName, scopes, grantedAt, lastUsedAt, isDisabled },
}: {
  grant: AccessGrant
}) {
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const revoke = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(revokeAccessGrant, { id }, { quiet: true })
      notices.show('success', TEXT.revoked(appName))
      await queries.invalidateQueries({ queryKey: GRANTS })
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <strong>{appName}</strong>
        <ul className={styles.scopes}>
          {scopes.map((scope) => (
            <li key={scope}>{SCOPE_TEXT[scope]}</li>
          ))}
        </ul>
        <small>
          {TEXT.since(DAY.format(Date.parse(grantedAt)))}
          {' · '}
          {lastUsedAt === null ? TEXT.unused : TEXT.used(TIME.format(Date.parse(lastUsedAt)))}
        </small>
        {isDisabled ? <small className={styles.off}>{TEXT.switchedOff}</small> : null}
        {isAsking ? <p className={styles.confirm}>{TEXT.confirm(appName)}</p> : null}
        <Problem>{problem}</Problem>
      </div>
      <div className={styles.actions}>
        {isAsking ? (
          <Button size="xs" variant="default" onClick={() => setAsking(false)}>
            {TEXT.cancel}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant={isAsking ? 'filled' : 'default'}
          {...(isAsking && { color: 'red' })}
          loading={isBusy}
          aria-label={TEXT.revoke(appName)}
          onClick={() => (isAsking ? void revoke() : setAsking(true))}
        >
          {TEXT.revokeShort}
        </Button>
      </div>
    </li>
  )
}
