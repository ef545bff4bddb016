import { useQuery } from '@tanstack/react-query'
import { listAdaptors } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { ADAPTORS } from './keys.ts'

/** All adaptors as the server has them. */
export function useAdaptors() {
  const { api } = useServices()
  return useQuery({
    queryKey: ADAPTORS,
    queryFn: ({ signal }) => api.call(listAdaptors, undefined, { quiet: true, signal }),
  })
}
