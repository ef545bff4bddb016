import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowBackUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLiveIfAny } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { Agenda } from './Agenda.tsx'
import styles from './Calendar.module.css'
import { isMovable, wishOf } from './event-keys.ts'
import { Overlays } from './Overlays.tsx'
import { QUICK_WORDS, CALENDAR_WORDS as WORDS } from './text.ts'
import { type Asking, useAsking } from './use-asking.ts'
import { CALENDAR_KEY, useCalendar } from './use-calendar.ts'
import { type Changes, useChanges } from './use-changes.ts'
import { dayAfter, dayOf, daysOfView, momentAt, pageOf, VIEWS, type View, viewTitle } from './when.ts'

const CalendarGrid = lazyCode(async () => (await import('./CalendarGrid.tsx')).CalendarGrid)

const HOUR_MS = 3_600_000

/** The person's own calendar: month, week, day and a list, by London's clock or that of their computer. */
export function MyCalendar() {
  const { now } = useServices()
  const queries = useQueryClient()
  const layout = useViewport()
  const [zone, setZone] = useState(LONDON)
  const [view, setView] = useState<View>(layout === 'mobile' ? 'agenda' : 'week')
  const [day, setDay] = useState(() => dayOf(now(), zone))
  const { first, count } = daysOfView(view, day)
  const span = {
    start: momentAt(`${first}T00:00`, zone),
    end: momentAt(`${dayAfter(first, count)}T00:00`, zone),
  }
  const query = useCalendar(span)
  const changes = useChanges(zone)
  const again = () => void queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
  const asking = useAsking(changes, again)
  const keep = useFocusKept(query.data)
  const onKey = (event: CalendarEvent, key: KeyboardEvent) => {
    const wish = wishOf(event, key)
    if (wish === null) return
    key.preventDefault()
    keep(event.id)
    if (wish === 'delete') asking.remove(event)
    else if (isMovable(event)) asking.move(event, wish.move)
    else changes.say(WORDS.fixed(event.subject))
  }
  const open = (event: CalendarEvent) => asking.show({ what: 'card', event })
  const events = query.data?.events ?? []
  const closed = (query.data?.days ?? []).filter(({ kind }) => kind !== 'WORKING').map(({ date }) => date)
  return (
    <div className={styles.screen}>
      <Toolbar
        {...{ view, day, zone, setZone, setDay, asking }}
        setView={setView}
        today={dayOf(now(), zone)}
        newAt={momentAt(`${day}T09:00`, zone)}
      />
      <p id="calendar-keys" className={styles.keys}>
        {WORDS.keys}
      </p>
      <LastChange changes={changes} />
      <div className={styles.body} aria-busy={query.isFetching}>
        <Loaded query={query}>
          {view === 'agenda' ? (
            <Agenda {...{ first, count, zone, events, onKey }} onOpen={open} />
          ) : (
            <Suspense fallback={<Skeleton width="100%" height={420} />}>
              <CalendarGrid
                {...{ view, day, zone, events, onKey }}
                now={now()}
                closed={new Set(closed)}
                onOpen={open}
                onMove={asking.move}
                onTime={(chosen) => asking.show({ what: 'new', span: chosen })}
                onDay={(chosen) => {
                  setDay(chosen)
                  setView('day')
                }}
              />
            </Suspense>
          )}
        </Loaded>
      </div>
      <Overlays {...{ asking, changes, zone, day, again }} />
    </div>
  )
}

/** Gives an event that a key moved the focus again where it is now. */
function useFocusKept(shown: unknown): (id: string) => void {
  const wanted = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown anew may hold it elsewhere
  useEffect(() => {
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

function Loaded({ query, children }: { query: ReturnType<typeof useCalendar>; children: ReactNode }) {
  if (query.data) return children
  if (query.isError)
    return (
      <LoadFailure title={WORDS.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    )
  return (
    <div role="status" aria-label={WORDS.loading}>
      <Skeleton width="100%" height={420} />
    </div>
  )
}

/** What was done last, said and shown, with the way back. */
function LastChange({ changes }: { changes: Changes }) {
  const { said, problem } = changes
  return (
    <>
      <Problem>{problem}</Problem>
      <div className={styles.said} role="status" data-shown={said !== null}>
        {said ? <span>{said.words}</span> : null}
        {said?.undo ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
            onClick={() => void changes.undo()}
          >
            {WORDS.undo}
          </Button>
        ) : null}
      </div>
    </>
  )
}

interface ToolbarProps {
  readonly view: View
  readonly day: string
  readonly zone: string
  readonly today: string
  /** When a new event begins, in milliseconds since 1970. */
  readonly newAt: number
  readonly asking: Asking
  readonly setView: (view: View) => void
  readonly setDay: (day: string) => void
  readonly setZone: (zone: string) => void
}

function Toolbar(props: ToolbarProps) {
  const { view, day, zone, today, newAt, asking, setView, setDay, setZone } = props
  const live = useLiveIfAny()
  const mayCall = useSession(({ permissions }) => permissions.can('CAN_MAKE_CALL'))
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={styles.toolbar}>
      <div className={styles.pages}>
        <Button variant="default" size="sm" onClick={() => setDay(today)}>
          {WORDS.today}
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={WORDS.earlier}
          onClick={() => setDay(pageOf(view, day, -1))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={WORDS.later}
          onClick={() => setDay(pageOf(view, day, 1))}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
        <h3 aria-live="polite">{viewTitle(view, day)}</h3>
      </div>
      <div className={styles.tools}>
        <NativeSelect
          aria-label={WORDS.view}
          value={view}
          data={VIEWS.map((value) => ({ value, label: WORDS.views[value] }))}
          onChange={({ currentTarget }) =>
            setView(VIEWS.find((one) => one === currentTarget.value) ?? 'week')
          }
        />
        {own === LONDON ? null : (
          <NativeSelect
            aria-label={WORDS.zone}
            value={zone}
            data={[
              { value: LONDON, label: WORDS.london },
              { value: own, label: WORDS.own },
            ]}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          />
        )}
        <Button variant="default" onClick={() => asking.show({ what: 'feed' })}>
          {WORDS.feed}
        </Button>
        {live && mayCall ? (
          <Button variant="default" onClick={() => asking.show({ what: 'quick' })}>
            {QUICK_WORDS.button}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => asking.show({ what: 'request' })}>
          {WORDS.ask}
        </Button>
        <Button onClick={() => asking.show({ what: 'new', span: { start: newAt, end: newAt + HOUR_MS } })}>
          {WORDS.add}
        </Button>
      </div>
    </div>
  )
}
