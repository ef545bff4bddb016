import { Button, CloseButton, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import {
  POWER_AGGREGATES,
  POWER_CHARTS,
  POWER_FIELDS,
  POWER_GROUPS,
  POWER_LEVELS_MAX,
  POWER_MEASURES_MAX,
  POWER_SOURCE_NAMES,
  POWER_SOURCES,
  POWER_TIMES,
  type PowerChart,
  type PowerDefinition,
  type PowerField,
  type PowerGroup,
  type PowerMeasure,
  type PowerSource,
  type PowerTime,
  powerLabel,
  rulesOf,
} from '#shared/domain/power-report.ts'
import styles from './PowerReport.module.css'
import type { PowerOptions } from './queries.ts'
import { TEXT } from './text.ts'

interface DefinitionProps {
  readonly definition: PowerDefinition
  readonly options: PowerOptions
  readonly onChange: (definition: PowerDefinition) => void
}

/** All figures that a source has, as choices. */
export function measuresOf(source: PowerSource, hasCosts: boolean): readonly PowerMeasure[] {
  const { values, figures } = rulesOf(source)
  const fields = Object.keys(values).filter((name) => name !== 'cost' || hasCosts)
  const aggregates = (['SUM', 'MEAN', 'MINIMUM', 'MAXIMUM'] as const).flatMap((figure) =>
    fields.map((field) => ({ figure, field })),
  )
  return [
    { figure: 'COUNT', field: null },
    ...figures.map((figure) => ({ figure, field: null })),
    ...aggregates,
  ]
}

const keyOf = ({ figure, field }: PowerMeasure): string => `${figure} ${field ?? ''}`

/** What a report is made of, in rows of plain words. */
export function Definition({ definition, options, onChange }: DefinitionProps) {
  const { source, rows, columns, measures, sort, chart } = definition
  const { fields } = rulesOf(source)
  const change = (part: Partial<PowerDefinition>) => onChange({ ...definition, ...part })
  const offered = measuresOf(source, options.hasCosts)
  return (
    <div className={styles.definition}>
      <Part label={TEXT.source}>
        <NativeSelect
          aria-label={TEXT.source}
          value={source}
          data={POWER_SOURCE_NAMES.map((value) => ({ value, label: POWER_SOURCES[value].label }))}
          onChange={({ currentTarget }) => onChange(ofSource(definition, currentTarget.value as PowerSource))}
        />
      </Part>
      <Levels
        label={TEXT.rows}
        add={TEXT.addRow}
        at={TEXT.rowAt}
        levels={rows}
        free={fields.filter((field) => !columns.includes(field))}
        onChange={(next) => change({ rows: next })}
      />
      <Levels
        label={TEXT.columns}
        add={TEXT.addColumn}
        at={TEXT.columnAt}
        levels={columns}
        free={fields.filter((field) => !rows.includes(field))}
        onChange={(next) => change({ columns: next })}
      />
      <Part label={TEXT.figures}>
        {measures.map((measure, place) => (
          <div className={styles.inRow} key={keyOf(measure)}>
            <NativeSelect
              aria-label={TEXT.figureAt(place + 1)}
              value={keyOf(measure)}
              data={offered
                .filter(
                  (one) =>
                    keyOf(one) === keyOf(measure) || !measures.some((other) => keyOf(other) === keyOf(one)),
                )
                .map((one) => ({
                  value: keyOf(one),
                  label: powerLabel(source, one) || POWER_AGGREGATES.SUM,
                }))}
              onChange={({ currentTarget }) => {
                const next = offered.find((one) => keyOf(one) === currentTarget.value)
                if (next) change({ measures: measures.with(place, next) })
              }}
            />
            <CloseButton
              aria-label={TEXT.removeOne(powerLabel(source, measure))}
              onClick={() => change({ measures: measures.toSpliced(place, 1), sort: null })}
            />
          </div>
        ))}
        {measures.length < POWER_MEASURES_MAX && measures.length < offered.length ? (
          <Add
            label={TEXT.addFigure}
            onAdd={() => {
              const next = offered.find((one) => !measures.some((other) => keyOf(other) === keyOf(one)))
              if (next) change({ measures: [...measures, next] })
            }}
          />
        ) : null}
      </Part>
      <Part label={TEXT.sort}>
        <NativeSelect
          aria-label={TEXT.sort}
          value={sort ? `${sort.measure} ${sort.direction}` : ''}
          data={[
            { value: '', label: TEXT.ownOrder },
            ...measures.flatMap((measure, place) =>
              (['DESC', 'ASC'] as const).map((direction) => ({
                value: `${place} ${direction}`,
                label: TEXT.byFigure(powerLabel(source, measure), direction === 'DESC'),
              })),
            ),
          ]}
          onChange={({ currentTarget }) => {
            const [measure = '', direction] = currentTarget.value.split(' ')
            change({
              sort:
                direction === 'ASC' || direction === 'DESC' ? { measure: Number(measure), direction } : null,
            })
          }}
        />
      </Part>
      <Part label={TEXT.chart}>
        <NativeSelect
          aria-label={TEXT.chart}
          value={chart}
          data={Object.entries(POWER_CHARTS).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => change({ chart: currentTarget.value as PowerChart })}
        />
      </Part>
    </div>
  )
}

/** What of a definition holds for another source, too. */
function ofSource(definition: PowerDefinition, source: PowerSource): PowerDefinition {
  const { fields } = rulesOf(source)
  return {
    ...definition,
    ...{ source, measures: [{ figure: 'COUNT', field: null }], sort: null },
    rows: definition.rows.filter((field) => fields.includes(field)),
    columns: definition.columns.filter((field) => fields.includes(field)),
    filters: definition.filters.filter(({ field }) => fields.includes(field)),
  }
}

function Part({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.part}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

function Add({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button
      className={styles.add}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}

interface LevelsProps {
  readonly label: string
  readonly add: string
  readonly at: (place: number) => string
  readonly levels: readonly PowerField[]
  readonly free: readonly PowerField[]
  readonly onChange: (levels: readonly PowerField[]) => void
}

function Levels({ label, add, at, levels, free, onChange }: LevelsProps) {
  const next = free.find((field) => !levels.includes(field))
  return (
    <Part label={label}>
      {levels.map((level, place) => (
        <div className={styles.inRow} key={level}>
          <NativeSelect
            aria-label={at(place + 1)}
            value={level}
            data={free
              .filter((field) => field === level || !levels.includes(field))
              .map((value) => ({ value, label: POWER_FIELDS[value] }))}
            onChange={({ currentTarget }) => onChange(levels.with(place, currentTarget.value as PowerField))}
          />
          <CloseButton
            aria-label={TEXT.removeOne(POWER_FIELDS[level])}
            onClick={() => onChange(levels.toSpliced(place, 1))}
          />
        </div>
      ))}
      {levels.length < POWER_LEVELS_MAX && next ? (
        <Add label={add} onAdd={() => onChange([...levels, next])} />
      ) : null}
    </Part>
  )
}

/** Fields of which a filter names some: those with choices, or of which the page knows all. */
function valuesOf(definition: PowerDefinition, options: PowerOptions, field: PowerField) {
  const choices = rulesOf(definition.source).choices[field]
  if (choices) return Object.entries(choices).map(([value, label]) => ({ value, label }))
  const all = {
    PERSON: options.people,
    MANAGER: options.managers,
    AREA: options.areas,
    AGENCY: options.agencies,
    CONTRACT_TYPE: options.contractTypes,
    PROJECT: options.projects,
    EPIC: options.epics,
    KIND: options.ticketTypes,
  }[field as string]
  if (all) return all.map(({ id, name }) => ({ value: id, label: name }))
  if (field === 'WEEKDAY')
    return [1, 2, 3, 4, 5, 6, 7].map((one) => ({ value: String(one), label: TEXT.weekdays[one % 7] ?? '' }))
  if (field === 'HOUR')
    return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).map((value) => ({
      value,
      label: `${value}:00`,
    }))
  return []
}

const isOwnTime = (time: PowerTime) => time === 'OWN'

interface FiltersProps extends DefinitionProps {
  /** Those that stand there from the start. */
  readonly usual: readonly PowerField[]
  readonly days: { readonly from: string; readonly to: string }
}

/** Time, people and what else narrows a report. */
export function Filters({ definition, options, onChange, usual, days }: FiltersProps) {
  const { time, group, filters } = definition
  const change = (part: Partial<PowerDefinition>) => onChange({ ...definition, ...part })
  const { fields } = rulesOf(definition.source)
  const shown = [
    ...usual.filter((field) => fields.includes(field)),
    ...filters.map(({ field }) => field).filter((field) => !usual.includes(field)),
  ]
  const free = fields.filter(
    (field) => !shown.includes(field) && valuesOf(definition, options, field).length > 0,
  )
  const set = (field: PowerField, values: readonly string[]) => {
    const others = filters.filter((one) => one.field !== field)
    const isKept = values.length > 0 || !usual.includes(field)
    change({ filters: isKept ? [...others, { field, values }] : others })
  }
  return (
    <div className={styles.filters}>
      <SegmentedControl
        size="xs"
        aria-label={TEXT.time}
        data={Object.entries(POWER_TIMES).map(([value, label]) => ({ value, label }))}
        value={time}
        onChange={(value) => {
          const next = value as PowerTime
          change(isOwnTime(next) ? { time: next, ...days } : { time: next, from: '', to: '' })
        }}
      />
      {isOwnTime(time) ? (
        <>
          <DayField label={TEXT.from} value={definition.from} onDay={(from) => change({ from })} />
          <DayField label={TEXT.to} value={definition.to} onDay={(to) => change({ to })} />
        </>
      ) : null}
      {options.groups.length > 0 ? (
        <NativeSelect
          size="xs"
          aria-label={TEXT.group}
          value={group}
          data={options.groups.map((value) => ({ value, label: POWER_GROUPS[value] }))}
          onChange={({ currentTarget }) => change({ group: currentTarget.value as PowerGroup })}
        />
      ) : null}
      {shown.map((field) => (
        <div className={styles.filter} key={field}>
          <MultiSelect
            size="xs"
            aria-label={POWER_FIELDS[field]}
            placeholder={
              (filters.find((one) => one.field === field)?.values.length ?? 0) > 0
                ? ''
                : TEXT.anyOf(POWER_FIELDS[field])
            }
            searchable
            clearable
            comboboxProps={{ withinPortal: true }}
            nothingFoundMessage={TEXT.nothingFound}
            data={valuesOf(definition, options, field)}
            value={[...(filters.find((one) => one.field === field)?.values ?? [])]}
            onChange={(values) => set(field, values)}
          />
          {usual.includes(field) ? null : (
            <CloseButton
              size="sm"
              aria-label={TEXT.removeOne(POWER_FIELDS[field])}
              onClick={() => change({ filters: filters.filter((one) => one.field !== field) })}
            />
          )}
        </div>
      ))}
      {free.length > 0 ? (
        <NativeSelect
          size="xs"
          aria-label={TEXT.addFilter}
          value=""
          data={[
            { value: '', label: TEXT.addFilter },
            ...free.map((value) => ({ value, label: POWER_FIELDS[value] })),
          ]}
          onChange={({ currentTarget }) => {
            const field = free.find((one) => one === currentTarget.value)
            if (field) change({ filters: [...filters, { field, values: [] }] })
          }}
        />
      ) : null}
    </div>
  )
}

function DayField({ label, value, onDay }: { label: string; value: string; onDay: (day: string) => void }) {
  return (
    <TextInput
      size="xs"
      type="date"
      aria-label={label}
      value={value}
      max="9999-12-31"
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') onDay(currentTarget.value)
      }}
    />
  )
}
