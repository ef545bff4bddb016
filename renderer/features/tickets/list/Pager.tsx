import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PAGE_SIZES } from '#shared/domain/tickets.ts'
import { LIST_TEXT } from '../text.ts'
import styles from './TicketList.module.css'
import type { ListView } from './use-list-address.ts'

interface PagerProps {
  readonly view: ListView
  readonly total: number
  readonly onChange: (next: Partial<ListView>) => void
}

/** Goes from page to page, and says how many rows one has (spec 3 §9). */
export function Pager({ view, total, onChange }: PagerProps) {
  const { page, size } = view
  const last = Math.max(1, Math.ceil(total / size))
  const from = total === 0 ? 0 : (page - 1) * size + 1
  return (
    <div className={styles.pager}>
      <span role="status">{LIST_TEXT.range(Math.min(from, total), Math.min(page * size, total), total)}</span>
      <NativeSelect
        size="xs"
        aria-label={LIST_TEXT.pageSize}
        value={String(size)}
        data={PAGE_SIZES.map(String)}
        onChange={(event) => onChange({ size: Number(event.currentTarget.value) as ListView['size'] })}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={LIST_TEXT.previous}
        disabled={page <= 1}
        onClick={() => onChange({ page: Math.min(page - 1, last) })}
      >
        <IconChevronLeft size={18} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={LIST_TEXT.next}
        disabled={page >= last}
        onClick={() => onChange({ page: page + 1 })}
      >
        <IconChevronRight size={18} stroke={1.8} />
      </ActionIcon>
    </div>
  )
}
