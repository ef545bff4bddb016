import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ListRow } from './list-rows.ts'
import styles from './ThreadRow.module.css'

interface GroupRowProps {
  readonly row: Extract<ListRow, { kind: 'group' }>
  readonly tabIndex: number
  readonly onToggle: () => void
}

/** Heading of an accordion group; opens and closes it. */
export function GroupRow({ row, tabIndex, onToggle }: GroupRowProps) {
  return (
    <div className={styles.group}>
      <UnstyledButton
        className={styles.groupButton}
        data-row={row.key}
        tabIndex={tabIndex}
        aria-expanded={row.open}
        onClick={onToggle}
      >
        <IconChevronRight className={styles.chevron} size={14} stroke={2.2} aria-hidden="true" />
        <span>{row.group}</span>
        <span className={styles.groupCount}>{row.count}</span>
      </UnstyledButton>
    </div>
  )
}
