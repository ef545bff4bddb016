import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { WorkingDayChange } from '#shared/hubs/main.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

/** Others' changes are read together. */
const NEWS_MS = 250

/**
 * Reads what is planned again when others change it, once nothing of one's own is on its way.
 * @param entities whose changes count; always the same list
 */
export function usePlanNews(
  key: readonly unknown[],
  entities: readonly WorkingDayChange['entity'][],
  isBusy: () => boolean,
): void {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const { timers } = useServices()
  const busy = useRef(isBusy)
  busy.current = isBusy
  useEffect(() => {
    let waits: (() => void) | null = null
    const again = () => {
      waits?.()
      waits = timers.after(NEWS_MS, () => {
        waits = null
        if (busy.current()) again()
        else void client.invalidateQueries({ queryKey: key })
      })
    }
    // After a lost connection it isn't known what changed.
    const end = workingDayNews.onChange((news) => {
      if (news === null || entities.includes(news.entity)) again()
    })
    return () => {
      end()
      waits?.()
    }
  }, [client, entities, key, timers, workingDayNews])
}
