import '@mantine/core/styles/Drawer.layer.css'
import { Button, Drawer, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { filterInWords, type RecordFilter } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { FilterForm } from './FilterForm.tsx'
import { FILTER_TEXT } from './filter-form-text.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import type { Names } from './use-names.ts'

interface FilterSheetProps {
  readonly page: string
  readonly columns: Readonly<Record<string, Column | undefined>>
  readonly filters: readonly RecordFilter[]
  readonly names: Readonly<Record<string, Names>>
  /** The column whose filter is being made or changed; null while all columns stand there. */
  readonly edited: string | null
  readonly onEdit: (field: string | null) => void
  readonly onSet: (field: string, filter: RecordFilter | null) => void
  readonly onClear: () => void
  readonly onClose: () => void
}

/** A phone's filters (spec 4 §1.11): all columns with what each is narrowed to, and the form of the one that is touched. */
export function FilterSheet(props: FilterSheetProps) {
  const { page, columns, filters, names, edited, onEdit, onSet, onClear, onClose } = props
  const filterOf = (field: string) => filters.find((one) => one.field === field) ?? null
  const column = edited === null ? undefined : columns[edited]
  const part = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed is gone then, and with it the focus
  useEffect(() => {
    if (!isFirst.current) part.current?.focus()
    isFirst.current = false
  }, [edited])
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      title={TEXT.filters}
      size="85%"
      closeButtonProps={{ size: 44, 'aria-label': TEXT.close }}
    >
      <div ref={part} tabIndex={-1} className={styles.sheet}>
        {edited !== null && column ? (
          <>
            <Button
              variant="subtle"
              justify="start"
              leftSection={<IconChevronLeft size={18} aria-hidden="true" />}
              onClick={() => onEdit(null)}
            >
              {FILTER_TEXT.all}
            </Button>
            <FilterForm
              key={edited}
              page={page}
              names={names[edited] ?? {}}
              field={edited}
              column={column}
              filter={filterOf(edited)}
              onApply={(filter) => onSet(edited, filter)}
            />
            {filterOf(edited) ? (
              <Button variant="subtle" color="red" onClick={() => onSet(edited, null)}>
                {TEXT.removeFilter(column.label)}
              </Button>
            ) : null}
          </>
        ) : (
          <>
            <ul className={styles.sheetList}>
              {Object.entries(columns).map(([field, one]) => {
                const filter = filterOf(field)
                return one ? (
                  <li key={field}>
                    <UnstyledButton className={styles.sheetLine} onClick={() => onEdit(field)}>
                      <span>{one.label}</span>{' '}
                      <span className={styles.sheetWords}>
                        {filter ? filterInWords(one, filter, names[field]) : ''}
                      </span>
                      <IconChevronRight size={18} aria-hidden="true" />
                    </UnstyledButton>
                  </li>
                ) : null
              })}
            </ul>
            <div className={styles.sheetEnd}>
              <Button variant="default" disabled={filters.length === 0} onClick={onClear}>
                {TEXT.clearAll}
              </Button>
              <Button onClick={onClose}>{FILTER_TEXT.done}</Button>
            </div>
          </>
        )}
      </div>
    </Drawer>
  )
}
