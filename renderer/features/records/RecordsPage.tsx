import './mantine-styles.ts'
import { Button, Menu } from '@mantine/core'
import { IconDatabaseOff, IconDownload, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { newExport } from '#shared/contract/exports.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import { COUNTED_MAX, RECORD_PAGE_SIZES, rowsShown } from '#shared/domain/records.ts'
import type { Column, ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { NewsFeed } from '../../services/hubs/news-feed.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Pager } from '../../ui/grid/Pager.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import type { OpenRecord } from './address.ts'
import { Cards } from './Cards.tsx'
import { Columns } from './Columns.tsx'
import { Filters } from './Filters.tsx'
import { Grid, type GridProps } from './Grid.tsx'
import { GroupBy } from './GroupBy.tsx'
import { groupsOf, useClosedGroups } from './groups.ts'
import type { BulkAction, ListedPage, RecordsKind } from './kind.ts'
import { LateLine } from './LateLine.tsx'
import styles from './Records.module.css'
import type { RowMenuAt } from './RowMenu.tsx'
import { TEXT } from './text.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useMayChange } from './use-may-change.ts'
import { type RecordsView, useRecordsView } from './use-records-view.ts'
import { useSelection } from './use-selection.ts'
import { Views } from './Views.tsx'

export { Columns, Filters, Views }

const PreparedExport = lazyCode(async () => (await import('./PreparedExport.tsx')).PreparedExport)
const BulkBar = lazyCode(async () => (await import('./BulkBar.tsx')).BulkBar)
const RowMenu = lazyCode(async () => (await import('./RowMenu.tsx')).RowMenu)
const Panel = lazyCode(async () => (await import('./Panel.tsx')).Panel)

/** Rows that are read at once where all are wanted. */
const READ_AT_ONCE = 500

const listKey = (kind: RecordsKind) => ['records', kind.record.name] as const

function requestOf({ shown, address }: RecordsView) {
  return {
    page: address.page,
    pageSize: shown.pageSize,
    group: shown.group,
    sort: [...shown.sort],
    filters: shown.filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    searchTerm: address.search,
  }
}

/** The columns of the record that the viewer has: by their permissions until the server has said which. */
function useColumns(kind: RecordsKind, listed: ListedPage | undefined) {
  const { columns } = kind.record
  const permissions = useSession((session) => session.permissions)
  const key = listed?.columns.join(',')
  return useMemo(() => {
    const known = key?.split(',')
    const mayHave = ({ permission }: Column) => permission === undefined || allows(permissions, permission)
    const all = Object.entries(columns) as [string, Column | undefined][]
    return Object.fromEntries(
      all.filter(([field, column]) => (known ? known.includes(field) : column && mayHave(column))),
    )
  }, [columns, key, permissions])
}

const onOnline = (listener: () => void) => onlineManager.subscribe(listener)
const isNotOnline = () => !onlineManager.isOnline()

interface RecordsPageProps {
  readonly kind: RecordsKind
  /** Where records of the kind change; with it the page shows what others do. */
  readonly news?: NewsFeed<number>
}

/**
 * A page of records (spec 4 §1): rows that the server sorts, filters, searches and pages, views, a panel for one
 * record, what is done to many, and files of all that match.
 */
export function RecordsPage({ kind, news }: RecordsPageProps) {
  const { api, prompts, notices } = useServices()
  const client = useQueryClient()
  const mayChange = useMayChange(kind)
  const [known, setKnown] = useState<ListedPage>()
  const columns = useColumns(kind, known)
  const view = useRecordsView(kind.record.page, columns)
  const { address, shown, change } = view
  const groups = useClosedGroups(view)
  /** Of all that match, whichever groups are closed. */
  const whole = requestOf(view)
  const request = groups.closed.length === 0 ? whole : { ...whole, closed: [...groups.closed] }
  const queryKey = [...listKey(kind), request]
  const query = useQuery({
    queryKey,
    queryFn: () => kind.list(api, request),
    placeholderData: keepPreviousData,
    enabled: view.isReady,
  })
  const { data } = query
  const isOffline = useSyncExternalStore(onOnline, isNotOnline)
  useEffect(() => {
    if (data) setKnown(data)
  }, [data])
  const rows = data?.rows ?? []
  const total = data?.total ?? 0
  /** How many of them aren't in closed groups: what pages are made of. */
  const open = data?.open ?? total
  const isMore = data?.open === undefined ? data?.isMore === true : open > COUNTED_MAX
  const selection = useSelection(rows, JSON.stringify([shown.filters, address.search]))
  /** Forgets what was typed into the open form; null where nothing would be lost. */
  const forget = useRef<(() => void) | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const isPhone = useViewport() === 'mobile'
  const content = useRef<HTMLDivElement>(null)
  const live = useLiveRows({
    news,
    queryKey,
    read: () => kind.list(api, request),
    content,
    onNews: (id) => {
      // What is being typed isn't changed underneath; a save on an older version is told.
      if (typeof address.open !== 'number' || (id !== null && id !== address.open) || forget.current) return
      void client.invalidateQueries({ queryKey: ['record', kind.record.name, address.open] })
    },
  })

  /** Whether what was typed may go. */
  const mayLeave = useCallback(
    async () =>
      forget.current === null ||
      (await prompts.ask({
        title: TEXT.discardTitle,
        text: '',
        yes: TEXT.discard,
        no: TEXT.keepEditing,
      })),
    [prompts],
  )
  /** The record that was closed, whose row has the focus then. */
  const left = useRef<OpenRecord>(null)
  /** Opens a record, on another page of the list where that is named; null closes it, be it a page of its own. */
  const openRecord = async (open: number | 'new' | null, page = address.page) => {
    if (open === address.open || !(await mayLeave())) return
    forget.current?.()
    change({ open, page, ...(typeof open !== 'number' && { isWhole: false }) })
    if (open === null) left.current = address.open
  }
  useEffect(() => {
    // Once its row shows again: a record's own page covered it.
    if (address.open !== null) return
    if (typeof left.current === 'number') focusRow(root.current, left.current)
    left.current = null
  }, [address.open])
  const place = rows.findIndex(({ id }) => id === address.open)
  const lastPage = Math.ceil(open / shown.pageSize)
  const step = async (by: 1 | -1) => {
    const beside = rows[place + by]
    const page = address.page + by
    if (place >= 0 && beside) return openRecord(beside.id)
    if (place < 0 || page < 1 || page > lastPage) return
    const other = { ...request, page }
    try {
      const part = await client.fetchQuery({
        queryKey: [...listKey(kind), other],
        queryFn: () => kind.list(api, other),
      })
      const row = part.rows.at(by === 1 ? 0 : -1)
      if (row) await openRecord(row.id, page)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  const reload = () => client.invalidateQueries({ queryKey: listKey(kind) })
  const saved = (record: ListedRow, isTold = false) => {
    client.setQueryData(['record', kind.record.name, record.id], record)
    if (!isTold) notices.show('success', TEXT.saved)
    if (address.open === 'new') change({ open: record.id })
    void reload()
  }
  const gone = () => {
    forget.current = null
    change({ open: null, isWhole: false })
    void reload()
  }
  const readAll = async () => {
    const all: ListedRow[] = []
    for (let page = 1; all.length < total; page++) {
      const part = await kind.list(api, { ...whole, page, pageSize: READ_AT_ONCE })
      if (part.rows.length === 0) break
      all.push(...part.rows)
    }
    return all
  }
  const [prepared, setPrepared] = useState<Blob | null>(null)
  const exportRows = async (type: 'Excel' | 'CSV') => {
    const { sort, filters, searchTerm, group } = whole
    try {
      const file = await api.call(
        newExport,
        { page: kind.record.page, sort, filters, searchTerm, group, columns: [...shown.columns], type },
        { quiet: true },
      )
      // So many rows are prepared while one goes on working.
      if (file.blob.type.startsWith('application/json')) setPrepared(file.blob)
      else saveFile(file)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }

  useRecordKeys({
    // Not where a record has the page to itself.
    ...(!address.isWhole && {
      '/': () => root.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
      n: () => void (mayChange && openRecord('new')),
      e: () => void exportRows('Excel'),
      'Ctrl+a': () => selection.isWhole || selection.togglePage(),
    }),
    // A click leaves the focus on its row.
    ...(address.open !== null && {
      escape: () => void openRecord(null),
      'Alt+arrowup': () => void step(-1),
      'Alt+arrowdown': () => void step(1),
    }),
  })
  const [menu, setMenu] = useState<RowMenuAt | null>(null)
  /** From the first row that is chosen, or whose menu is opened: what is done then goes on and is told there. */
  const [hasBulk, setHasBulk] = useState(false)
  if (!hasBulk && (menu !== null || selection.chosen.size > 0)) setHasBulk(true)
  const menuRow = rows.find(({ id }) => id === menu?.id)
  const act = useRef<((action: BulkAction, row: ListedRow) => void) | null>(null)
  const grid: GridProps = {
    words: kind.record.words,
    columns,
    fields: shown.columns,
    widths: shown.widths,
    onWidths: view.setWidths,
    rows,
    groups: groupsOf(data, columns[shown.group ?? ''], groups),
    total,
    totals: data?.totals ?? {},
    before: (address.page - 1) * shown.pageSize,
    sort: shown.sort,
    onSort: (sort) => change({ sort }),
    selection,
    ...(kind.Lead && { Lead: kind.Lead }),
    marked: live.marked,
    openID: typeof address.open === 'number' ? address.open : null,
    onOpen: (id) => void openRecord(id),
    onMenu: (id, x, y) => setMenu({ id, x, y }),
  }
  return (
    <div
      ref={root}
      className={styles.page}
      data-open={address.open !== null || undefined}
      data-whole={address.isWhole || undefined}
    >
      <div className={styles.main}>
        <header className={styles.top}>
          <h1>{kind.title}</h1>
          {kind.Tools ? <kind.Tools filters={request.filters} searchTerm={address.search} /> : null}
          <Menu position="bottom-end" shadow="md" withinPortal>
            <Menu.Target>
              <Button
                size="sm"
                variant="default"
                leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
              >
                {TEXT.exportRows}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => void exportRows('Excel')}>{TEXT.exportExcel}</Menu.Item>
              <Menu.Item onClick={() => void exportRows('CSV')}>{TEXT.exportCSV}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {mayChange ? (
            <Button
              size="sm"
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              onClick={() => void openRecord('new')}
            >
              {TEXT.add(kind.record.words.one)}
            </Button>
          ) : null}
        </header>
        {kind.Above ? <kind.Above /> : null}
        <div className={styles.bar}>
          <FilterBox
            className={styles.search ?? ''}
            label={TEXT.search(kind.record.words.many)}
            initial={address.search}
            onTerm={(search) => change({ search })}
          />
          <Views page={kind.record.page} view={view} />
          <span className={styles.grow} />
          <GroupBy columns={columns} group={shown.group} onGroup={view.setGroup} />
          <Columns
            columns={columns}
            shown={shown.columns}
            onChange={(next) => change({ columns: next })}
            onReset={() => {
              view.setWidths({})
              change({ columns: null })
            }}
          />
        </div>
        <Filters
          page={kind.record.page}
          columns={columns}
          filters={shown.filters}
          onChange={(filters) => change({ filters })}
        />
        {address.isBroken ? (
          <p className={styles.told} role="status">
            {TEXT.linkUnusable}
          </p>
        ) : null}
        {!address.isBroken && view.isNarrowed ? (
          <p className={styles.told} role="status">
            {TEXT.viewNarrowed}
          </p>
        ) : null}
        {prepared === null ? null : (
          <Suspense>
            <PreparedExport answer={prepared} onClose={() => setPrepared(null)} />
          </Suspense>
        )}
        {data && (isOffline || query.isRefetchError) ? (
          <p className={styles.told} role="status">
            {TEXT.asOf(momentText(data.asOf))}
          </p>
        ) : null}
        <LateLine kind={kind} />
        {live.waiting > 0 ? (
          <p className={styles.told} role="status">
            {TEXT.changes(live.waiting)}{' '}
            <Button size="compact-xs" variant="default" onClick={live.applyNow}>
              {TEXT.applyChanges}
            </Button>
          </p>
        ) : null}
        <div ref={content} className={styles.content} aria-busy={query.isPlaceholderData}>
          <Content kind={kind} view={view} query={query} isPhone={isPhone} grid={grid} />
        </div>
        <Suspense>
          {hasBulk ? (
            <BulkBar
              kind={kind}
              selection={selection}
              total={total}
              readAll={readAll}
              onDone={() => void reload()}
              act={act}
            />
          ) : null}
          {menu && menuRow ? (
            <Suspense>
              <RowMenu
                key={`${menu.id} ${menu.x} ${menu.y}`}
                {...{ kind, selection }}
                row={menuRow}
                at={menu}
                onOpen={() => void openRecord(menuRow.id)}
                onAct={(action) => act.current?.(action, menuRow)}
                onClose={() => setMenu(null)}
              />
            </Suspense>
          ) : null}
        </Suspense>
        <footer className={styles.foot}>
          <span role="status">
            {data ? rowsShown(address.page, shown.pageSize, rows.length, open, isMore) : ''}
            {total > open ? TEXT.inClosed(total - open) : ''}
          </span>
          <Pager
            label={TEXT.pages}
            hidesRange
            total={open}
            page={address.page}
            pageSize={shown.pageSize}
            onPage={(page) => change({ page })}
            onPageSize={(pageSize) =>
              change({ pageSize: RECORD_PAGE_SIZES.find((one) => one === pageSize) ?? null })
            }
          />
        </footer>
      </div>
      {address.open === null ? null : (
        <Suspense>
          <Panel
            kind={kind}
            open={address.open}
            onClose={() => void openRecord(null)}
            onStep={(by) => void step(by)}
            beside={{
              previous: place > 0 || (place === 0 && address.page > 1),
              next: place >= 0 && (place < rows.length - 1 || address.page < lastPage),
            }}
            isWhole={address.isWhole}
            onWhole={() => change({ isWhole: true })}
            onSaved={saved}
            onGone={gone}
            onChanged={(next) => {
              forget.current = next
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Keys of the page while nobody types and nothing lies over it (spec 4 §1.9). */
function useRecordKeys(keys: Readonly<Record<string, (() => unknown) | undefined>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      const isElsewhere = target?.closest(
        'input:not([type=checkbox]), textarea, select, form, aside, [role=dialog], [role=menu]',
      )
      const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : event.altKey ? 'Alt+' : ''
      const run = latest.current[held + event.key.toLowerCase()]
      if (isElsewhere || !run || event.defaultPrevented) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function focusRow(root: HTMLElement | null, id: number): void {
  // Once the panel is gone, and what held the focus with it.
  requestAnimationFrame(() => {
    const row = root?.querySelector<HTMLElement>(`[data-row="${id}"]`)
    const cell = row?.querySelector<HTMLElement>('[tabindex="0"]') ?? row?.children[1] ?? row
    if (cell instanceof HTMLElement) cell.focus()
  })
}

interface ContentProps {
  readonly kind: RecordsKind
  readonly view: RecordsView
  readonly query: {
    readonly data: ListedPage | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly isPhone: boolean
  readonly grid: GridProps
}

/** The rows, or why there are none (spec 4 §1.7). */
function Content({ kind, view, query: { data, error, refetch }, isPhone, grid }: ContentProps) {
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        {[92, 78, 86, 70, 90, 82].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={18} />
        ))}
      </div>
    )
  if (data.rows.length > 0 || grid.groups?.groups.length)
    return isPhone ? <Cards {...grid} /> : <Grid {...grid} />
  const isHidden = view.shown.filters.length > 0 || view.address.search !== ''
  return (
    <EmptyState
      icon={<IconDatabaseOff size={28} stroke={1.5} />}
      title={isHidden ? TEXT.noMatch : kind.record.words.none}
    >
      {isHidden ? (
        <Button size="xs" variant="default" onClick={() => view.change({ filters: [], search: '' })}>
          {TEXT.clearAll}
        </Button>
      ) : null}
    </EmptyState>
  )
}
