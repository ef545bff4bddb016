import { useQuery } from '@tanstack/react-query'
import { type ContractVersion, contractVersions } from '#shared/contract/contract-types.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { CONTRACT_TYPE_FIELDS } from '#shared/records/admin/contract-type.ts'
import type { Field, ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ContractTypes.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const dayWords = (day: string) => DAY.format(Date.parse(`${day}T00:00:00Z`))
const FIELDS: readonly (readonly [string, Field])[] = Object.entries(CONTRACT_TYPE_FIELDS)

function inWords(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return TEXT.empty
  if (typeof value === 'boolean') return value ? TEXT.yes : TEXT.no
  return field.choices?.[String(value)] ?? String(value)
}

/** What one version says otherwise than the one before. */
function differences(version: ContractVersion, before: ContractVersion): string[] {
  const now: Readonly<Record<string, unknown>> = version
  const had: Readonly<Record<string, unknown>> = before
  return FIELDS.filter(([name]) => name !== 'validFrom' && name in now && now[name] !== had[name]).map(
    ([name, field]) => TEXT.change(field.label, inWords(field, had[name]), inWords(field, now[name])),
  )
}

/** The terms that hold, held and are planned, each with what it changed (spec 5 §4.5). */
export function Versions({ record: { id, version } }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['contract-versions', id, version],
    queryFn: () => api.call(contractVersions, { id }, { quiet: true }),
  })
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="70%" height={18} />
      </div>
    )
  const { versions } = data
  if (versions.length === 0) return <p className={styles.quiet}>{TEXT.none}</p>
  const today = londonField(Date.now()).slice(0, 10)
  const held = versions.find(({ validFrom }) => validFrom <= today)
  return (
    <ol className={styles.versions}>
      {versions.map((one, at) => {
        const before = versions[at + 1]
        const changed = before ? differences(one, before) : null
        const mark = one === held ? TEXT.now : one.validFrom > today ? TEXT.planned : null
        return (
          <li key={one.validFrom}>
            <strong>{TEXT.from(dayWords(one.validFrom))}</strong>
            {mark ? <span className={styles.mark}>{mark}</span> : null}
            {changed === null ? (
              <p>{TEXT.first}</p>
            ) : changed.length === 0 ? (
              <p>{TEXT.same}</p>
            ) : (
              changed.map((words) => <p key={words}>{words}</p>)
            )}
          </li>
        )
      })}
    </ol>
  )
}
