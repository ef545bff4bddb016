import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdaptorOf, removeAdaptor } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { Deliveries } from './Deliveries.tsx'
import { ADAPTORS } from './keys.ts'
import { momentOf } from './moments.ts'
import { Exchanges, Health } from './parts.tsx'
import { TEXT as COMMON } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { HOOK_TEXT as TEXT } from './webhook-text.ts'

type Webhook = AdaptorOf<'WEBHOOK'>

/** Webhooks out (spec 5 §5.3). */
export function WebhooksSection() {
  const { data, error, refetch } = useAdaptors()
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  const hooks = data?.adaptors.filter((one) => one.kind === 'WEBHOOK')
  return (
    <section className={styles.section} aria-labelledby="webhooks-title">
      <header className={`${styles.head} ${styles.headed}`}>
        <h2 id="webhooks-title">{TEXT.title}</h2>
        <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setEditing('new')}>
          {TEXT.add}
        </Button>
      </header>
      <p className={styles.lead}>{TEXT.lead}</p>
      {error ? (
        <LoadFailure title={COMMON.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : hooks === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : hooks.length === 0 ? (
        <EmptyState icon={<IconWebhook size={26} />} title={TEXT.none} />
      ) : (
        <ul className={styles.list} aria-label={TEXT.list}>
          {hooks.map((hook) => (
            <Hook key={hook.id} hook={hook} onEdit={() => setEditing(hook)} />
          ))}
        </ul>
      )}
      <WebhookDialog editing={editing} onClose={() => setEditing(null)} />
    </section>
  )
}

function Hook({ hook, onEdit }: { readonly hook: Webhook; readonly onEdit: () => void }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const { id, version, name, settings, state, waiting, dead, previousSecretUntil } = hook
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
  const counts = [waiting > 0 && TEXT.waiting(waiting), dead > 0 && TEXT.dead(dead)].filter(Boolean)
  return (
    <li className={styles.row} aria-label={name}>
      <div>
        <div className={styles.named}>
          <strong>{name}</strong>
          <span className={styles.state} data-state={state}>
            {COMMON.states[state]}
          </span>
        </div>
        <p>{settings.address}</p>
        <p>{[settings.events.join(', '), ...counts].join(' · ')}</p>
        {previousSecretUntil === null ? null : <p>{TEXT.previousUntil(momentOf(previousSecretUntil))}</p>}
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
        <Health adaptor={hook} />
        <Deliveries id={id} />
        <Exchanges id={id} />
      </div>
    </li>
  )
}
