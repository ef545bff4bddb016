import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadCalendarSettings, loadEvents } from '#shared/contract/calendar.ts'
import { DEFAULT_CALENDAR_SETTINGS } from '#shared/domain/calendar-settings.ts'
import { useServices } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import type { Span } from './when.ts'

/** All that shows the calendar or its requests. */
export const CALENDAR_KEY = 'calendar'

/** The person's events in some time; read again when the shell's hub says that they are otherwise. */
export function useCalendar({ start, end }: Span) {
  const { api } = useServices()
  useCalendarNews()
  return useQuery({
    queryKey: [CALENDAR_KEY, 'events', start, end],
    queryFn: ({ signal }) =>
      api.call(
        loadEvents,
        { start: new Date(start).toISOString(), end: new Date(end).toISOString() },
        { quiet: true, signal },
      ),
    placeholderData: keepPreviousData,
  })
}

/** How the person has their calendar; as it comes where that can't be had. */
export function useCalendarSettings() {
  const { api } = useServices()
  return useQuery({
    queryKey: [CALENDAR_KEY, 'settings'],
    queryFn: ({ signal }) =>
      api.call(loadCalendarSettings, {}, { quiet: true, signal }).catch(() => DEFAULT_CALENDAR_SETTINGS),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads what shows the calendar again when it is otherwise: its own news and that of tasks. */
export function useCalendarNews(): void {
  const queries = useQueryClient()
  const live = useLiveIfAny()
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: [CALENDAR_KEY] })
    const ends = [live?.calendarNews.onChange(again), live?.taskNews.onChange(again)]
    return () => {
      for (const end of ends) end?.()
    }
  }, [queries, live])
}
