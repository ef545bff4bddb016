import { queryOptions } from '@tanstack/react-query'
import { getUserAvatars } from '#shared/contract/people.ts'
import type { ApiClient } from './api-client.ts'

/** A person's picture as a data address, null without one, for the query cache (spec 1 §7). */
export function avatarQuery(api: ApiClient, userID: number) {
  return queryOptions({
    queryKey: ['avatar', userID],
    queryFn: async ({ signal }) => {
      const avatars = await api.call(getUserAvatars, { pendingImages: [userID] }, { quiet: true, signal })
      return avatars.find((found) => found.userID === userID)?.avatar ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
