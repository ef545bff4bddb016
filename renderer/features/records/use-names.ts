import { useQueries } from '@tanstack/react-query'
import { findNamed } from '#shared/contract/views.ts'
import { MYSELF, type RecordFilter } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'

/** Names of people or projects, by id. */
export type Names = Readonly<Record<string, string>>

/** What those are called that filters of a page name by id; those whom the viewer doesn't see stay without a name. */
export function useNames(
  page: string,
  columns: Readonly<Record<string, Column | undefined>>,
  filters: readonly RecordFilter[],
): Readonly<Record<string, Names>> {
  const { api } = useServices()
  const asked = filters.flatMap(({ field, operator, values }) => {
    const ids = values.filter((value) => value !== MYSELF).map(Number)
    return columns[field]?.picks && operator === 'ANY_OF' && ids.length > 0 ? [{ field, ids }] : []
  })
  const answers = useQueries({
    queries: asked.map((one) => ({
      queryKey: ['named', page, one],
      queryFn: () => api.call(findNamed, { page, ...one }, { quiet: true }),
    })),
  })
  return Object.fromEntries(
    asked.map(({ field }, at) => [
      field,
      Object.fromEntries((answers[at]?.data?.found ?? []).map(({ id, name }) => [id, name])),
    ]),
  )
}
