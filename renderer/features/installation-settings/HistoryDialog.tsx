import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingHistory } from '#shared/contract/admin-settings.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { settingOf } from '#shared/settings/registry.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Differences } from './Differences.tsx'
import styles from './Settings.module.css'
import { TEXT } from './text.ts'
import type { PageSetting } from './use-settings-page.ts'

interface HistoryDialogProps {
  /** Null while nobody looks. */
  readonly setting: PageSetting | null
  readonly onClose: () => void
  readonly onRestore: (value: unknown) => void
}

/** The values that a setting had, each with 'Restore' (spec 5 §5.1). */
export function HistoryDialog({ setting, onClose, onRestore }: HistoryDialogProps) {
  return (
    <Modal
      opened={setting !== null}
      onClose={onClose}
      title={setting ? TEXT.historyTitle(settingOf(setting.key).label) : ''}
      size={620}
    >
      {setting ? <Entries setting={setting} onRestore={onRestore} /> : null}
    </Modal>
  )
}

function Entries({
  setting: { key, shown },
  onRestore,
}: {
  readonly setting: PageSetting
  readonly onRestore: (value: unknown) => void
}) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['installation-settings', 'history', key],
    queryFn: ({ signal }) => api.call(settingHistory, { key }, { quiet: true, signal }),
  })
  const { shape } = settingOf(key)
  if (error && !data)
    return <LoadFailure title={TEXT.historyFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  if (data.entries.length === 0) return <p className={styles.quiet}>{TEXT.noHistory}</p>
  return (
    <ol className={styles.history}>
      {data.entries.map(({ id, before, after, changedBy, changedAt }) => (
        <li key={id}>
          <div>
            <p>
              <b>{TEXT.by(changedBy)}</b> <time dateTime={changedAt}>{momentText(changedAt)}</time>
            </p>
            <Differences shape={shape} before={before ?? shown.usual} after={after ?? shown.usual} />
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={TEXT.restoreOf(momentText(changedAt))}
            disabled={JSON.stringify(after ?? shown.usual) === JSON.stringify(shown.value)}
            onClick={() => onRestore(after ?? shown.usual)}
          >
            {TEXT.restore}
          </Button>
        </li>
      ))}
    </ol>
  )
}
