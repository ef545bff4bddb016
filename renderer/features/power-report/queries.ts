import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { powerDefinitions, runPowerReport } from '#shared/contract/power-report.ts'
import type { PowerDefinition, PowerPage } from '#shared/domain/power-report.ts'
import { useServices } from '../../services/context.tsx'
import { sent } from './definition.ts'

export type PowerOptions = z.output<typeof powerDefinitions.response>

const DEFINITIONS = 'power-reports'

/** The saved reports of a page, and what filters can name. */
export function usePowerReports(page: PowerPage) {
  const { api } = useServices()
  return useQuery({
    queryKey: [DEFINITIONS, page],
    queryFn: ({ signal }) => api.call(powerDefinitions, { page }, { quiet: true, signal }),
  })
}

export function useReload() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [DEFINITIONS] })
}

export const isComplete = ({ rows, measures }: PowerDefinition): boolean =>
  rows.length > 0 && measures.length > 0

/** The report as it is now; what was shown stays until the next is there. */
export function usePowerReport(page: PowerPage, definition: PowerDefinition) {
  const { api } = useServices()
  const asked = sent(definition)
  return useQuery({
    queryKey: ['power-report', page, asked],
    queryFn: ({ signal }) => api.call(runPowerReport, { page, definition: asked }, { quiet: true, signal }),
    enabled:
      isComplete(definition) &&
      (definition.time !== 'OWN' || (definition.from !== '' && definition.to !== '')),
    placeholderData: keepPreviousData,
    retry: false,
  })
}
