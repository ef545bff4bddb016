import { useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { CalendarSettings } from '#shared/domain/calendar-settings.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { Agenda } from './Agenda.tsx'
import styles from './Calendar.module.css'
import { isMovable, wishOf } from './event-keys.ts'
import { itemsOf } from './grid/items.ts'
import { LastChange } from './LastChange.tsx'
import { Overlays } from './Overlays.tsx'
import { ShiftAsks } from './ShiftAsks.tsx'
import { Toolbar } from './Toolbar.tsx'
import { CALENDAR_WORDS as WORDS } from './text.ts'
import { useAsking } from './use-asking.ts'
import { CALENDAR_KEY, useCalendar, useCalendarSettings } from './use-calendar.ts'
import { useChanges } from './use-changes.ts'
import { WeekHours } from './WeekHours.tsx'
import {
  dayAfter,
  dayOf,
  daysOfView,
  HOUR_MS,
  momentAt,
  newEventAt,
  pageOf,
  type Span,
  VIEWS,
  type View,
  weekFrom,
} from './when.ts'

const TimeGrid = lazyCode(async () => (await import('./grid/TimeGrid.tsx')).TimeGrid)
const MonthGrid = lazyCode(async () => (await import('./grid/MonthGrid.tsx')).MonthGrid)

/** The person's own calendar: month, week, day and a list, by London's clock or that of their computer. */
export function MyCalendar() {
  const settings = useCalendarSettings()
  if (settings.data === undefined) return <Waiting />
  return <Settled settings={settings.data} />
}

function Settled({ settings }: { settings: CalendarSettings }) {
  const { now } = useServices()
  const queries = useQueryClient()
  const layout = useViewport()
  const [zone, setZone] = useState(LONDON)
  const [view, setView] = useState<View>(settings.view ?? (layout === 'mobile' ? 'agenda' : 'week'))
  const [day, setDay] = useState(() => dayOf(now(), zone))
  const { first, count } = daysOfView(view, day, settings.firstDay)
  const span = {
    start: momentAt(`${first}T00:00`, zone),
    end: momentAt(`${dayAfter(first, count)}T00:00`, zone),
  }
  const query = useCalendar(span)
  const events = query.data?.events ?? NONE
  const items = useMemo(() => itemsOf(events, zone), [events, zone])
  const changes = useChanges(zone, items)
  const again = () => void queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  const asking = useAsking(changes, again)
  usePickUpLink(asking.show)
  const keep = useFocusKept(query.data)
  const onKey = (shown: CalendarEvent, key: KeyboardEvent) => {
    const event = changes.latest(shown)
    const wish = wishOf(event, key, zone)
    if (wish === null) return
    key.preventDefault()
    keep(event.id)
    if (wish === 'delete') asking.remove(event)
    else if (isMovable(event)) asking.move(event, wish.move)
    else changes.say(WORDS.fixed(event.subject))
  }
  const fresh = (): Span => {
    const start = newEventAt(day, now(), zone)
    return { start, end: start + HOUR_MS }
  }
  const add = (chosen = fresh(), isAllDay = false) => asking.show({ what: 'new', span: chosen, isAllDay })
  const openDay = (chosen: string) => {
    setDay(chosen)
    setView('day')
  }
  const page = (by: 1 | -1) => setDay(pageOf(view, day, by))
  const onScreenKey = (key: KeyboardEvent) => {
    const act = SCREEN_KEYS[key.key]
    const target = key.target as Element
    const isTyping = target.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]',
    )
    if ((key.ctrlKey || key.metaKey) && key.key === 'z' && !isTyping) {
      key.preventDefault()
      void changes.undo()
    }
    if (!act || isTyping || key.altKey || key.ctrlKey || key.metaKey) return
    key.preventDefault()
    if (act === 'today') setDay(dayOf(now(), zone))
    else if (act === 'new') add()
    else if (act === 'request') asking.show({ what: 'request' })
    else if (act === 'later' || act === 'earlier') page(act === 'later' ? 1 : -1)
    else setView(act)
  }
  const kinds = useMemo(
    () => new Map((query.data?.days ?? []).map(({ date, kind }) => [date, kind])),
    [query.data],
  )
  const planned =
    view === 'month' ? undefined : query.data?.weeks.find(({ from }) => from === weekFrom(day, 1))
  const grid = {
    zone,
    settings,
    items,
    kinds,
    onKey,
    onOpen: (event: CalendarEvent) => asking.show({ what: 'card', event }),
    onMove: asking.move,
    onTime: add,
    onDay: openDay,
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a short way to its buttons
    <div className={styles.screen} onKeyDown={onScreenKey}>
      <Toolbar
        {...{ view, day, zone, setZone, setView, asking, page, settings }}
        onToday={() => setDay(dayOf(now(), zone))}
        onAdd={() => add()}
      />
      <p id="calendar-keys" className="visually-hidden">
        {WORDS.keys}
      </p>
      <WeekHours week={planned} />
      <ShiftAsks />
      <LastChange changes={changes} />
      <div className={styles.body} aria-busy={query.isFetching}>
        <Loaded query={query}>
          {view === 'agenda' ? (
            <Agenda {...{ first, count, zone, items, onKey }} onOpen={grid.onOpen} />
          ) : (
            <Suspense fallback={<Waiting />}>
              {view === 'month' ? (
                <MonthGrid {...grid} first={first} month={day} />
              ) : (
                <TimeGrid key={view} {...grid} first={first} count={count} />
              )}
            </Suspense>
          )}
        </Loaded>
      </div>
      <Overlays {...{ asking, changes, zone, day, again, settings }} />
    </div>
  )
}

const NONE: readonly CalendarEvent[] = []

/** What single keys do while the focus is in the calendar and nothing is typed. */
const SCREEN_KEYS: Readonly<Record<string, View | 'today' | 'new' | 'request' | 'later' | 'earlier'>> = {
  ...Object.fromEntries(VIEWS.map((view) => [view.charAt(0), view])),
  t: 'today',
  n: 'new',
  r: 'request',
  j: 'later',
  k: 'earlier',
}

/** An address that asks for 'Pick up' opens it, with the slot that it names first; the address forgets it then. */
function usePickUpLink(show: (shown: { what: 'pickUp'; first?: string }) => void): void {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('pick-up')
  const latest = useRef({ show, setParams })
  latest.current = { show, setParams }
  useEffect(() => {
    if (wanted === null) return
    latest.current.show({ what: 'pickUp', ...(wanted !== '' && { first: wanted.replace(':', ' ') }) })
    latest.current.setParams(
      (before) => {
        before.delete('pick-up')
        return before
      },
      { replace: true },
    )
  }, [wanted])
}

/** Keeps the focus on an event that a key has moved, wherever it is drawn now. */
function useFocusKept(shown: unknown): (id: string) => void {
  const wanted = useRef<string | null>(null)
  // The wanted event is the one that last had the focus.
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const id = target instanceof Element ? target.getAttribute('data-event') : null
      if (id !== null && wanted.current !== null) wanted.current = id
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // In a layout effect, so that the focus is back before the next key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown anew may hold it elsewhere
  useLayoutEffect(() => {
    const id = wanted.current
    if (id === null || document.activeElement?.getAttribute('data-event') === id) return
    const active = document.activeElement
    if (active === null || active === document.body)
      document.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)?.focus()
  }, [shown])
  return (id) => {
    wanted.current = id
  }
}

function Waiting() {
  return (
    <div role="status" aria-label={WORDS.loading}>
      <Skeleton width="100%" height={420} />
    </div>
  )
}

function Loaded({ query, children }: { query: ReturnType<typeof useCalendar>; children: ReactNode }) {
  if (query.data) return children
  if (query.isError)
    return (
      <LoadFailure title={WORDS.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    )
  return <Waiting />
}
