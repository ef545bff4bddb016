import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { myExperimentals } from '#shared/contract/experimentals.ts'
import type { ExperimentalKey } from '#shared/domain/experimentals.ts'
import { useServices } from './context.tsx'
import { useLiveIfAny } from './live.tsx'

const MINE = ['my-experimentals'] as const

/** Whether the person has something experimental now; false until that is known (spec 5 §5.8). */
export function useExperimental(key: ExperimentalKey): boolean {
  const { api } = useServices()
  const client = useQueryClient()
  const live = useLiveIfAny()
  const { data } = useQuery({
    queryKey: MINE,
    queryFn: ({ signal }) => api.call(myExperimentals, undefined, { quiet: true, signal }),
    retry: false,
  })
  useEffect(
    () => live?.experimentalNews.onChange(() => void client.invalidateQueries({ queryKey: MINE })),
    [client, live],
  )
  return data?.keys.includes(key) ?? false
}
