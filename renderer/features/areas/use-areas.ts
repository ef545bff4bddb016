import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Area, listAreas } from '#shared/contract/areas.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'

const AREAS = ['areas'] as const

const areasQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: AREAS,
    queryFn: ({ signal }) => api.call(listAreas, undefined, { quiet: true, signal }),
    // Seats are counted now; others change the tree, too.
    refetchInterval: 60_000,
  })

/** All areas, and the way to read them again once one has changed. */
export function useAreas() {
  const { api } = useServices()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(areasQuery(api))
  return {
    areas: data?.areas,
    error,
    retry: () => void refetch(),
    /** Shows an area as a call answered it, and reads the others again. */
    changed: (area?: Area) => {
      if (area)
        queries.setQueryData<{ areas: Area[] }>(AREAS, (all) => ({
          areas: [...(all?.areas ?? []).filter(({ id }) => id !== area.id), area].sort((a, b) =>
            a.name.localeCompare(b.name),
          ),
        }))
      void queries.invalidateQueries({ queryKey: AREAS })
      void queries.invalidateQueries({ queryKey: ['area-people'] })
    },
  }
}
