import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { numberText } from '#shared/domain/locale.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#shared/domain/tickets.ts'
import styles from './Pager.module.css'

export type PageSize = (typeof PAGE_SIZES)[number]

/** The page size that a text names; `otherwise` where it names none (spec 3 §9). */
export function readPageSize(text: string | null, otherwise: PageSize = DEFAULT_PAGE_SIZE): PageSize {
  return PAGE_SIZES.find((size) => String(size) === text) ?? otherwise
}

interface PagerProps {
  /** What is listed, for screen readers. */
  readonly label: string
  readonly total: number
  /** From 1. */
  readonly page: number
  readonly pageSize: PageSize
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: PageSize) => void
  /** Where the page says which rows show by itself. */
  readonly hidesRange?: boolean
}

const TEXT = {
  size: 'Rows',
  previous: 'Previous page',
  next: 'Next page',
  range: (from: number, to: number, total: number) =>
    total === 0 ? 'None' : `${numberText(from)}–${numberText(to)} of ${numberText(total)}`,
} as const

/** Which rows of a grid show, and how many at once: 10, 25, 50, 100, 200 or 500 (spec 3 §9). */
export function Pager({ label, total, page, pageSize, onPage, onPageSize, hidesRange = false }: PagerProps) {
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  return (
    <nav className={styles.pager} aria-label={label}>
      <span className={styles.size}>
        <span aria-hidden="true">{TEXT.size}</span>
        <NativeSelect
          size="xs"
          aria-label={TEXT.size}
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(event) => onPageSize(readPageSize(event.currentTarget.value))}
        />
      </span>
      {hidesRange ? null : (
        <span className={styles.range} role="status">
          {TEXT.range(from, to, total)}
        </span>
      )}
      <ActionIcon
        variant="default"
        aria-label={TEXT.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={17} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={TEXT.next}
        disabled={to >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={17} aria-hidden="true" />
      </ActionIcon>
    </nav>
  )
}
