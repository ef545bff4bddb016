import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { agentProfile, UNKNOWN, type UserStats } from '#shared/contract/live-panel.ts'
import { useServices } from '../../services/context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'

/** What is shown where a lookup failed, and while it is on its way (spec 3 §3, §8). */
const UNKNOWN_STATS: UserStats = {
  wurkforceStatus: UNKNOWN,
  masterActivity: UNKNOWN,
  diallerStatus: UNKNOWN,
  areaName: UNKNOWN,
  manager: UNKNOWN,
  machineStatus: UNKNOWN,
  userName: UNKNOWN,
  openTickets: 0,
}

/** A card that is opened again so soon asks nobody, in milliseconds. */
const FRESH_MS = 15_000

export interface LookedUp {
  readonly stats: UserStats
  readonly state: 'loading' | 'loaded' | 'failed'
}

/** What somebody does just now: as the live panel tells it, else as the server answers (spec 3 §7). */
export function useUserStats(userID: number): LookedUp {
  const { api } = useServices()
  const { livePanel } = useSignedIn()
  const live = useStore(livePanel.store, ({ stats }) => stats[String(userID)])
  const query = useQuery({
    queryKey: ['user-stats', userID],
    queryFn: ({ signal }) => api.call(agentProfile, { userID }, { quiet: true, signal }),
    staleTime: FRESH_MS,
  })
  if (query.isError) return { stats: UNKNOWN_STATS, state: 'failed' }
  if (!query.data) return { stats: UNKNOWN_STATS, state: 'loading' }
  return { stats: live ?? query.data, state: 'loaded' }
}
