import './mantine-styles.ts'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { dateFormat } from '#shared/domain/date-format.ts'
import { isOfScope, type LivePerson } from '#shared/domain/live-panel.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { RecordFilter } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { DemoNote } from '../demo-clock/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { RecordColumns, RecordFilters, RecordViews, useRecordsView } from '../records/index.ts'
import { Alerts } from './Alerts.tsx'
import { type Density, type Grouping, groupOf, type Scope } from './arrange.ts'
import { COLUMNS } from './columns.ts'
import { Head, useOfAll } from './Head.tsx'
import { type Line, LiveGrid } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import { LivePeople } from './live-people.ts'
import type { PanelFormName } from './panel-actions.ts'
import { RowMenu, type RowMenuAt } from './RowMenu.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { PeopleCards, Tiles } from './Tiles.tsx'
import { TEXT } from './text.ts'
import { Ticker, TickerContext } from './ticker.ts'
import { useAlerts } from './use-alerts.ts'
import { useOrder } from './use-lines.ts'

const PersonPanel = lazyCode(async () => (await import('./PersonPanel.tsx')).PersonPanel)

export const PAGE = 'supervisor.live-panel'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** What else a view keeps, as filters of columns that aren't any. */
const OWN: Readonly<Record<string, Column>> = {
  scope: { kind: 'choice', label: TEXT.scope, isExtra: true, choices: TEXT.scopes },
  group: { kind: 'choice', label: TEXT.group, isExtra: true, choices: TEXT.groups },
  density: { kind: 'choice', label: TEXT.density, isExtra: true, choices: TEXT.densities },
  off: { kind: 'yesNo', label: TEXT.off, isExtra: true },
}
const ALL_COLUMNS: Readonly<Record<string, Column | undefined>> = { ...COLUMNS, ...OWN }

const anyOf = (field: string, ...values: string[]): RecordFilter => ({ field, operator: 'ANY_OF', values })

/** The views that are there from the beginning (spec 4 §4.4.1). */
const SUPPLIED: readonly { readonly name: string; readonly filters: readonly RecordFilter[] }[] = [
  { name: 'Floor', filters: [] },
  { name: 'Out of adherence', filters: [anyOf('adherence', 'OUT')] },
  { name: 'Breaks', filters: [anyOf('class', 'BREAK')] },
  { name: 'System issues', filters: [anyOf('class', 'EXCUSED')] },
  { name: 'Not in', filters: [anyOf('class', 'NOT_IN')] },
  { name: 'Performance', filters: [anyOf('class', 'INTERVIEWING')] },
]
const PERFORMANCE = ['person', 'project', 'today', 'lastHour', 'refusals', 'lastComplete', 'time']

/** Supervisor › Live panel: what everybody does now (spec 4 §4.4.1). */
export function LivePanelScreen() {
  const { livePanel } = useSignedIn()
  const { now, timers } = useServices()
  const people = useMemo(() => new LivePeople(livePanel.hub, now), [livePanel, now])
  const ticker = useMemo(() => new Ticker(now), [now])
  useEffect(() => people.follow(), [people])
  useEffect(() => ticker.run(timers), [ticker, timers])
  const state = useSyncExternalStore(people.onState, () => people.state)
  return (
    <TickerContext value={ticker}>
      <section className={styles.page} aria-label={TEXT.title}>
        {state.is === 'loading' ? (
          <div role="status" aria-label={TEXT.loading} className={styles.bones}>
            {[70, 92, 78, 86, 72, 90, 82].map((width) => (
              <Skeleton key={width} width={`${width}%`} height={22} />
            ))}
          </div>
        ) : state.is === 'failed' ? (
          <LoadFailure title={TEXT.failed} reason={state.reason} onRetry={() => void people.ask()} />
        ) : (
          <Suspense>
            <Board people={people} />
          </Suspense>
        )}
      </section>
    </TickerContext>
  )
}

/** Own settings of the view, read from its filters. */
function ownOf(filters: readonly RecordFilter[], isRestricted: boolean) {
  const chosen = (field: string) => filters.find((one) => one.field === field)?.values[0]
  return {
    scope: isRestricted ? 'TEAM' : ((chosen('scope') ?? 'TEAM') as Scope),
    group: (chosen('group') ?? 'NONE') as Grouping,
    density: (chosen('density') ?? 'COMFORTABLE') as Density,
    withOff: chosen('off') === 'true',
    filters: filters.filter(({ field }) => OWN[field] === undefined),
  }
}

function Board({ people }: { readonly people: LivePeople }) {
  const state = useSyncExternalStore(people.onState, () => people.state)
  const permissions = useSession((session) => session.permissions)
  const userID = useSession((session) => session.user?.id ?? 0)
  const view = useRecordsView(PAGE, ALL_COLUMNS)
  const isRestricted = permissions.can('ISUPERVISOR_IS_RESTRICTED')
  const { scope, group, density, withOff, filters } = ownOf(view.shown.filters, isRestricted)
  const viewer = { userID, areaID: state.areaID }
  const how = { scope, viewer, withOff, search: view.address.search, filters, sort: view.shown.sort, group }
  const content = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useOrder(people, how, content)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  // A selection ends with a changed filter (spec 4 §1.5).
  const filterKey = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when they change
  useEffect(() => setChosen(new Set()), [filterKey])
  const isPhone = useViewport() === 'mobile'
  const asOf = state.is === 'away' ? TEXT.asOf(TIME.format(state.asOf)) : null

  const set = (next: readonly RecordFilter[]) => view.change({ filters: next })
  const setOwn = (field: string, value: string | null) =>
    set([
      ...view.shown.filters.filter((one) => one.field !== field),
      ...(value === null
        ? []
        : [field === 'off' ? ({ field, operator: 'IS', values: [value] } as const) : anyOf(field, value)]),
    ])
  const setFilters = (next: readonly RecordFilter[]) =>
    set([...view.shown.filters.filter(({ field }) => OWN[field] !== undefined), ...next])
  const toggle = (field: string, value: string) => {
    const values = filters.find((one) => one.field === field)?.values ?? []
    const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
    const others = filters.filter((one) => one.field !== field)
    setFilters(next.length === 0 ? others : [...others, anyOf(field, ...next)])
  }
  const valuesOf = (field: string) => filters.find((one) => one.field === field)?.values ?? []
  const choose = (ids: readonly number[], isOn: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) isOn ? next.add(id) : next.delete(id)
      return next
    })
  const [form, setForm] = useState<PanelFormName | null>(null)
  const [menu, setMenu] = useState<RowMenuAt | null>(null)
  const open = (id: number | null, wanted: PanelFormName | null = null) => {
    setForm(wanted)
    view.change({ open: id })
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (event.key !== '/' || target?.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      content.current?.parentElement?.querySelector<HTMLElement>('input[type=search]')?.focus()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  const scopes = (Object.keys(TEXT.scopes) as Scope[]).filter(
    (one) => one === 'TEAM' || (!isRestricted && (one === 'AREA' || permissions.can('CAN_SEARCH_ALL_USERS'))),
  )
  const real = Object.fromEntries(Object.entries(COLUMNS))
  const lines = useLines(people, shown, group)
  const alertsNow = useAlerts(people, { scope, viewer, withOff })
  const [isAlertsOpen, setAlertsOpen] = useState(false)
  const loud = alertsNow.alerts.filter((alert) => alertsNow.seenAt(alert) === null)
  const marks: ReadonlyMap<number, string> = new Map(
    [...Map.groupBy(loud, ({ userID }) => userID)].map(([id, own]) => [
      id,
      own.map(({ rule }) => rule.name).join(', '),
    ]),
  )
  const rows = { people, shown, asOf, alerts: marks, onOpen: (id: number) => open(id) }
  return (
    <>
      <div className={styles.board}>
        <DemoNote />
        <FiguresNote />
        <header className={styles.top}>
          <h2>{TEXT.title}</h2>
          <span className={styles.liveMark} data-away={asOf !== null || undefined} role="status">
            {asOf ?? TEXT.live}
          </span>
          {scopes.length > 1 ? (
            <NativeSelect
              size="xs"
              aria-label={TEXT.scope}
              value={scope}
              data={scopes.map((value) => ({ value, label: TEXT.scopes[value] }))}
              onChange={(event) => setOwn('scope', event.currentTarget.value)}
            />
          ) : null}
        </header>
        <Head
          people={people}
          how={{ scope, viewer, withOff }}
          chosen={valuesOf('class')}
          isOutChosen={valuesOf('adherence').includes('OUT')}
          onClass={(one) => toggle('class', one)}
          onOut={() => toggle('adherence', 'OUT')}
          alerts={loud.length}
          isAlertsOpen={isAlertsOpen}
          onAlerts={() => setAlertsOpen(!isAlertsOpen)}
        />
        <p role="alert" className="visually-hidden">
          {alertsNow.said}
        </p>
        {isAlertsOpen ? <Alerts people={people} now={alertsNow} filters={filters} onOpen={open} /> : null}
        <div className={styles.bar}>
          <FilterBox
            className={styles.search ?? ''}
            label={TEXT.search}
            initial={view.address.search}
            onTerm={(search) => view.change({ search })}
          />
          <nav className={styles.supplied} aria-label={TEXT.views}>
            {SUPPLIED.map((one) => (
              <button
                key={one.name}
                type="button"
                aria-pressed={JSON.stringify(filters) === JSON.stringify(one.filters)}
                onClick={() =>
                  view.change({
                    filters: [
                      ...view.shown.filters.filter(({ field }) => OWN[field] !== undefined),
                      ...one.filters,
                    ],
                    columns: one.name === 'Performance' ? PERFORMANCE : null,
                  })
                }
              >
                {one.name}
              </button>
            ))}
          </nav>
          <span className={styles.grow} />
          <RecordViews page={PAGE} view={view} />
          <NativeSelect
            size="xs"
            aria-label={TEXT.group}
            value={group}
            data={Object.entries(TEXT.groups).map(([value, label]) => ({ value, label }))}
            onChange={(event) =>
              setOwn('group', event.currentTarget.value === 'NONE' ? null : event.currentTarget.value)
            }
          />
          <NativeSelect
            size="xs"
            aria-label={TEXT.density}
            value={density}
            data={Object.entries(TEXT.densities).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setOwn('density', event.currentTarget.value)}
          />
          <RecordColumns
            columns={real}
            shown={view.shown.columns}
            onChange={(columns) => view.change({ columns })}
            onReset={() => view.change({ columns: null })}
          />
        </div>
        <div className={styles.bar}>
          <RecordFilters columns={real} filters={filters} onChange={setFilters} />
          <Checkbox
            size="xs"
            label={TEXT.off}
            checked={withOff}
            onChange={() => setOwn('off', withOff ? null : 'true')}
          />
          <span className={styles.grow} />
          {waiting > 0 ? (
            <Button size="compact-xs" variant="default" onClick={apply}>
              {TEXT.changes(waiting)}
            </Button>
          ) : null}
          <span className={styles.showing} role="status">
            {TEXT.showing(shown.length)}
          </span>
        </div>
        {isPhone || density === 'TILES' ? null : (
          <SelectionBar people={people} chosen={chosen} onClear={() => setChosen(new Set())} />
        )}
        {menu ? <RowMenu people={people} at={menu} onOpen={open} onClose={() => setMenu(null)} /> : null}
        <div ref={content} className={styles.content}>
          {shown.length === 0 ? (
            <Empty
              people={people}
              how={{ scope, viewer, withOff }}
              isFiltered={filters.length > 0 || view.address.search !== ''}
              onClear={() => {
                setFilters([])
                view.change({ search: '' })
              }}
            />
          ) : isPhone ? (
            <PeopleCards {...rows} fields={view.shown.columns} />
          ) : density === 'TILES' ? (
            <Tiles {...rows} />
          ) : (
            <LiveGrid
              people={people}
              lines={lines}
              fields={view.shown.columns}
              sort={view.shown.sort}
              onSort={(sort) => view.change({ sort })}
              isCompact={density === 'COMPACT'}
              asOf={asOf}
              chosen={chosen}
              onChoose={choose}
              openID={typeof view.address.open === 'number' ? view.address.open : null}
              onOpen={(id) => open(id)}
              onMenu={(id, x, y) => setMenu({ id, x, y })}
              alerts={marks}
            />
          )}
        </div>
      </div>
      {typeof view.address.open === 'number' ? (
        <Suspense>
          <PersonPanel
            key={view.address.open}
            people={people}
            id={view.address.open}
            form={form}
            onForm={setForm}
            onClose={() => {
              const id = view.address.open
              open(null)
              requestAnimationFrame(() =>
                content.current
                  ?.querySelector<HTMLElement>(`[data-row="${id}"] [role=gridcell] ~ *`)
                  ?.focus(),
              )
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The rows with the heads of their groups. */
function useLines(people: LivePeople, shown: readonly number[], group: Grouping): readonly Line[] {
  return useMemo(() => {
    if (group === 'NONE') return shown.map((id) => ({ id }))
    const known = shown.flatMap((id) => people.person(id) ?? [])
    return [...Map.groupBy(known, (person) => groupOf(person, group))].flatMap(([name, own]): Line[] => [
      { id: `group ${name}`, head: groupHead(name, own) },
      ...own.map(({ id }) => ({ id })),
    ])
  }, [people, shown, group])
}

function groupHead(name: string, own: readonly LivePerson[]): string {
  const rates = own.flatMap(({ live }) => live.lastHour.rate ?? [])
  const rate =
    rates.length === 0
      ? TEXT.none
      : numberText(Math.round((rates.reduce((sum, one) => sum + one, 0) / rates.length) * 10) / 10)
  const due = own.filter(({ live }) => live.adherence.state !== 'NOT_DUE')
  const working = due.filter(({ live }) => live.startedShift).length
  return TEXT.groupHead(name, own.length, rate, TEXT.coverage(working, due.length))
}

interface EmptyProps {
  readonly people: LivePeople
  readonly how: Parameters<typeof Head>[0]['how']
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** Why nobody shows, and when the next come (spec 4 §4.4.1). */
function Empty({ people, how, isFiltered, onClear }: EmptyProps) {
  const next = useOfAll(
    people,
    (all) => {
      const starts = all
        .filter((person) => isOfScope(person, how.scope, how.viewer))
        .flatMap(({ live }) => live.nextShift ?? [])
        .sort()
      return { at: starts[0] ?? null, count: starts.filter((one) => one === starts[0]).length }
    },
    JSON.stringify(how),
  )
  if (isFiltered)
    return (
      <EmptyState icon={<IconUsersGroup size={28} stroke={1.5} />} title={TEXT.noMatch}>
        <Button size="xs" variant="default" onClick={onClear}>
          {TEXT.clearAll}
        </Button>
      </EmptyState>
    )
  const title = [
    TEXT.empty(TEXT.inScope[how.scope]),
    next.at === null ? null : TEXT.next(NEXT.format(Date.parse(next.at)), next.count),
  ]
    .filter(Boolean)
    .join(' ')
  return <EmptyState icon={<IconUsersGroup size={28} stroke={1.5} />} title={title} />
}

const NEXT = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON })
