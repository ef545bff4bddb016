import { Button } from '@mantine/core'
import { IconLogin2, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdaptorOf, removeAdaptor, ssoChoices } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { Exchanges, Health } from './parts.tsx'
import { SsoDialog } from './SsoDialog.tsx'
import { SSO_ADMIN_TEXT as TEXT } from './sso-text.ts'
import { TEXT as COMMON } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'

type Provider = AdaptorOf<'SINGLE_SIGN_ON'>

/** Signing in by OpenID Connect (spec 5 §5.4). */
export function SsoSection() {
  const { api } = useServices()
  const { data, error, refetch } = useAdaptors()
  const [editing, setEditing] = useState<Provider | 'new' | null>(null)
  const choices = useQuery({
    queryKey: ['sso-choices'],
    queryFn: ({ signal }) => api.call(ssoChoices, undefined, { quiet: true, signal }),
  })
  const failure = error ?? choices.error
  const providers = choices.data && data?.adaptors.filter((one) => one.kind === 'SINGLE_SIGN_ON')
  return (
    <section className={styles.section} aria-labelledby="sso-title">
      <header className={`${styles.head} ${styles.headed}`}>
        <h2 id="sso-title">{TEXT.title}</h2>
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={!choices.data}
          onClick={() => setEditing('new')}
        >
          {TEXT.add}
        </Button>
      </header>
      <p className={styles.lead}>{TEXT.lead}</p>
      {choices.data ? (
        <dl className={styles.addresses}>
          <dt>{TEXT.callback}</dt>
          <dd>
            <code>{choices.data.callback}</code>
          </dd>
          <dt>{TEXT.logout}</dt>
          <dd>
            <code>{choices.data.logout}</code>
          </dd>
        </dl>
      ) : null}
      {failure ? (
        <LoadFailure
          title={COMMON.failed}
          reason={reasonOf(failure)}
          onRetry={() => void Promise.all([refetch(), choices.refetch()])}
        />
      ) : providers === undefined ? (
        <div role="status" aria-label={COMMON.loading}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : providers.length === 0 ? (
        <EmptyState icon={<IconLogin2 size={26} />} title={TEXT.none} />
      ) : (
        <ul className={styles.list} aria-label={TEXT.list}>
          {providers.map((provider) => (
            <Row key={provider.id} provider={provider} onEdit={() => setEditing(provider)} />
          ))}
        </ul>
      )}
      <SsoDialog editing={editing} roles={choices.data?.roles ?? []} onClose={() => setEditing(null)} />
    </section>
  )
}

function Row({ provider, onEdit }: { readonly provider: Provider; readonly onEdit: () => void }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const { id, version, name, state, settings } = provider
  const remove = async () => {
    const [title, text] = [TEXT.askRemove(name), TEXT.askRemoveText]
    if (!(await prompts.ask({ title, text, yes: TEXT.remove, no: TEXT.keep }))) return
    try {
      await api.call(removeAdaptor, { id, version }, { quiet: true })
      notices.show('success', TEXT.removed(name))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await client.invalidateQueries({ queryKey: ADAPTORS })
  }
  return (
    <li className={styles.row} aria-label={name}>
      <div>
        <div className={styles.named}>
          <strong>{name}</strong>
          <span className={styles.state} data-state={state}>
            {COMMON.states[state]}
          </span>
        </div>
        <p>{settings.issuer}</p>
      </div>
      <div className={styles.rowActions}>
        <Button size="xs" variant="default" aria-label={TEXT.editOf(name)} onClick={onEdit}>
          {TEXT.edit}
        </Button>
        <Button size="xs" variant="default" aria-label={TEXT.removeOf(name)} onClick={() => void remove()}>
          {TEXT.remove}
        </Button>
      </div>
      <div className={styles.wide}>
        <Health adaptor={provider} />
        <Exchanges id={id} />
      </div>
    </li>
  )
}
