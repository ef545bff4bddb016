import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { listOneToOnes } from '#shared/contract/one-to-ones.ts'
import { listPips } from '#shared/contract/pips.ts'
import { returnForms } from '#shared/contract/return-to-work.ts'
import { supervisorHr } from '#shared/contract/supervisor-hr.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

const KEY = 'supervisor-hr'
const AGAIN_MS = 60_000
const PARTS = new Set<string>(['ABSENCE', 'RETURN_TO_WORK', 'PIP', 'ONE_TO_ONE', 'SHIFT'])

/** Reads the page's parts again. */
export function useAgain(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [KEY] }), [client])
}

/** What the page shows, part by part: one that fails leaves the others. Read again when a record is otherwise. */
export function useHr() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const again = useAgain()
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || PARTS.has(news.entity)) void again()
      }),
    [again, workingDayNews],
  )
  const options = { refetchInterval: AGAIN_MS } as const
  return {
    talks: useQuery({
      ...options,
      queryKey: [KEY, 'talks'],
      queryFn: ({ signal }) => api.call(listOneToOnes, {}, { quiet: true, signal }),
    }),
    returns: useQuery({
      ...options,
      queryKey: [KEY, 'returns'],
      queryFn: ({ signal }) => api.call(returnForms, {}, { quiet: true, signal }),
    }),
    plans: useQuery({
      ...options,
      queryKey: [KEY, 'plans'],
      queryFn: ({ signal }) => api.call(listPips, {}, { quiet: true, signal }),
    }),
    team: useQuery({
      ...options,
      queryKey: [KEY, 'team'],
      queryFn: ({ signal }) => api.call(supervisorHr, {}, { quiet: true, signal }),
    }),
  }
}
export type Hr = ReturnType<typeof useHr>
