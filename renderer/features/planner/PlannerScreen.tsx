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
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { plannerWeek } from '#shared/contract/planner.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter } from '#shared/domain/london-time.ts'
import type { HoursCheck } from '#shared/domain/working-hours.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FilterBox } from '../../ui/grid/FilterBox.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { Board } from './Board.tsx'
import { momentAt } from './board-ghost.ts'
import { Lookers, PhoneLookers } from './Lookers.tsx'
import {
  checksOf,
  dayOf,
  linesOf,
  needOf,
  type Plan,
  planOf,
  type Range,
  rangeOf,
  SCALES,
  type Scale,
  type Shift,
  type ShiftValues,
  type Shown,
  shiftsIn,
  stepped,
  valuesOf,
} from './model.ts'
import { NeedTable } from './Need.tsx'
import { PersonPlanList } from './PersonPlanList.tsx'
import styles from './Planner.module.css'
import { PublishDialog, unpublishedOf } from './PublishDialog.tsx'
import { ShiftForm } from './ShiftForm.tsx'
import { TEXT } from './text.ts'
import type { BoardActions } from './use-board-keys.ts'
import { useEditing } from './use-editing.ts'
import { usePlanLookers } from './use-plan-lookers.ts'
import { usePlanNews } from './use-plan-news.ts'
import { WhyDialog } from './WhyDialog.tsx'

const KEY = 'planner'
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const MONTH = dateFormat({ month: 'long', year: 'numeric', timeZone: LONDON })
const LONG = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
/** A new shift's hours where nothing else is known: 9:00 to 17:00, in minutes of the day. */
const USUAL = { from: 9 * 60, to: 17 * 60, breakMinutes: 30 } as const
/** Whose changes are read. */
const NEWS = ['SHIFT'] as const

function rangeText(scale: Scale, { from, to }: Range): string {
  if (scale === 'day') return `${DAY.format(from)}`
  if (scale === 'month') return MONTH.format(from)
  return `${DAY.format(from)} – ${LONG.format(londonDayAfter(to, -1))}`
}

/** What the address says: which time, and who shows how. */
function useAddress(today: string) {
  const [address, setAddress] = useSearchParams()
  const one = <T extends string>(name: string, known: readonly T[], usual: T): T => {
    const value = address.get(name)
    return known.find((each) => each === value) ?? usual
  }
  const day = address.get('day') ?? ''
  const number = (name: string) => {
    const value = Number(address.get(name) ?? '')
    return Number.isInteger(value) && value > 0 ? value : null
  }
  return {
    scale: one('scale', SCALES, 'week'),
    day: /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : today,
    projectID: number('project'),
    personID: number('person'),
    shown: {
      search: address.get('search') ?? '',
      group: one('group', ['none', 'area', 'project', 'contract', 'manager'] as const, 'area'),
      sort: one('sort', ['name', 'hours', 'first'] as const, 'name'),
      filter: one('show', ['all', 'free', 'short', 'over'] as const, 'all'),
      skillID: number('skill'),
    } satisfies Shown,
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
    clear: () =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const name of ['search', 'show', 'skill']) next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}

/** Resource › Planner: who works when (spec 4 §4.5.5). */
export function PlannerScreen() {
  const { api, now } = useServices()
  const address = useAddress(dayOf(now()))
  const { scale, day } = address
  const range = useMemo(() => rangeOf(scale, day), [scale, day])
  const key = useMemo(() => [KEY, dayOf(range.from), dayOf(range.to)], [range])
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.call(plannerWeek, { from: dayOf(range.from), to: dayOf(range.to) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    structuralSharing: false,
  })
  const before = useRef<Plan>(undefined)
  const { data } = query
  const plan = useMemo(() => {
    if (!data) return undefined
    before.current = planOf(data, now(), before.current)
    return before.current
  }, [data, now])
  const editing = useEditing(key)
  usePlanNews(key, NEWS, editing.isBusy)
  return (
    <section className={styles.page} aria-label={TEXT.title}>
      {query.error && !plan ? (
        <LoadFailure
          icon={<IconCalendarEvent size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : plan ? (
        <Loaded
          plan={plan}
          range={range}
          address={address}
          editing={editing}
          isOld={query.isPlaceholderData}
        />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {Array.from({ length: 12 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Skeleton key={at} width="100%" height={36} />
          ))}
        </div>
      )}
    </section>
  )
}

interface LoadedProps {
  readonly plan: Plan
  readonly range: Range
  readonly address: ReturnType<typeof useAddress>
  readonly editing: ReturnType<typeof useEditing>
  /** Still the time that showed before. */
  readonly isOld: boolean
}

type Open =
  | { readonly is: 'form'; readonly shift: Shift | null; readonly values: ShiftValues }
  | { readonly is: 'why'; readonly checks: readonly HoursCheck[]; readonly go: (reason: string) => void }
  | { readonly is: 'publish' }

function Loaded({ plan, range, address, editing, isOld }: LoadedProps) {
  const permissions = useSession((session) => session.permissions)
  const mayEdit = permissions.can('IRESOURCE_CAN_ASSIGN')
  const maySplit = mayEdit && permissions.can('IRESOURCE_CAN_SPLIT_SHIFT')
  const isPhone = useViewport() === 'mobile'
  const { lookers, choose } = usePlanLookers()
  const [open, setOpen] = useState<Open | null>(null)
  const [hasTable, setTable] = useState(false)
  const [goal, setGoal] = useState<{ readonly day: string } | null>(null)
  const [isFilling, setFilling] = useState(false)
  const lastReason = useRef('')
  const { scale, shown, projectID } = address
  const { group, sort, filter, skillID } = shown
  const deferred = useDeferredValue(shown.search)
  const lines = useMemo(
    () => linesOf(plan, range, { search: deferred, group, sort, filter, skillID }),
    [plan, range, deferred, group, sort, filter, skillID],
  )
  const need = useMemo(() => needOf(plan, range, projectID), [plan, range, projectID])
  const people = lines.flatMap((line) => (line.kind === 'person' ? [line.id] : []))
  const waiting = unpublishedOf(plan, people, range)
  const skills = new Map(plan.week.projects.flatMap((one) => one.skills.map(({ id, name }) => [id, name])))

  const fresh = (userID: number): ShiftValues => {
    const own = plan.people.get(userID)
    const like = own?.shifts.findLast(({ isCancelled }) => !isCancelled)
    return {
      ...{ userID, start: 0, end: 0, note: '', breakMinutes: like?.breakMinutes ?? USUAL.breakMinutes },
      ...{ projectID: projectID ?? like?.projectID ?? null, location: like?.location ?? 'OFFICE' },
      areaID: own?.person.areaID ?? null,
    }
  }
  /** Does it where nothing is against it, asks why where something warns, and says what blocks. */
  const drop = (shift: Shift | null, values: ShiftValues) => {
    if (shift && JSON.stringify(valuesOf(shift)) === JSON.stringify(values)) return
    const checks = checksOf(plan, values, shift?.id ?? null)
    const blocking = checks.find(({ blocks }) => blocks)
    if (blocking) return editing.say(blocking.text)
    const go = (reason?: string) =>
      void (shift ? editing.change(shift, values, reason) : editing.create(values, reason))
    if (checks.length === 0) return go()
    setOpen({ is: 'why', checks, go })
  }
  const actions: BoardActions = {
    ...{ drop, fresh, say: editing.say },
    check: (values, id) => checksOf(plan, values, id),
    open: (shift) => setOpen({ is: 'form', shift, values: valuesOf(shift) }),
    begin: (userID, day) => {
      const noon = Date.parse(`${day}T12:00Z`)
      const values = { ...fresh(userID), start: momentAt(noon, USUAL.from), end: momentAt(noon, USUAL.to) }
      setOpen({ is: 'form', shift: null, values })
    },
    remove: (shift) => void editing.remove(shift),
  }
  const undo = () => void editing.undo()
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
  const fill = async () => {
    setFilling(true)
    const said = await editing.fill(range)
    setFilling(false)
    if (said !== null) editing.say(said)
  }
  const close = () => setOpen(null)
  const hasShifts = [...plan.people.values()].some((own) => shiftsIn(own, range).length > 0)

  return (
    <>
      <Toolbar
        {...{ plan, range, address, skills }}
        actions={
          <>
            {isPhone ? null : <Lookers lookers={lookers} />}
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
            {mayEdit ? (
              <>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={TEXT.undo}
                  title={`${TEXT.undo} (Ctrl+Z)`}
                  onClick={undo}
                >
                  <IconArrowBackUp size={18} />
                </ActionIcon>
                <Button size="xs" variant="default" loading={isFilling} onClick={() => void fill()}>
                  {TEXT.fill}
                </Button>
                <Button
                  size="xs"
                  variant={waiting.length > 0 ? 'filled' : 'default'}
                  onClick={() => setOpen({ is: 'publish' })}
                >
                  {TEXT.publish(waiting.length)}
                </Button>
              </>
            ) : null}
          </>
        }
      />
      {isPhone ? (
        <PhoneLookers
          {...{ lookers, plan, people }}
          onGo={({ userID, day }) => {
            setGoal({ day })
            address.set('person', String(userID))
          }}
        />
      ) : null}
      {editing.problem === null ? null : <Problem>{editing.problem}</Problem>}
      <div className={styles.content} data-old={isOld || undefined}>
        {hasTable ? (
          <NeedTable need={need} dayText={(at) => DAY.format(at)} />
        ) : people.length === 0 ? (
          <EmptyState icon={<IconCalendarEvent size={28} stroke={1.5} />} title={TEXT.noMatch}>
            <Button size="xs" variant="default" onClick={address.clear}>
              {TEXT.clearAll}
            </Button>
          </EmptyState>
        ) : isPhone ? (
          <PersonPlanList
            {...{ plan, range, people, actions, mayEdit, lookers }}
            onLook={choose}
            goal={goal}
            chosen={address.personID}
            onChoose={(id) => {
              setGoal(null)
              address.set('person', String(id))
            }}
          />
        ) : (
          <Board {...{ plan, range, scale, lines, need, actions, mayEdit, lookers }} onChoose={choose} />
        )}
      </div>
      <div className={styles.foot}>
        <span role="status" className={styles.said}>
          {editing.said?.text ?? (hasShifts ? '' : TEXT.noShifts)}
        </span>
        {editing.said?.canUndo ? (
          <Button size="compact-xs" variant="subtle" onClick={undo}>
            {TEXT.undo}
          </Button>
        ) : null}
        <span className={styles.grow} />
        {mayEdit && !isPhone ? <small className={styles.help}>{TEXT.help}</small> : null}
      </div>
      {open?.is === 'form' ? (
        <ShiftForm
          {...{ plan, mayEdit, maySplit }}
          shift={open.shift}
          initial={open.values}
          onClose={close}
          onSave={(values) => {
            close()
            drop(open.shift, values)
          }}
          onDelete={() => {
            close()
            if (open.shift) actions.remove(open.shift)
          }}
          onSplit={(at) => {
            close()
            const { shift } = open
            if (!shift) return
            const go = (reason?: string) => void editing.split(shift, at, reason)
            // What warns of the whole warns of its parts.
            const checks = checksOf(plan, shift, shift.id).filter(({ blocks }) => !blocks)
            if (checks.length === 0) go()
            else setOpen({ is: 'why', checks, go })
          }}
        />
      ) : open?.is === 'why' ? (
        <WhyDialog
          checks={open.checks}
          initial={lastReason.current}
          onCancel={close}
          onGo={(reason) => {
            lastReason.current = reason
            close()
            open.go(reason)
          }}
        />
      ) : open?.is === 'publish' ? (
        <PublishDialog
          {...{ plan, range, people }}
          onClose={close}
          onDone={(said) => {
            close()
            editing.say(said)
          }}
        />
      ) : null}
    </>
  )
}

interface ToolbarProps {
  readonly plan: Plan
  readonly range: Range
  readonly address: ReturnType<typeof useAddress>
  readonly skills: ReadonlyMap<number, string>
  readonly actions: ReactNode
}

function Toolbar({ plan, range, address, skills, actions }: ToolbarProps) {
  const { now } = useServices()
  const isPhone = useViewport() === 'mobile'
  const { scale, day, shown, projectID, set } = address
  const choice = (
    name: string,
    label: string,
    value: string,
    choices: readonly (readonly [string, string])[],
    usual: string,
  ) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      title={label}
      value={value}
      data={choices.map(([each, words]) => ({ value: each, label: words }))}
      onChange={(event) => set(name, event.currentTarget.value === usual ? null : event.currentTarget.value)}
    />
  )
  return (
    <header className={styles.bar}>
      <h2>{TEXT.title}</h2>
      <div className={styles.steps}>
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
      <strong className={styles.when}>{rangeText(scale, range)}</strong>
      {choice('scale', TEXT.scale, scale, Object.entries(TEXT.scales), 'week')}
      <span className={styles.grow} />
      {actions}
      <div className={styles.filters}>
        <FilterBox
          className={styles.search ?? ''}
          label={TEXT.search}
          initial={shown.search}
          onTerm={(term) => set('search', term)}
        />
        {isPhone ? null : choice('group', TEXT.group, shown.group, Object.entries(TEXT.groups), 'area')}
        {isPhone ? null : choice('sort', TEXT.sort, shown.sort, Object.entries(TEXT.sorts), 'name')}
        {choice('show', TEXT.filter, shown.filter, Object.entries(TEXT.filters), 'all')}
        {choice(
          'skill',
          TEXT.skill,
          String(shown.skillID ?? ''),
          [['', TEXT.anySkill], ...[...skills].map(([id, name]) => [String(id), name] as const)],
          '',
        )}
        {choice(
          'project',
          TEXT.project,
          String(projectID ?? ''),
          [
            ['', TEXT.allProjects],
            ...plan.week.projects
              .filter(({ isLive }) => isLive)
              .map(({ id, name }) => [String(id), name] as const),
          ],
          '',
        )}
      </div>
    </header>
  )
}
