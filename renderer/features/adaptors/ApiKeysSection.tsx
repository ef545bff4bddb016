import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiKeyInfo, listApiKeys, revokeApiKey } from '#shared/contract/api-keys.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { ApiKeyDialog } from './ApiKeyDialog.tsx'
import { KEY_TEXT as TEXT } from './api-key-text.ts'
import { dayOf, momentOf } from './moments.ts'

const KEYS: QueryKey = ['api-keys']

/** Keys by which programs call (spec 5 §5.3). */
export function ApiKeysSection() {
  const { api } = useServices()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: KEYS,
    queryFn: ({ signal }) => api.call(listApiKeys, undefined, { quiet: true, signal }),
  })
  const fresh = () => client.invalidateQueries({ queryKey: KEYS })
  return (
    <section className={styles.section} aria-labelledby="api-keys-title">
      <header className={`${styles.head} ${styles.headed}`}>
        <h2 id="api-keys-title">{TEXT.title}</h2>
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {TEXT.add}
        </Button>
      </header>
      <p className={styles.lead}>{TEXT.lead}</p>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : data.apiKeys.length === 0 ? (
        <EmptyState icon={<IconKey size={26} />} title={TEXT.none}>
          <p className={styles.lead}>{TEXT.noneLead}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list} aria-label={TEXT.list}>
          {data.apiKeys.map((apiKey) => (
            <Key key={apiKey.id} apiKey={apiKey} onChanged={fresh} />
          ))}
        </ul>
      )}
      <ApiKeyDialog isOpen={isOpen} onClose={() => setOpen(false)} onMade={fresh} />
    </section>
  )
}

function Key({ apiKey, onChanged }: { readonly apiKey: ApiKeyInfo; readonly onChanged: () => unknown }) {
  const { api, notices, prompts } = useServices()
  const [isBusy, setBusy] = useState(false)
  const { id, name, state, scope, permissions, addresses, revokedAt, lastUsedAt } = apiKey
  const revoke = async () => {
    const [title, text] = [TEXT.askRevoke(name), TEXT.askRevokeText]
    if (!(await prompts.ask({ title, text, yes: TEXT.revoke, no: TEXT.keep }))) return
    setBusy(true)
    try {
      await api.call(revokeApiKey, { id }, { quiet: true })
      notices.show('success', TEXT.revoked(name))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
    await onChanged()
  }
  return (
    <li className={styles.row} aria-label={name}>
      <div>
        <div className={styles.named}>
          <strong>{name}</strong>
          <span
            className={styles.state}
            data-state={state === 'ACTIVE' ? 'OK' : state === 'OWNER_INACTIVE' ? 'FAILING' : 'OFF'}
          >
            {TEXT.states[state]}
          </span>
        </div>
        <p>
          {TEXT.of(apiKey.ownerName, apiKey.createdBy, dayOf(apiKey.createdAt))}{' '}
          {revokedAt === null ? TEXT.until(dayOf(apiKey.expiresAt)) : TEXT.ended(dayOf(revokedAt))}
        </p>
        <p title={permissions.join('\n')}>
          {scope === 'SCIM' ? TEXT.scim : TEXT.may(permissions.length)} ·{' '}
          {lastUsedAt === null ? TEXT.never : TEXT.used(momentOf(lastUsedAt), apiKey.lastUsedFrom)}
          {addresses.length > 0 ? ` ${TEXT.from(addresses.join(', '))}` : null}
        </p>
      </div>
      {state === 'ACTIVE' || state === 'OWNER_INACTIVE' ? (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={TEXT.revokeOf(name)}
          onClick={() => void revoke()}
        >
          {TEXT.revoke}
        </Button>
      ) : null}
    </li>
  )
}
