import { Button, Checkbox, CloseButton, Menu, NativeSelect, Popover, TextInput } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import {
  FILTER_OPERATORS,
  type FilterOperator,
  filterInWords,
  isFilterOf,
  type RecordFilter,
} from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'

interface FiltersProps {
  readonly columns: Readonly<Record<string, Column | undefined>>
  readonly filters: readonly RecordFilter[]
  readonly onChange: (filters: readonly RecordFilter[]) => void
}

/** The filters that hold, each as a chip that is removed by itself, and the way to another (spec 4 §1.1). */
export function Filters({ columns, filters, onChange }: FiltersProps) {
  /** The column whose filter is being made or changed. */
  const [edited, setEdited] = useState<string | null>(null)
  const set = (field: string, filter: RecordFilter | null) => {
    const place = filters.findIndex((one) => one.field === field)
    if (filter === null) return onChange(filters.filter((one) => one.field !== field))
    onChange(place < 0 ? [...filters, filter] : filters.with(place, filter))
  }
  const column = edited === null ? undefined : columns[edited]
  return (
    <section className={styles.filters} aria-label={TEXT.filters}>
      {filters.map((filter) => {
        const of = columns[filter.field]
        if (!of) return null
        const words = filterInWords(of, filter)
        return (
          <span key={filter.field} className={styles.chip}>
            <button
              type="button"
              aria-label={TEXT.changeFilter(of.label, words)}
              onClick={() => setEdited(filter.field)}
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
            <FilterForm
              key={edited}
              field={edited}
              column={column}
              filter={filters.find(({ field }) => field === edited) ?? null}
              onApply={(filter) => {
                set(edited, filter)
                setEdited(null)
              }}
            />
          ) : null}
        </Popover.Dropdown>
      </Popover>
      {filters.length > 0 ? (
        <Button size="xs" variant="subtle" onClick={() => onChange([])}>
          {TEXT.clearAll}
        </Button>
      ) : null}
    </section>
  )
}

interface FilterFormProps {
  readonly field: string
  readonly column: Column
  readonly filter: RecordFilter | null
  readonly onApply: (filter: RecordFilter) => void
}

/** How many values an operator is given in the form. */
const valuesOf = (operator: FilterOperator): number =>
  operator === 'BETWEEN' ? 2 : operator === 'IS_EMPTY' || /^(TODAY|THIS|LAST)/.test(operator) ? 0 : 1

function FilterForm({ field, column, filter, onApply }: FilterFormProps) {
  const operators: readonly FilterOperator[] = FILTER_OPERATORS[column.kind]
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? operators[0] ?? 'IS')
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? [])
  const count = valuesOf(operator)
  const asked = column.kind === 'choice' ? values : Array.from({ length: count }, (_, at) => values[at] ?? '')
  const made = { field, operator, values: asked }
  const canApply = isFilterOf(column, made)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canApply) onApply(made)
  }
  const put = (place: number, value: string) =>
    setValues(
      Array.from({ length: Math.max(count, 1) }, (_, at) => (at === place ? value : (values[at] ?? ''))),
    )
  return (
    <form className={styles.filterForm} aria-label={TEXT.filterOf(column.label)} onSubmit={submit}>
      <strong>{column.label}</strong>
      {operators.length > 1 ? (
        <NativeSelect
          aria-label={TEXT.operator}
          value={operator}
          data={operators.map((one) => ({ value: one, label: TEXT.operators[one] }))}
          onChange={(event) => setOperator(event.currentTarget.value as FilterOperator)}
        />
      ) : null}
      {column.kind === 'choice'
        ? Object.entries(column.choices ?? {}).map(([value, label]) => (
            <Checkbox
              key={value}
              label={label}
              checked={values.includes(value)}
              onChange={() =>
                setValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
              }
            />
          ))
        : column.kind === 'yesNo'
          ? ['true', 'false'].map((value) => (
              <Checkbox
                key={value}
                label={value === 'true' ? TEXT.yes : TEXT.no}
                checked={values[0] === value}
                onChange={() => setValues([value])}
              />
            ))
          : asked.map((value, place) => (
              <ValueField
                // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second are what they are
                key={place}
                kind={column.kind}
                label={count === 2 ? (place === 0 ? TEXT.from : TEXT.to) : TEXT.value}
                value={value}
                onChange={(next) => put(place, next)}
              />
            ))}
      <Button type="submit" size="xs" disabled={!canApply}>
        {TEXT.apply}
      </Button>
    </form>
  )
}

interface ValueFieldProps {
  readonly kind: Column['kind']
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function ValueField({ kind, label, value, onChange }: ValueFieldProps) {
  return (
    <TextInput
      label={label}
      type={kind === 'day' || kind === 'moment' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
