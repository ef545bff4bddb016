import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  type DashboardFigures,
  dashboardCards,
  getDashboardLayout,
  resetDashboardLayout,
  saveDashboardLayout,
} from '#shared/contract/dashboard.ts'
import { FIGURE_CARDS, type FigureCard, maySeeCard, type PlacedCard } from '#shared/domain/dashboard.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'

const LAYOUT = ['dashboard', 'layout'] as const
const CARDS = ['dashboard', 'cards'] as const

type Cards = Readonly<Record<string, DashboardFigures>>

/** Time alone changes what waits. */
const REFRESH_MS = 30_000
/** A pinned figure is a report of its own, so it is asked for less often. */
const PINS_REFRESH_MS = 120_000
/** What changes at once is asked for at once; what goes on changing, so often. */
const GATHER_MS = 300
const APART_MS = 1500
const SAVE_MS = 500

/** How the person's cards stand, and what changes that. */
export function useLayout() {
  const { api, timers } = useServices()
  /** What was arranged and isn't kept yet: a card that is dragged moves often. */
  const unsaved = useRef<{ readonly save: () => void; readonly cancel: () => void } | null>(null)
  useEffect(() => () => unsaved.current?.save(), [])
  const client = useQueryClient()
  const layout = useQuery({
    queryKey: LAYOUT,
    queryFn: ({ signal }) => api.call(getDashboardLayout, undefined, { quiet: true, signal }),
  })
  const again = () => client.invalidateQueries({ queryKey: LAYOUT })
  return {
    layout,
    arrange(cards: readonly PlacedCard[]) {
      client.setQueryData(LAYOUT, { cards: [...cards], isOwn: true })
      unsaved.current?.cancel()
      const save = () => {
        unsaved.current?.cancel()
        unsaved.current = null
        // What couldn't be kept is told by itself, and taken back.
        void api.call(saveDashboardLayout, { cards: [...cards] }).catch(() => void again())
      }
      unsaved.current = { save, cancel: timers.after(SAVE_MS, save) }
    },
    save: () => unsaved.current?.save(),
    reset() {
      unsaved.current?.cancel()
      unsaved.current = null
      return api
        .call(resetDashboardLayout, undefined)
        .catch(() => {})
        .then(again)
    },
  }
}

/** Figures and rows of all the person's cards: one call for all, then of those about which there is news. */
export function useCards() {
  const { api, now, timers } = useServices()
  /** When pinned figures were asked for. */
  const pinsAt = useRef(0)
  const client = useQueryClient()
  const permissions = useSession((session) => session.permissions)
  const names = FIGURE_CARDS.filter((card) => maySeeCard(permissions, card))
  const asked = names.join()
  const cards = useQuery({
    queryKey: [...CARDS, asked],
    queryFn: async ({ signal }): Promise<Cards> => {
      const before = client.getQueryData<Cards>([...CARDS, asked])
      const isPinsTurn = before?.pins === undefined || now() - pinsAt.current >= PINS_REFRESH_MS
      const wanted = isPinsTurn ? names : names.filter((name) => name !== 'pins')
      const { cards } = await api.call(dashboardCards, { names: wanted }, { quiet: true, signal })
      if (isPinsTurn) {
        pinsAt.current = now()
        return cards
      }
      return { ...cards, ...(before?.pins && { pins: before.pins }) }
    },
    refetchInterval: REFRESH_MS,
  })
  const live = useLiveIfAny()
  const { livePanel, counters } = useSignedIn()
  useEffect(() => {
    const held = asked.split(',') as FigureCard[]
    const news = gather(timers, (told) => {
      const wanted = held.filter((name) => told.has(name))
      const ask = (some: FigureCard[]) => api.call(dashboardCards, { names: some }, { quiet: true })
      if (wanted.length > 0) void refresh(client, [...CARDS, asked], ask, wanted)
    })
    const offs = [
      livePanel.store.subscribe((now, before) => {
        if (now.stats !== before.stats) news.of('team', 'out', 'people', 'agency')
      }),
      livePanel.onTicketChange(() => news.of('tickets', 'ticketsToHandle', 'agency')),
      counters.store.subscribe((now, before) => {
        if (now.outstandingTickets !== before.outstandingTickets) news.of('tickets', 'ticketsToHandle')
        if (now.openMeetingCount !== before.openMeetingCount) news.of('meetings')
        if (now.pendingRequestsCount !== before.pendingRequestsCount) news.of('deciding')
        if (now.availableOpportunities !== before.availableOpportunities) news.of('opportunities')
      }),
      live?.activity.store.subscribe(() => news.of('shift', 'dayFigures', 'acknowledge')),
      live?.workingDayNews.onChange(() =>
        news.of('shift', 'dayFigures', 'appointment', 'requests', 'acknowledge', 'quality', 'absence'),
      ),
      live?.calendarNews.onChange(() => news.of('requests', 'deciding', 'meetings')),
      live?.taskNews.onChange(() => news.of('tasks')),
      live?.jobNews.onChange(() => news.of('installation')),
      live?.errorNews.onChange(() => news.of('installation')),
    ]
    return () => {
      for (const off of offs) off?.()
      news.stop()
    }
  }, [api, asked, client, counters, live, livePanel, timers])
  return cards
}

async function refresh(
  client: QueryClient,
  key: readonly unknown[],
  ask: (names: FigureCard[]) => Promise<{ cards: Cards }>,
  names: FigureCard[],
): Promise<void> {
  try {
    const { cards } = await ask(names)
    client.setQueryData<Cards>(key, (before) => ({ ...before, ...cards }))
  } catch {
    // What shows stays until the next look.
  }
}

/** Collects news for a moment, and hands it on no oftener than the server can be asked. */
function gather(
  timers: ReturnType<typeof useServices>['timers'],
  run: (names: ReadonlySet<FigureCard>) => void,
) {
  let waiting = new Set<FigureCard>()
  let cancel: (() => void) | null = null
  const wait = (ms: number) => {
    cancel = timers.after(ms, () => {
      cancel = null
      if (waiting.size === 0) return
      const names = waiting
      waiting = new Set()
      wait(APART_MS)
      run(names)
    })
  }
  return {
    of(...names: readonly FigureCard[]) {
      for (const name of names) waiting.add(name)
      if (cancel === null) wait(GATHER_MS)
    },
    stop: () => cancel?.(),
  }
}
