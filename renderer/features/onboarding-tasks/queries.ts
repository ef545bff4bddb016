import { queryOptions } from '@tanstack/react-query'
import { getOnboardingTasks, getStaffTypes } from '#shared/contract/onboarding.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

export const tasksQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['onboarding', 'tasks'],
    queryFn: ({ signal }) => api.call(getOnboardingTasks, undefined, { quiet: true, signal }),
  })

export const staffTypesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['onboarding', 'staff-types'],
    queryFn: ({ signal }) => api.call(getStaffTypes, undefined, { quiet: true, signal }),
  })
