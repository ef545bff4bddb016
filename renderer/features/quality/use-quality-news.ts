import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive } from '../../services/live.tsx'

/** What is asked of quality stands under this key; all of it is read again when something of it changes. */
export const QUALITY_KEY = 'quality'

const ENTITIES: readonly string[] = ['QC_REVIEW', 'COACHING', 'INTERVIEW_RECORD', 'ACTIVITY_SESSION']

export function useQualityNews(): void {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news !== null && !ENTITIES.includes(news.entity)) return
        void client.invalidateQueries({ queryKey: [QUALITY_KEY] })
      }),
    [client, workingDayNews],
  )
}
