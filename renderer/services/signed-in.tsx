import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { CounterValues } from '#shared/contract/counters.ts'
import { searchUsers } from '#shared/contract/help.ts'
import { type PeopleAround, PeopleAroundProvider } from '../ui/surroundings.tsx'
import { type Conversations, createConversations } from './calls/conversations.ts'
import { useServices } from './context.tsx'
import { createLivePanel, type LivePanel } from './hubs/live-panel.ts'
import { createMachineFitness, type MachineFitness } from './machine/fitness.ts'
import type { BrowserFacts } from './machine/machine-readings.ts'
import { followNotifications } from './notices/follow-notifications.ts'
import { createNotificationCentre, type NotificationCentre } from './notices/notification-centre.ts'
import { type AppHistory, createAppHistory } from './person/app-history.ts'
import { type Avatars, createAvatars } from './person/avatars.ts'
import { type Counters, createCounters } from './person/counters.ts'
import { createLateSaves, LATE_AGAIN_MS, type LateSaves } from './person/late-saves.ts'
import { createLevel, type Level } from './person/level.ts'
import { watchMood } from './person/mood-prompt.ts'
import type { Services } from './services.ts'

/** Services that live as long as somebody is signed in; none of their code loads before. */
export interface SignedInServices {
  readonly avatars: Avatars
  readonly counters: Counters
  readonly appHistory: AppHistory
  readonly centre: NotificationCentre
  readonly level: Level
  readonly livePanel: LivePanel
  readonly conversations: Conversations
  readonly fitness: MachineFitness
  readonly lateSaves: LateSaves
  /** Reads from the server what may have changed while nobody told: at the start, and after a reconnect. */
  catchUp(): void
  /** Starts all of it; returns what ends it. May be started again. */
  start(): () => void
}

export function createSignedInServices(
  services: Services,
  random: () => number = Math.random,
  browser: BrowserFacts = navigator,
): SignedInServices {
  const counters = createCounters(services)
  const appHistory = createAppHistory(services)
  const centre = createNotificationCentre({ ...services, counters })
  const level = createLevel(services)
  const avatars = createAvatars(services)
  const livePanel = createLivePanel(services)
  const lateSaves = createLateSaves(services)
  const catchUp = () => {
    void counters.refresh().then(centre.load)
    void level.load()
    void lateSaves.send()
  }
  return {
    avatars,
    counters,
    appHistory,
    centre,
    level,
    livePanel,
    conversations: createConversations(services),
    fitness: createMachineFitness(services, browser),
    lateSaves,
    catchUp,
    start() {
      catchUp()
      void appHistory.load()
      const { user } = services.session.store.getState()
      if (user) avatars.want(user.id)
      const ends = [
        centre.watch(),
        watchMood({ ...services, random }),
        avatars.stop,
        followNotifications({ ...services, centre, livePanel }),
        livePanel.watch(),
        services.timers.every(LATE_AGAIN_MS, () => {
          if (lateSaves.store.getState().waiting.length > 0) void lateSaves.send()
        }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

const SignedInContext = createContext<SignedInServices | null>(null)

/** Hands them down, and to pieces what they show and find of people. */
export function SignedInProvider({ value, children }: { value: SignedInServices; children: ReactNode }) {
  const { api } = useServices()
  const people = useMemo<PeopleAround>(
    () => ({
      ...value.avatars,
      find: (searchTerm, signal) =>
        api.call(searchUsers, { selectedIDs: [], searchTerm }, { quiet: true, signal }),
    }),
    [api, value],
  )
  return (
    <SignedInContext value={value}>
      <PeopleAroundProvider value={people}>{children}</PeopleAroundProvider>
    </SignedInContext>
  )
}

/** The services of the signed-in person. @throws outside a SignedInProvider */
export function useSignedIn(): SignedInServices {
  const services = useContext(SignedInContext)
  if (!services) throw new Error('useSignedIn needs a SignedInProvider above it')
  return services
}

/** A part of the counters; the component renders again when that part changes. */
export function useCounters<T>(select: (values: CounterValues) => T): T {
  return useStore(useSignedIn().counters.store, select)
}
