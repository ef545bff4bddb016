import { Button, CloseButton, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  isFigureOf,
  levelLabel,
  measureLabel,
  REPORT_FIGURES,
  REPORT_LEVELS_MAX,
  REPORT_MEASURES_MAX,
  REPORT_STEPS,
  type ReportColumns,
  type ReportDefinition,
  type ReportField,
  type ReportFigure,
  type ReportMeasure,
  type ReportStep,
} from '#shared/domain/reports.ts'
import type { Column } from '#shared/records/record.ts'
import { RecordColumns, RecordFilters } from '../records/index.ts'
import type { Sources } from './Editor.tsx'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'

interface DefinitionProps {
  readonly sources: Sources
  readonly definition: ReportDefinition
  readonly onChange: (definition: ReportDefinition) => void
}

const FIGURES = Object.keys(REPORT_FIGURES) as ReportFigure[]
const STEPS = Object.keys(REPORT_STEPS) as ReportStep[]

/** What a report is made of, in rows of plain words. */
export function Definition({ sources, definition, onChange }: DefinitionProps) {
  const { source, rows, columns: shown, measures, filters, sort } = definition
  const fields = sources.find(({ name }) => name === source)?.columns
  const columns = useMemo(
    () => Object.fromEntries((fields ?? []).map(({ field, ...column }) => [field, column as Column])),
    [fields],
  )
  const known: ReportColumns = useMemo(() => new Map(Object.entries(columns)), [columns])
  const change = (part: Partial<ReportDefinition>) => onChange({ ...definition, ...part })
  const first = Object.keys(columns)[0] ?? ''
  return (
    <div className={styles.definition}>
      <Row label={TEXT.source}>
        <NativeSelect
          aria-label={TEXT.source}
          value={source}
          data={sources.map(({ name, label }) => ({ value: name, label }))}
          onChange={(event) => onChange(freshOf(sources, event.currentTarget.value))}
        />
      </Row>
      <Row label={TEXT.filters}>
        {filters.length === 0 ? <p className={styles.hint}>{TEXT.noFilters}</p> : null}
        <RecordFilters columns={columns} filters={filters} onChange={(next) => change({ filters: next })} />
      </Row>
      <Row label={TEXT.groups}>
        {rows.map((level, place) => (
          <Level
            // biome-ignore lint/suspicious/noArrayIndexKey: a level is what stands in its place
            key={place}
            place={place + 1}
            level={level}
            columns={known}
            onChange={(next) => change({ rows: next ? rows.with(place, next) : rows.toSpliced(place, 1) })}
          />
        ))}
        {rows.length < REPORT_LEVELS_MAX ? (
          <Add
            label={rows.length === 0 ? TEXT.addLevel : TEXT.addThen}
            onAdd={() => {
              const free = [...known].find(([field]) => !rows.some((one) => one.field === field))
              if (free) change({ rows: [...rows, freshLevel(free[0], known)] })
            }}
          />
        ) : null}
      </Row>
      <Row label={TEXT.figures}>
        {measures.map((measure, place) => (
          <Measure
            // biome-ignore lint/suspicious/noArrayIndexKey: a figure is what stands in its place
            key={place}
            place={place + 1}
            measure={measure}
            columns={known}
            onChange={(next) =>
              change(
                next
                  ? { measures: measures.with(place, next) }
                  : {
                      measures: measures.toSpliced(place, 1),
                      sort: sort.filter(({ field }) => !field.startsWith('#')),
                    },
              )
            }
          />
        ))}
        {measures.length < REPORT_MEASURES_MAX ? (
          <Add
            label={TEXT.addFigure}
            onAdd={() => change({ measures: [...measures, { figure: 'COUNT', field: null }] })}
          />
        ) : null}
      </Row>
      <Row label={TEXT.columns}>
        {shown.length === 0 ? (
          <>
            <p className={styles.hint}>{TEXT.columnsHint}</p>
            <Add label={TEXT.allColumns} onAdd={() => change({ columns: ownColumns(sources, source) })} />
          </>
        ) : (
          <>
            <p className={styles.hint}>
              {shown.map(({ field }) => columns[field]?.label ?? field).join(', ')}
            </p>
            <div className={styles.inRow}>
              <RecordColumns
                columns={columns}
                shown={shown.map(({ field }) => field)}
                onChange={(next) => change({ columns: next.map((field) => ({ field, step: null })) })}
                onReset={() => change({ columns: ownColumns(sources, source) })}
              />
              {rows.length + measures.length > 0 ? (
                <CloseButton aria-label={TEXT.remove(TEXT.columns)} onClick={() => change({ columns: [] })} />
              ) : null}
            </div>
          </>
        )}
      </Row>
      <Row label={TEXT.sort}>
        <div className={styles.inRow}>
          <NativeSelect
            aria-label={TEXT.sort}
            value={sort[0]?.field ?? ''}
            data={[
              { value: '', label: TEXT.sortNone },
              ...rows.map((level) => ({ value: level.field, label: levelLabel(level, known) })),
              ...measures.map((measure, place) => ({
                value: `#${place + 1}`,
                label: measureLabel(measure, known),
              })),
              ...shown
                .filter(({ field }) => !rows.some((level) => level.field === field))
                .map(({ field }) => ({ value: field, label: columns[field]?.label ?? field })),
            ].filter(({ value }, place, all) => all.findIndex((one) => one.value === value) === place)}
            onChange={(event) => {
              const field = event.currentTarget.value
              const direction = field.startsWith('#') ? 'DESC' : 'ASC'
              change({ sort: field === '' ? [] : [{ field, direction }] })
            }}
          />
          {sort[0] ? (
            <NativeSelect
              aria-label={TEXT.sortWay}
              value={sort[0].direction}
              data={[
                { value: 'ASC', label: TEXT.asc },
                { value: 'DESC', label: TEXT.desc },
              ]}
              onChange={(event) => {
                const direction = event.currentTarget.value === 'DESC' ? 'DESC' : 'ASC'
                change({ sort: [{ field: sort[0]?.field ?? first, direction }] })
              }}
            />
          ) : null}
        </div>
      </Row>
    </div>
  )
}

/** The columns that the source's page begins with. */
export const ownColumns = (sources: Sources, source: string): ReportField[] =>
  (sources.find(({ name }) => name === source)?.columns ?? [])
    .filter(({ isExtra }) => !isExtra)
    .map(({ field }) => ({ field, step: null }))

/** A new report of a source: its records as its page lists them. */
export const freshOf = (sources: Sources, source: string): ReportDefinition => ({
  ...{ source, rows: [], measures: [], filters: [], sort: [] },
  columns: ownColumns(sources, source),
})

function freshLevel(field: string, columns: ReportColumns): ReportField {
  const kind = columns.get(field)?.kind
  return { field, step: kind === 'day' || kind === 'moment' ? 'MONTH' : null }
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <fieldset className={styles.row}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

function Add({ label, onAdd }: { readonly label: string; readonly onAdd: () => void }) {
  return (
    <Button
      className={styles.add ?? ''}
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<IconPlus size={15} stroke={1.8} aria-hidden="true" />}
      onClick={onAdd}
    >
      {label}
    </Button>
  )
}

interface LevelProps {
  readonly place: number
  readonly level: ReportField
  readonly columns: ReportColumns
  readonly onChange: (level: ReportField | null) => void
}

function Level({ place, level, columns, onChange }: LevelProps) {
  const kind = columns.get(level.field)?.kind
  return (
    <div className={styles.inRow}>
      <NativeSelect
        aria-label={TEXT.level(place)}
        value={level.field}
        data={[...columns].map(([value, { label }]) => ({ value, label }))}
        onChange={(event) => onChange(freshLevel(event.currentTarget.value, columns))}
      />
      {kind === 'day' || kind === 'moment' ? (
        <NativeSelect
          aria-label={TEXT.step(place)}
          value={level.step ?? ''}
          data={[
            ...STEPS.map((step) => ({ value: step as string, label: TEXT.steps[step] as string })),
            { value: '', label: TEXT.steps.none },
          ]}
          onChange={(event) => {
            const step = STEPS.find((one) => one === event.currentTarget.value) ?? null
            onChange({ ...level, step })
          }}
        />
      ) : null}
      <CloseButton aria-label={TEXT.remove(levelLabel(level, columns))} onClick={() => onChange(null)} />
    </div>
  )
}

interface MeasureProps {
  readonly place: number
  readonly measure: ReportMeasure
  readonly columns: ReportColumns
  readonly onChange: (measure: ReportMeasure | null) => void
}

function Measure({ place, measure, columns, onChange }: MeasureProps) {
  const fitting = (figure: ReportFigure) => [...columns].filter(([, { kind }]) => isFigureOf(figure, kind))
  const isAlone = (figure: ReportFigure) => isFigureOf(figure, null)
  const { figure, field } = measure
  const choices = fitting(figure)
  return (
    <div className={styles.inRow}>
      <NativeSelect
        aria-label={TEXT.figure(place)}
        value={figure}
        data={FIGURES.filter((one) => isAlone(one) || fitting(one).length > 0).map((one) => ({
          value: one as string,
          label: REPORT_FIGURES[one] as string,
        }))}
        onChange={(event) => {
          const next = FIGURES.find((one) => one === event.currentTarget.value) ?? 'COUNT'
          const keeps = field !== null && fitting(next).some(([name]) => name === field)
          const otherwise = isAlone(next) ? null : (fitting(next)[0]?.[0] ?? null)
          onChange({ figure: next, field: keeps ? field : otherwise })
        }}
      />
      {choices.length > 0 ? (
        <NativeSelect
          aria-label={TEXT.figureOf(place)}
          value={field ?? ''}
          data={[
            ...(isAlone(figure) ? [{ value: '', label: TEXT.ofRecords as string }] : []),
            ...choices.map(([value, { label }]) => ({ value, label })),
          ]}
          onChange={(event) => onChange({ figure, field: event.currentTarget.value || null })}
        />
      ) : null}
      <CloseButton aria-label={TEXT.remove(measureLabel(measure, columns))} onClick={() => onChange(null)} />
    </div>
  )
}
