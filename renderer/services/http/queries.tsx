import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import type { Services } from '../services.ts'

interface Props {
  readonly caches: Services['caches']
  readonly children: ReactNode
}

/**
 * The query cache for everything below it. Its code is fetched while the first picture is made, which
 * needs none: what does need it waits for `useAreQueriesThere`.
 *
 * @throws where its code can't be had
 */
export function QueriesProvider({ caches, children }: Props) {
  const [queries, setQueries] = useState<QueryClient>()
  useEffect(() => {
    let isWanted = true
    import('./query-client.ts').then(
      ({ createQueryClient }) => isWanted && setQueries(createQueryClient()),
      (error: unknown) =>
        setQueries(() => {
          throw error
        }),
    )
    return () => {
      isWanted = false
    }
  }, [])
  useEffect(() => {
    queries?.mount()
    return () => queries?.unmount()
  }, [queries])
  useEffect(() => caches.register(() => queries?.clear()), [caches, queries])
  return <QueryClientContext value={queries}>{children}</QueryClientContext>
}

/** Whether what reads by queries can be shown. */
export function useAreQueriesThere(): boolean {
  return useContext(QueryClientContext) !== undefined
}
