import { faqList } from '#shared/contract/faq.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

/** What is published for the person. It changes seldom: an hour is fresh. */
export const faqQuery = (api: ApiClient) => ({
  queryKey: ['faq'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(faqList, undefined, { quiet: true, signal }),
  staleTime: 60 * 60_000,
})
