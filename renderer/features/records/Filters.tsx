import { Button, CloseButton, Menu, Popover } from '@mantine/core'
import { IconFilter, IconFilterPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { filterInWords, type RecordFilter } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { useViewport } from '../../ui/use-viewport.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import { useNames } from './use-names.ts'

const FilterForm = lazyCode(async () => (await import('./FilterForm.tsx')).FilterForm)
const FilterSheet = lazyCode(async () => (await import('./FilterSheet.tsx')).FilterSheet)

interface FiltersProps {
  /** The page of records whose people and projects can be chosen; none where they can't. */
  readonly page?: string
  readonly columns: Readonly<Record<string, Column | undefined>>
  readonly filters: readonly RecordFilter[]
  readonly onChange: (filters: readonly RecordFilter[]) => void
}

/** The filters that hold, each as a chip that is removed by itself, and the way to another (spec 4 §1.1). */
export function Filters({ page = '', columns, filters, onChange }: FiltersProps) {
  /** The column whose filter is being made or changed. */
  const [edited, setEdited] = useState<string | null>(null)
  const isPhone = useViewport() === 'mobile'
  /** A phone's sheet stays open while one goes through its columns. */
  const [isSheet, setSheet] = useState(false)
  const set = (field: string, filter: RecordFilter | null) => {
    const place = filters.findIndex((one) => one.field === field)
    if (filter === null) return onChange(filters.filter((one) => one.field !== field))
    onChange(place < 0 ? [...filters, filter] : filters.with(place, filter))
  }
  const edit = (field: string | null) => {
    setEdited(field)
    setSheet(isPhone)
  }
  const names = useNames(page, columns, filters)
  const column = edited === null ? undefined : columns[edited]
  return (
    <section className={styles.filters} data-phone={isPhone || undefined} aria-label={TEXT.filters}>
      {filters.map((filter) => {
        const of = columns[filter.field]
        if (!of) return null
        const words = filterInWords(of, filter, names[filter.field])
        return (
          <span key={filter.field} className={styles.chip}>
            <button
              type="button"
              aria-label={TEXT.changeFilter(of.label, words)}
              onClick={() => edit(filter.field)}
            >
              <b>{of.label}</b> {words}
            </button>
            <CloseButton
              size="xs"
              aria-label={TEXT.removeFilter(of.label)}
              onClick={() => set(filter.field, null)}
            />
          </span>
        )
      })}
      {isPhone ? (
        <Button
          variant="default"
          leftSection={<IconFilter size={18} stroke={1.7} aria-hidden="true" />}
          onClick={() => edit(null)}
        >
          {TEXT.filters}
        </Button>
      ) : (
        <Popover
          opened={column !== undefined}
          onChange={(opened) => !opened && setEdited(null)}
          position="bottom-start"
          shadow="md"
          // The menu beside it says what it opens; the form within says what it is.
          withRoles={false}
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <span>
              <Menu position="bottom-start" shadow="md" returnFocus={false} withinPortal>
                <Menu.Target>
                  <Button
                    size="xs"
                    variant="subtle"
                    color="gray"
                    leftSection={<IconFilterPlus size={16} stroke={1.7} aria-hidden="true" />}
                  >
                    {TEXT.addFilter}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  {Object.entries(columns).map(([field, one]) =>
                    one ? (
                      <Menu.Item key={field} onClick={() => setEdited(field)}>
                        {one.label}
                      </Menu.Item>
                    ) : null,
                  )}
                </Menu.Dropdown>
              </Menu>
            </span>
          </Popover.Target>
          <Popover.Dropdown>
            {edited !== null && column ? (
              <Suspense>
                <FilterForm
                  key={edited}
                  page={page}
                  names={names[edited] ?? {}}
                  field={edited}
                  column={column}
                  filter={filters.find(({ field }) => field === edited) ?? null}
                  onApply={(filter) => {
                    set(edited, filter)
                    setEdited(null)
                  }}
                />
              </Suspense>
            ) : null}
          </Popover.Dropdown>
        </Popover>
      )}
      {isPhone && isSheet ? (
        <Suspense>
          <FilterSheet
            {...{ page, columns, filters, names, edited }}
            onEdit={setEdited}
            onSet={(field, filter) => {
              set(field, filter)
              setEdited(null)
            }}
            onClear={() => onChange([])}
            onClose={() => {
              setSheet(false)
              setEdited(null)
            }}
          />
        </Suspense>
      ) : null}
      {filters.length > 0 ? (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          {TEXT.clearAll}
        </Button>
      ) : null}
    </section>
  )
}
