import { useQuery } from '@tanstack/react-query'
import { vaultUses } from '#shared/contract/vault.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { ENTRIES_TEXT as TEXT, USES } from './text.ts'
import styles from './Vault.module.css'

const TIME = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Who added, looked at, copied from and changed an entry, newest first. */
export function EntryUses({ entryID }: { entryID: string }) {
  const { api } = useServices()
  const { data, isError } = useQuery({
    queryKey: ['vault uses', entryID],
    queryFn: ({ signal }) => api.call(vaultUses, { entryID }, { quiet: true, signal }),
    // Showing the entry was a use of it.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <details className={styles.uses}>
      <summary>{TEXT.uses}</summary>
      {isError ? <p>{TEXT.usesFailed}</p> : null}
      <ol>
        {(data ?? []).map(({ userName, use, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read whole, and two uses may be the same.
          <li key={index}>
            <strong>{userName}</strong> {USES[use]} <time dateTime={at}>{TIME.format(new Date(at))}</time>
          </li>
        ))}
      </ol>
    </details>
  )
}
