import { queryOptions } from '@tanstack/react-query'
import { myPersonalDetails, pendingProfileChanges } from '#shared/contract/profile.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

export const detailsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['personal-details'],
    queryFn: ({ signal }) => api.call(myPersonalDetails, undefined, { quiet: true, signal }),
  })

export const pendingQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['profile-changes'],
    queryFn: ({ signal }) => api.call(pendingProfileChanges, undefined, { quiet: true, signal }),
  })
