import { Checkbox, UnstyledButton } from '@mantine/core'
import type { NotificationRow } from '#shared/contract/notifications.ts'
import { shownSubject } from '#shared/domain/notifications.ts'
import { useServices } from '../../services/context.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { timeAgo } from '../notification-centre/index.ts'
import styles from './Notifications.module.css'
import { TypeMark } from './TypeMark.tsx'
import { NOTIFICATIONS_TEXT as TEXT } from './text.ts'

interface Props {
  /** Null while they are fetched. */
  readonly rows: readonly NotificationRow[] | null
  readonly selected: ReadonlySet<number>
  readonly onSelect: (selected: ReadonlySet<number>) => void
}

const BONES = ['58%', '44%', '66%', '51%', '39%', '60%']

/** The rows of the list: a click opens one, its box selects it. */
export function NotificationRows({ rows, selected, onSelect }: Props) {
  if (!rows) {
    return (
      <div role="status" aria-label="Loading notifications" className={styles.bones}>
        {BONES.map((width) => (
          <Skeleton key={width} width={width} height={16} />
        ))}
      </div>
    )
  }
  const toggle = (id: number) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  return (
    <ul className={styles.rows} aria-label={TEXT.title}>
      {rows.map((row) => (
        <Row key={row.id} row={row} isSelected={selected.has(row.id)} onToggle={() => toggle(row.id)} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly row: NotificationRow
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function Row({ row, isSelected, onToggle }: RowProps) {
  const { dialogs, now } = useServices()
  const subject = shownSubject(row.subject)
  return (
    <li className={styles.row} data-unread={!row.isRead} data-selected={isSelected}>
      <Checkbox size="sm" aria-label={TEXT.select(subject)} checked={isSelected} onChange={onToggle} />
      <UnstyledButton className={styles.line} onClick={() => dialogs.open('notification', { id: row.id })}>
        <TypeMark type={row.type} />
        <span className={styles.words}>{subject}</span>
        {row.isRead ? null : (
          <span className={styles.dot}>
            <span className="visually-hidden">{TEXT.isUnread}</span>
          </span>
        )}
        <time dateTime={row.entryTime}>{timeAgo(Date.parse(row.entryTime), now())}</time>
      </UnstyledButton>
    </li>
  )
}
