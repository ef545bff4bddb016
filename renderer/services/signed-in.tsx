import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { CounterValues } from '#shared/contract/counters.ts'
import { type Conversations, createConversations } from './calls/conversations.ts'
import { createLivePanel, type LivePanel } from './hubs/live-panel.ts'
import { followNotifications } from './notices/new-notifications.ts'
import { createNoticeCentre, type NoticeCentre } from './notices/notice-centre.ts'
import { type AppHistory, createAppHistory } from './person/app-history.ts'
import { type Avatars, createAvatars } from './person/avatars.ts'
import { type Counters, createCounters } from './person/counters.ts'
import { createLevel, type Level } from './person/level.ts'
import { watchMood } from './person/mood-prompt.ts'
import type { Services } from './services.ts'

/** Services that live as long as somebody is signed in; none of their code loads before. */
export interface SignedInServices {
  readonly avatars: Avatars
  readonly counters: Counters
  readonly appHistory: AppHistory
  readonly centre: NoticeCentre
  readonly level: Level
  readonly livePanel: LivePanel
  readonly conversations: Conversations
  /** Reads from the server what may have changed while nobody told: at the start, and after a reconnect. */
  catchUp(): void
  /** Starts all of it; returns what ends it. May be started again. */
  start(): () => void
}

export function createSignedInServices(
  services: Services,
  random: () => number = Math.random,
): SignedInServices {
  const counters = createCounters(services)
  const appHistory = createAppHistory(services)
  const centre = createNoticeCentre({ ...services, counters })
  const level = createLevel(services)
  const avatars = createAvatars(services)
  const livePanel = createLivePanel(services)
  const catchUp = () => {
    void counters.refresh().then(centre.load)
    void level.load()
  }
  return {
    avatars,
    counters,
    appHistory,
    centre,
    level,
    livePanel,
    conversations: createConversations(services),
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
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

const SignedInContext = createContext<SignedInServices | null>(null)
export const SignedInProvider = SignedInContext.Provider

/** The services of the signed-in person. @throws outside a SignedInProvider */
export function useSignedIn(): SignedInServices {
  const services = useContext(SignedInContext)
  if (!services) throw new Error('useSignedIn needs a SignedInProvider above it')
  return services
}

/** The same, or null where nobody is signed in: for pieces that show with and without. */
export function useSignedInIfAny(): SignedInServices | null {
  return useContext(SignedInContext)
}

/** A part of the counters; the component renders again when that part changes. */
export function useCounters<T>(select: (values: CounterValues) => T): T {
  return useStore(useSignedIn().counters.store, select)
}
