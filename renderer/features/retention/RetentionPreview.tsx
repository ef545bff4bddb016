import { useQuery } from '@tanstack/react-query'
import { previewRetention } from '#shared/contract/retention.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import styles from './Retention.module.css'
import { TEXT } from './text.ts'

/** An age that isn't saved yet: its setting's key, name and new value. */
export interface ChangedAge {
  readonly key: string
  readonly label: string
  readonly value: unknown
}

/** What changed ages take the next night, before they are saved (spec 5 §6.8). */
export function RetentionPreview({ changed }: { readonly changed: readonly ChangedAge[] }) {
  if (changed.length === 0) return null
  return (
    <section className={styles.holds}>
      <h3>{TEXT.preview}</h3>
      <ul className={styles.lines}>
        {changed.map((one) => (
          <Goes key={one.key} one={one} />
        ))}
      </ul>
    </section>
  )
}

/** How many records a changed age takes. */
function Goes({ one }: { readonly one: ChangedAge }) {
  const { api } = useServices()
  const request = previewRetention.request.safeParse({ key: one.key, value: one.value })
  const { data, error } = useQuery({
    queryKey: ['retention-preview', one.key, JSON.stringify(one.value)],
    queryFn: ({ signal }) =>
      request.success ? api.call(previewRetention, request.data, { quiet: true, signal }) : null,
    enabled: request.success,
  })
  if (!request.success) return null
  return (
    <li className={styles.goes}>
      <b>{one.label}</b>
      <span role="status">
        {error ? reasonOf(error) : ''}
        {data ? (data.isApplied ? TEXT.goes(data.count, data.held) : TEXT.notYet) : ''}
      </span>
    </li>
  )
}
