import { useQueryClient } from '@tanstack/react-query'
import { errorRecord } from '#shared/records/admin/error-entry.ts'

export const OVERVIEW = ['error-overview'] as const

/** What an action changed shows everywhere on the page. */
export function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [['records', errorRecord.name], [...OVERVIEW], ['error']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}
