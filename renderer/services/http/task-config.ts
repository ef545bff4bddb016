import { queryOptions } from '@tanstack/react-query'
import { getTaskConfig } from '#shared/contract/settings.ts'
import type { ApiClient } from './api-client.ts'

/** Templates, prefixes and lists of tasks; the same for everybody, until an administrator changes them. */
export const taskConfigQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['task-config'],
    queryFn: ({ signal }) => api.call(getTaskConfig, undefined, { quiet: true, signal }),
    staleTime: 5 * 60_000,
  })
