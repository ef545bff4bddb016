import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Call } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'

const KEY = ['demoClock'] as const

/** Asks about the demo's clock, and again when somebody has set it. Without a demo it is refused, and that is all. */
export function useDemoClock<C extends Call>(call: C, refetchInterval: number | false = false) {
  const { api } = useServices()
  const live = useLiveIfAny()
  const client = useQueryClient()
  useEffect(
    () =>
      live?.settingNews.onChange((keys) => {
        if (keys?.includes('demoClock')) void again(client)
      }),
    [client, live],
  )
  return useQuery({
    queryKey: [...KEY, call.path],
    queryFn: ({ signal }) => api.call(call, undefined as never, { quiet: true, signal }),
    retry: false,
    staleTime: 60_000,
    refetchInterval,
  })
}

export const again = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY })
