import { useQuery } from '@tanstack/react-query'
import { windowChoices } from '#shared/contract/booking-windows.ts'
import { useServices } from '../../services/context.tsx'

/** Whom and what windows and campaigns can be for; read once it is wanted. */
export function useChoices(isWanted: boolean) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['booking-window', 'choices'],
    queryFn: ({ signal }) => api.call(windowChoices, {}, { quiet: true, signal }),
    enabled: isWanted,
  })
}
