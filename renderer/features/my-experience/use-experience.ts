import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { myExperience } from '#shared/contract/gamification.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

export const EXPERIENCE_KEY = ['my-experience'] as const

/** One's own quests and what they brought, read again when one of them is otherwise. */
export function useExperience() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: EXPERIENCE_KEY,
    queryFn: ({ signal }) => api.call(myExperience, undefined, { quiet: true, signal }),
  })
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'QUEST') {
          void client.invalidateQueries({ queryKey: EXPERIENCE_KEY })
          void client.invalidateQueries({ queryKey: ['my-level'] })
        }
      }),
    [workingDayNews, client],
  )
  return query
}
