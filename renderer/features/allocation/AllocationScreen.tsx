import './mantine-styles.ts'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCalendarEvent,
  IconChartBar,
  IconChevronLeft,
  IconChevronRight,
  IconTable,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type AllocationBoard,
  type AllocationProposal,
  allocationBoard,
  proposeAllocations,
} from '#shared/contract/allocation.ts'
import type { Stroke } from '#shared/domain/allocation.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, sameTimeAfter } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import {
  Board,
  type BoardActions,
  type BoardWords,
  dayOf,
  type Line,
  momentAt,
  NeedTable,
  needOf,
  PersonPlanList,
  type Plan,
  planStyles,
  type Range,
  rangeOf,
  type Shift,
  type ShiftValues,
  stepped,
  usePlanNews,
  valuesOf,
} from '../planner/index.ts'
import styles from './Allocation.module.css'
import { BlockForm } from './BlockForm.tsx'
import { ProposalBar, PublishDialog, unpublishedOf } from './Dialogs.tsx'
import { againstOf, copied, peopleShown, planOf, projectLines, strokeOf } from './model.ts'
import { ProjectPanel } from './ProjectPanel.tsx'
import { TEXT } from './text.ts'
import { useAllocating } from './use-allocating.ts'

const KEY = 'allocation'
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const LONG = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
/** Whose changes are read. */
const NEWS = ['SHIFT', 'ALLOCATION'] as const
const HOUR_MS = 3_600_000
const WORDS: BoardWords = { total: TEXT.total, states: TEXT.states, toCancel: TEXT.toCancel }
const SCALES = ['day', 'week'] as const

/** What the address says: which time, who, and which project one draws with. */
function useAddress(today: string) {
  const [address, setAddress] = useSearchParams()
  const day = address.get('day') ?? ''
  const number = (name: string) => {
    const value = Number(address.get(name) ?? '')
    return Number.isInteger(value) && value > 0 ? value : null
  }
  return {
    scale: SCALES.find((one) => one === address.get('scale')) ?? 'day',
    day: /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today,
    projectID: number('project'),
    personID: number('person'),
    search: address.get('search') ?? '',
    set: (name: string, value: string | null) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}
type Address = ReturnType<typeof useAddress>

const CopyDialog = lazyCode(async () => (await import('./CopyDialog.tsx')).CopyDialog)

const daysIn = ({ from, to }: Range) => Math.round((to - from) / (24 * HOUR_MS))
const keyOf = (range: Range) => [KEY, dayOf(range.from), daysIn(range)] as const

/** Resource › Power resourcing › Allocation: who works on what (spec 4 §4.5.2). */
export function AllocationScreen() {
  const { api, now } = useServices()
  const address = useAddress(dayOf(now()))
  const { scale, day } = address
  const range = useMemo(() => rangeOf(scale, day), [scale, day])
  const key = useMemo(() => keyOf(range), [range])
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.call(allocationBoard, { day: dayOf(range.from), days: daysIn(range) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  const allocating = useAllocating(key)
  usePlanNews(key, NEWS, allocating.isBusy)
  const board = query.data
  return (
    <section className={planStyles.page} aria-label={TEXT.title}>
      {query.error && !board ? (
        <LoadFailure
          icon={<IconCalendarEvent size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : board ? (
        <Loaded {...{ board, range, address, allocating }} isOld={query.isPlaceholderData} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={planStyles.bones}>
          {Array.from({ length: 12 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Skeleton key={at} width="100%" height={36} />
          ))}
        </div>
      )}
    </section>
  )
}

type Open =
  | { readonly is: 'form'; readonly block: Shift | null; readonly values: ShiftValues }
  | { readonly is: 'copy' }
  | { readonly is: 'publish' }

interface LoadedProps {
  readonly board: AllocationBoard
  readonly range: Range
  readonly address: Address
  readonly allocating: ReturnType<typeof useAllocating>
  /** Still the time that showed before. */
  readonly isOld: boolean
}

const strokeFor = ({ userID, projectID, start, end }: ShiftValues): Stroke => ({
  ...{ userID, projectID, start, end },
})
const cleared = ({ userID, start, end }: Shift): Stroke => ({ userID, start, end, projectID: null })

function Loaded({ board, range, address, allocating, isOld }: LoadedProps) {
  const { api, now } = useServices()
  const client = useQueryClient()
  const permissions = useSession((session) => session.permissions)
  const mayAssign = permissions.can('IRESOURCE_CAN_ASSIGN') && permissions.can('IRESOURCE_CAN_SEE_ALLOCATION')
  const mayPropose = permissions.can('IRESOURCE_CAN_USE_ALLOCATOR')
  const isPhone = useViewport() === 'mobile'
  const [open, setOpen] = useState<Open | null>(null)
  const [hasTable, setTable] = useState(false)
  const [proposal, setProposal] = useState<AllocationProposal | null>(null)
  const [isWorking, setWorking] = useState<'propose' | 'copy' | null>(null)
  const { scale, projectID } = address
  const search = useDeferredValue(address.search)
  const strokes = useMemo(() => proposal?.proposal.map(strokeOf) ?? [], [proposal])
  const before = useRef<Plan>(undefined)
  const plan = useMemo(() => {
    before.current = planOf(board, now(), strokes, before.current)
    return before.current
  }, [board, now, strokes])
  // Whoever is placed stays where they are until another time or search shows.
  const order = useRef<{ key: string; ids: number[] }>({ key: '', ids: [] })
  const orderKey = `${range.from} ${range.to} ${search} ${isOld} ${board.people.map(({ userID }) => userID).join()}`
  if (order.current.key !== orderKey) order.current = { key: orderKey, ids: peopleShown(board, search) }
  const people = order.current.ids
  const lines = useMemo(() => people.map((id): Line => ({ kind: 'person', id })), [people])
  const need = useMemo(() => needOf(plan, range, projectID), [plan, range, projectID])
  const projects = useMemo(() => projectLines(board, range, now()), [board, range, now])
  const brush = board.projects.find(({ id }) => id === projectID)
  const mayEdit = mayAssign && proposal === null
  const waiting = unpublishedOf(board)
  const { save, say } = allocating

  const fresh = (userID: number): ShiftValues => ({
    ...{ userID, start: 0, end: 0, note: '', breakMinutes: 0, projectID, areaID: null, location: 'OFFICE' },
  })
  /** Does it where nothing is against it, else says what is. */
  const drop = (block: Shift | null, values: ShiftValues) => {
    if (block && JSON.stringify(valuesOf(block)) === JSON.stringify(values)) return
    if (values.projectID === null) return setOpen({ is: 'form', block: null, values })
    const [first] = againstOf(board, strokeFor(values), now())
    if (first !== undefined) return say(first)
    void save(
      [...(block ? [cleared(block)] : []), strokeFor(values)],
      block ? TEXT.done.change : TEXT.done.add,
    )
  }
  const remove = (block: Shift) => void save([cleared(block)], TEXT.done.remove)
  const actions: BoardActions = {
    ...{ drop, fresh, say, remove },
    check: (values) => againstOf(board, strokeFor(values), now()).map((text) => ({ blocks: true, text })),
    open: (block) => {
      if (block.state !== 'OFFERED') setOpen({ is: 'form', block, values: valuesOf(block) })
    },
    begin: (userID, day) => {
      const values = { ...fresh(userID), ...freeOf(board, userID, day) }
      // With a project in hand a click fills the shift.
      if (values.projectID !== null) drop(null, values)
      else setOpen({ is: 'form', block: null, values })
    },
  }
  const undo = () => void allocating.undo()
  const undoing = useRef(undo)
  undoing.current = undo
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : null
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return
      if (target?.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      undoing.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  const propose = async () => {
    setWorking('propose')
    try {
      setProposal(
        await api.call(
          proposeAllocations,
          { range: { from: dayOf(range.from), to: dayOf(range.to) } },
          { quiet: true },
        ),
      )
    } catch (error) {
      allocating.fail(error)
    }
    setWorking(null)
  }
  const apply = () => {
    setProposal(null)
    void save(strokes, TEXT.applied)
  }
  const copy = async (days: number) => {
    setOpen(null)
    setWorking('copy')
    const next = { from: londonDayAfter(range.from, days), to: londonDayAfter(range.to, days) }
    try {
      const there = await api.call(
        allocationBoard,
        { day: dayOf(next.from), days: daysIn(next) },
        { quiet: true },
      )
      allocating.see(there.allocations)
      const made = copied(board, there, (at) => sameTimeAfter(at, days), now())
      if (await save(made.strokes, TEXT.copied(made.strokes.length, made.left))) {
        say(TEXT.copied(made.strokes.length, made.left))
        await client.invalidateQueries({ queryKey: keyOf(next) })
      }
    } catch (error) {
      allocating.fail(error)
    }
    setWorking(null)
  }
  const close = () => setOpen(null)
  return (
    <>
      <header className={planStyles.bar}>
        <h2>{TEXT.title}</h2>
        <Steps {...{ address, range }} />
        <span className={planStyles.grow} />
        <FilterBox
          className={planStyles.search ?? ''}
          label={TEXT.search}
          initial={address.search}
          onTerm={(term) => address.set('search', term)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={hasTable ? TEXT.asChart : TEXT.asTable}
          title={hasTable ? TEXT.asChart : TEXT.asTable}
          aria-pressed={hasTable}
          onClick={() => setTable(!hasTable)}
        >
          {hasTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
        </ActionIcon>
        {mayPropose ? (
          <Button
            size="xs"
            variant="default"
            loading={isWorking === 'propose'}
            disabled={proposal !== null}
            onClick={() => void propose()}
          >
            {TEXT.propose}
          </Button>
        ) : null}
        {mayAssign ? (
          <>
            <Button
              size="xs"
              variant="default"
              loading={isWorking === 'copy'}
              disabled={proposal !== null}
              onClick={() => setOpen({ is: 'copy' })}
            >
              {TEXT.copy(scale)}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={TEXT.undo}
              title={`${TEXT.undo} (Ctrl+Z)`}
              onClick={undo}
            >
              <IconArrowBackUp size={18} />
            </ActionIcon>
            <Button
              size="xs"
              variant={waiting.length > 0 ? 'filled' : 'default'}
              onClick={() => setOpen({ is: 'publish' })}
            >
              {TEXT.publish(waiting.length)}
            </Button>
          </>
        ) : null}
      </header>
      {allocating.problem === null ? null : <Problem>{allocating.problem}</Problem>}
      <div className={styles.body}>
        <ProjectPanel
          lines={projects}
          chosen={projectID}
          onChoose={(id) => address.set('project', id === null ? null : String(id))}
        />
        <div className={styles.main}>
          {proposal ? (
            <ProposalBar
              {...{ board, proposal }}
              mayApply={mayAssign}
              onApply={apply}
              onDiscard={() => setProposal(null)}
            />
          ) : null}
          <div className={planStyles.content} data-old={isOld || undefined}>
            {hasTable ? (
              <NeedTable need={need} dayText={(at) => DAY.format(at)} />
            ) : people.length === 0 ? (
              <EmptyState
                icon={<IconCalendarEvent size={28} stroke={1.5} />}
                title={search === '' ? TEXT.nobody : TEXT.noMatch}
              >
                {search === '' ? null : (
                  <Button size="xs" variant="default" onClick={() => address.set('search', null)}>
                    {TEXT.clearAll}
                  </Button>
                )}
              </EmptyState>
            ) : isPhone ? (
              <PersonPlanList
                {...{ plan, range, people, actions, mayEdit }}
                chosen={address.personID}
                onChoose={(id) => address.set('person', String(id))}
              />
            ) : (
              <Board {...{ plan, range, scale, lines, need, actions, mayEdit }} words={WORDS} />
            )}
          </div>
        </div>
      </div>
      <div className={planStyles.foot}>
        <span role="status" className={planStyles.said}>
          {allocating.said?.text ?? (mayEdit ? (brush ? TEXT.brush(brush.name) : TEXT.choose) : '')}
        </span>
        {allocating.said?.canUndo ? (
          <Button size="compact-xs" variant="subtle" onClick={undo}>
            {TEXT.undo}
          </Button>
        ) : null}
        <span className={planStyles.grow} />
        {mayEdit && !isPhone ? <small className={planStyles.help}>{TEXT.help}</small> : null}
      </div>
      {open?.is === 'form' ? (
        <BlockForm
          {...{ board }}
          block={open.block}
          initial={open.values}
          now={now()}
          mayEdit={mayEdit}
          onClose={close}
          onSave={(values) => {
            close()
            drop(open.block, values)
          }}
          onSplit={(part) => {
            close()
            const [first] = againstOf(board, part, now())
            if (first === undefined) void save([part], TEXT.done.change)
            else say(first)
          }}
          onDelete={() => {
            close()
            if (open.block) remove(open.block)
          }}
        />
      ) : open?.is === 'copy' ? (
        <Suspense>
          <CopyDialog {...{ scale, range }} now={now()} onCopy={(days) => void copy(days)} onClose={close} />
        </Suspense>
      ) : open?.is === 'publish' ? (
        <PublishDialog
          {...{ board, range }}
          onClose={close}
          onDone={(said) => {
            close()
            say(said)
            void client.invalidateQueries({ queryKey: [KEY] })
          }}
        />
      ) : null}
    </>
  )
}

/** The first free part of somebody's shift on a day; 9 to 17 where they have none. */
function freeOf(board: AllocationBoard, userID: number, day: string) {
  const noon = Date.parse(`${day}T12:00Z`)
  const from = londonDayAfter(noon, 0)
  const to = londonDayAfter(noon, 1)
  const span = (one: { start: string; end: string }) => ({
    start: Date.parse(one.start),
    end: Date.parse(one.end),
  })
  const shift = board.shifts
    .filter((one) => one.userID === userID)
    .map(span)
    .find(({ start }) => start >= from && start < to)
  if (!shift) return { start: momentAt(noon, 9 * 60), end: momentAt(noon, 17 * 60) }
  let at = shift.start
  for (const one of board.allocations
    .filter((row) => row.userID === userID && !row.isRemoved)
    .map(span)
    .toSorted((a, b) => a.start - b.start)) {
    if (one.end <= at || one.start >= shift.end) continue
    if (one.start > at) return { start: at, end: one.start }
    at = one.end
  }
  return at < shift.end ? { start: at, end: shift.end } : shift
}

function Steps({ address, range }: { readonly address: Address; readonly range: Range }) {
  const { now } = useServices()
  const { scale, day, set } = address
  return (
    <>
      <div className={planStyles.steps}>
        <ActionIcon
          variant="default"
          aria-label={TEXT.before}
          onClick={() => set('day', stepped(scale, day, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Button size="compact-sm" variant="default" onClick={() => set('day', dayOf(now()))}>
          {TEXT.today}
        </Button>
        <ActionIcon
          variant="default"
          aria-label={TEXT.after}
          onClick={() => set('day', stepped(scale, day, 1))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </div>
      <strong className={planStyles.when}>
        {scale === 'day'
          ? DAY.format(range.from)
          : `${DAY.format(range.from)} – ${LONG.format(londonDayAfter(range.to, -1))}`}
      </strong>
      <NativeSelect
        size="xs"
        aria-label={TEXT.scale}
        title={TEXT.scale}
        value={scale}
        data={SCALES.map((one) => ({ value: one, label: TEXT.scales[one] }))}
        onChange={(event) =>
          set('scale', event.currentTarget.value === 'day' ? null : event.currentTarget.value)
        }
      />
    </>
  )
}
