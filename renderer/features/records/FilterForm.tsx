import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { findNamed } from '#shared/contract/views.ts'
import {
  type FilterOperator,
  isFilterOf,
  MYSELF,
  operatorsOf,
  type RecordFilter,
} from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { RemoteSelect } from '../../ui/RemoteSelect.tsx'
import { FILTER_TEXT } from './filter-form-text.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import { timeTyped } from './time-typed.ts'
import type { Names } from './use-names.ts'

interface FilterFormProps {
  /** The page of records whose people and projects can be chosen. */
  readonly page: string
  readonly field: string
  readonly column: Column
  readonly filter: RecordFilter | null
  /** What those are called that the filter names already. */
  readonly names: Names
  readonly onApply: (filter: RecordFilter) => void
}

/** How many values an operator is given in the form. */
const valuesOf = (operator: FilterOperator): number =>
  operator === 'BETWEEN' ? 2 : operator === 'IS_EMPTY' || /^(TODAY|THIS|LAST)/.test(operator) ? 0 : 1

/** Makes or changes the filter of one column (spec 4 §1.1). */
export function FilterForm({ page, field, column, filter, names, onApply }: FilterFormProps) {
  const operators = operatorsOf(column)
  const [operator, setOperator] = useState<FilterOperator>(filter?.operator ?? operators[0] ?? 'IS')
  const [values, setValues] = useState<readonly string[]>(filter?.values ?? [])
  const count = valuesOf(operator)
  const asked =
    operator === 'ANY_OF'
      ? values
      : Array.from({ length: count }, (_, at) => readValue(column, values[at] ?? ''))
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
  const toggle = (value: string) =>
    setValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value])
  return (
    <form className={styles.filterForm} aria-label={TEXT.filterOf(column.label)} onSubmit={submit}>
      <strong>{column.label}</strong>
      {operators.length > 1 ? (
        <NativeSelect
          aria-label={FILTER_TEXT.operator}
          value={operator}
          data={operators.map((one) => ({ value: one, label: FILTER_TEXT.operators[one] }))}
          onChange={(event) => {
            const next = event.currentTarget.value as FilterOperator
            // Ids are no names, nor the other way round.
            if ((next === 'ANY_OF') !== (operator === 'ANY_OF')) setValues([])
            setOperator(next)
          }}
        />
      ) : null}
      {column.picks && operator === 'ANY_OF' ? (
        <Picked {...{ page, field, names, values }} of={column.picks.of} onToggle={toggle} />
      ) : column.kind === 'choice' ? (
        Object.entries(column.choices ?? {}).map(([value, label]) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            onChange={() => toggle(value)}
          />
        ))
      ) : column.kind === 'yesNo' ? (
        ['true', 'false'].map((value) => (
          <Checkbox
            key={value}
            label={value === 'true' ? TEXT.yes : TEXT.no}
            checked={values[0] === value}
            onChange={() => setValues([value])}
          />
        ))
      ) : (
        asked.map((_, place) => (
          <ValueField
            // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second are what they are
            key={place}
            column={column}
            label={count === 2 ? (place === 0 ? FILTER_TEXT.from : FILTER_TEXT.to) : FILTER_TEXT.value}
            value={values[place] ?? ''}
            onChange={(next) => put(place, next)}
          />
        ))
      )}
      <Button type="submit" size="xs" disabled={!canApply}>
        {FILTER_TEXT.apply}
      </Button>
    </form>
  )
}

/** What was typed, as a filter sends it: a time in its units. */
function readValue({ unit }: Column, typed: string): string {
  if (!unit || typed.trim() === '') return typed
  const time = timeTyped(typed, unit)
  return time === null ? typed : String(Number(time.toFixed(6)))
}

interface PickedProps {
  readonly page: string
  readonly field: string
  readonly of: 'person' | 'project'
  readonly values: readonly string[]
  readonly names: Names
  readonly onToggle: (value: string) => void
}

/** People or projects that are chosen, and a search for another among those of the list. */
function Picked({ page, field, of, values, names, onToggle }: PickedProps) {
  const { api } = useServices()
  const [found, setFound] = useState<Names>({})
  const search = async (searchTerm: string, signal: AbortSignal) =>
    (await api.call(findNamed, { page, field, searchTerm }, { quiet: true, signal })).found
  const chosen = values.filter((value) => value !== MYSELF)
  return (
    <>
      {of === 'person' ? (
        <Checkbox
          label={FILTER_TEXT.myself}
          checked={values.includes(MYSELF)}
          onChange={() => onToggle(MYSELF)}
        />
      ) : null}
      {chosen.length > 0 ? (
        <ul className={styles.picked} aria-label={FILTER_TEXT.chosen}>
          {chosen.map((value) => {
            const name = found[value] ?? names[value] ?? FILTER_TEXT.notListed
            return (
              <li key={value}>
                <span>{name}</span>
                <CloseButton
                  size="sm"
                  aria-label={FILTER_TEXT.remove(name)}
                  onClick={() => onToggle(value)}
                />
              </li>
            )
          })}
        </ul>
      ) : null}
      <RemoteSelect
        label={chosen.length > 0 ? FILTER_TEXT.another : FILTER_TEXT.one[of]}
        placeholder={FILTER_TEXT.typeName}
        value={null}
        search={search}
        onChange={(one) => {
          if (!one || values.includes(String(one.id))) return
          setFound({ ...found, [one.id]: one.name })
          onToggle(String(one.id))
        }}
      />
    </>
  )
}

interface ValueFieldProps {
  readonly column: Column
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function ValueField({ column: { kind, unit }, label, value, onChange }: ValueFieldProps) {
  return (
    <TextInput
      label={label}
      type={kind === 'day' || kind === 'moment' ? 'date' : 'text'}
      inputMode={kind === 'number' && !unit ? 'decimal' : undefined}
      placeholder={unit ? FILTER_TEXT.timeHint[unit] : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
