import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meetingRecord, myMeetings } from '#shared/contract/meetings.ts'
import type { MeetingTime } from '#shared/domain/meetings.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'

export const MEETINGS_KEY = 'meeting-page'
/** Meetings begin and end by the clock, which no event tells. */
const LOOK_MS = 30_000

/** What the page shows of the person's meetings, as it changes. */
export function useMeetings(when: MeetingTime, searchTerm: string) {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'MEETING')
          void client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
      }),
    [workingDayNews, client],
  )
  return useQuery({
    queryKey: [MEETINGS_KEY, 'list', when, searchTerm],
    queryFn: ({ signal }) => api.call(myMeetings, { when, searchTerm }, { quiet: true, signal }),
    refetchInterval: LOOK_MS,
  })
}

/** One of them whole. */
export function useMeetingRecord(meetingID: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: [MEETINGS_KEY, 'record', meetingID],
    queryFn: ({ signal }) => api.call(meetingRecord, { meetingID }, { quiet: true, signal }),
    refetchInterval: LOOK_MS,
  })
}
