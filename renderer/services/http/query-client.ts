import { QueryClient } from '@tanstack/react-query'

/** What screens read and forget is kept here; asking again is the API client's own matter. */
export const createQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
