import { IconHeartHandshake } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './SupervisorHr.module.css'
import { TEXT } from './text.ts'

const ICON = <IconHeartHandshake size={26} stroke={1.5} />

interface CardsProps<T, R> {
  readonly label: string
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly rows: (data: T) => readonly R[]
  readonly children: (row: R) => ReactNode
}

/** The records of a tab, what stands there before them, and why they aren't there. */
export function Cards<T, R>({ label, query: { data, error, refetch }, rows, children }: CardsProps<T, R>) {
  if (data === undefined)
    return error ? (
      <LoadFailure icon={ICON} title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        {[420, 380, 400].map((width) => (
          <Skeleton key={width} width={`min(${width}px, 100%)`} height={40} />
        ))}
      </div>
    )
  const found = rows(data)
  if (found.length === 0) return <EmptyState icon={ICON} title={TEXT.empty} />
  return (
    <ul className={styles.list} aria-label={label}>
      {found.map((row) => children(row))}
    </ul>
  )
}

interface CardProps {
  readonly name: string
  readonly chip: string
  readonly isBad?: boolean
  readonly about: string
  readonly buttons?: ReactNode
  readonly children?: ReactNode
}

/** One record: who, how it stands, and what can be done. */
export function Card({ name, chip, isBad = false, about, buttons, children }: CardProps) {
  return (
    <li className={styles.card}>
      <div>
        <header>
          <strong>{name}</strong>
          <span className={styles.chip} data-bad={isBad}>
            {chip}
          </span>
        </header>
        <p className={styles.quiet}>{about}</p>
        {children}
      </div>
      {buttons ? <div className={styles.buttons}>{buttons}</div> : null}
    </li>
  )
}
