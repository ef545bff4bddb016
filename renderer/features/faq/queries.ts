import { publishedFaq, toursForMe } from '#shared/contract/faq.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

/** What is published for the person; read anew when the dialog opens, for some may be withdrawn. */
export const faqQuery = (api: ApiClient) => ({
  queryKey: ['faq'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.call(publishedFaq, undefined, { quiet: true, signal }),
  staleTime: 10_000,
})

/** Tours that the person can take. */
export const toursQuery = (api: ApiClient) => ({
  queryKey: ['faq', 'tours'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.call(toursForMe, undefined, { quiet: true, signal }),
  staleTime: 60 * 60_000,
})
