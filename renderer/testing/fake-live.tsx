import type { ReactNode } from 'react'
import type { mainHub } from '#shared/hubs/main.ts'
import { mainHubEffects } from '../app/main-hub-effects.ts'
import { bindEffects } from '../services/hubs/hub-effects.ts'
import { createLive, type LiveParts, LiveProvider } from '../services/live.tsx'
import type { Services } from '../services/services.ts'
import { createCompanionSessions } from '../services/session/companion.ts'
import { fakeHub } from './fake-hub.ts'
import { fakeServices } from './fake-services.ts'

/** The shell's live services over a hub whose events a test fires. */
export function fakeLive(
  changes: Partial<Services> & { page?: Partial<LiveParts>; take?: () => Promise<boolean> } = {},
) {
  const { page = {}, take = async () => true, ...rest } = changes
  const hub = fakeHub<typeof mainHub>({ takeActivityActions: take })
  const server = fakeServices({ ...rest, hub: () => hub as never })
  const played: string[] = []
  const stopped: string[] = []
  const counted: string[] = []
  const opened: string[] = []
  const live = createLive(server.services, {
    isPopOut: false,
    setCount: (name, count) => void counted.push(`${name} ${count}`),
    sounds: { play: (name) => void played.push(name), stop: (name) => void stopped.push(name) },
    focus: () => {},
    openWindow: (...args) => {
      opened.push(args.join(' '))
      return { closed: false }
    },
    screen: () => ({ width: 1366, height: 768 }),
    ...page,
  })
  const unread: number[] = []
  const companion = createCompanionSessions()
  const effects = mainHubEffects(server.services, {
    live,
    companion,
    setUnread: (n) => void unread.push(n),
    work: null,
  })
  bindEffects<typeof mainHub>(hub, effects)
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  const around = (children: ReactNode) => <LiveProvider value={live}>{children}</LiveProvider>
  return { ...server, hub, live, effects, played, stopped, counted, opened, unread, messages, around }
}
