import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { RecordGroup } from '#shared/contract/records.ts'
import type { RecordWords } from '#shared/records/record.ts'
import { type Groups, groupName } from './groups.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

interface GroupHeadingProps {
  readonly group: RecordGroup
  readonly of: Groups
  readonly words: RecordWords
  readonly tabIndex?: 0 | -1
}

/** A group's heading: what its rows share, how many match in all, and whether they show. */
export function GroupHeading({ group, of, words, tabIndex }: GroupHeadingProps) {
  const isOpen = !of.closed.includes(group.key)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <h2 className={styles.groupName}>
      <button
        type="button"
        className={styles.groupToggle}
        aria-expanded={isOpen}
        tabIndex={tabIndex}
        onClick={() => of.toggle(group)}
      >
        <Chevron size={16} stroke={2} aria-hidden="true" />
        <b>{groupName(group, of.column)}</b>{' '}
        <span className={styles.groupCount}>{TEXT.inGroup(group.count, words)}</span>
      </button>
    </h2>
  )
}
