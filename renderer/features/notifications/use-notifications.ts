import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import { markManyAsRead, searchNotifications } from '#shared/contract/notifications.ts'
import { useServices } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { useSignedIn } from '../../services/signed-in.tsx'

/** Which notifications, and which page of them. */
export type Wanted = z.output<typeof searchNotifications.request>

const LIST_KEY = 'notifications'

/** Reads the lists of notifications again, those that show at once. */
export function useRefreshNotifications(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: [LIST_KEY] }), [queries])
}

/** A page of the person's notifications, which new ones join as they come. */
export function useNotifications(wanted: Wanted) {
  const { api } = useServices()
  const { livePanel } = useSignedIn()
  const refresh = useRefreshNotifications()
  useEffect(() => livePanel.hub.on('newNotification', refresh), [livePanel, refresh])
  return useQuery({
    queryKey: [LIST_KEY, wanted],
    queryFn: ({ signal }) => api.call(searchNotifications, wanted, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks notifications as read, here and in the centre. False where it failed; the person was told. */
export function useMarkAsRead(): (ids: readonly number[]) => Promise<boolean> {
  const { api } = useServices()
  const { centre } = useSignedIn()
  const refresh = useRefreshNotifications()
  return async (ids) => {
    try {
      await api.call(markManyAsRead, { ids: [...ids] })
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
    centre.wereRead(ids)
    refresh()
    return true
  }
}
