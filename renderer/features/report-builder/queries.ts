import { useQuery, useQueryClient } from '@tanstack/react-query'
import { reportDefinitions } from '#shared/contract/reports.ts'
import type { ReportDefinition } from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'

export const REPORTS = ['reports'] as const
export const RESULTS = ['report-results'] as const

/** The reports, and what one can be made of. */
export function useReports() {
  const { api } = useServices()
  return useQuery({
    queryKey: REPORTS,
    queryFn: ({ signal }) => api.call(reportDefinitions, undefined, { quiet: true, signal }),
  })
}

/** Reads lists of reports and results again. */
export function useReload() {
  const client = useQueryClient()
  return () =>
    Promise.all([REPORTS, RESULTS].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}

/** A definition as a call takes it: lists that may be changed. */
export const sent = ({ source, rows, columns, measures, filters, sort }: ReportDefinition) => ({
  source,
  rows: [...rows],
  columns: [...columns],
  measures: [...measures],
  filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
  sort: [...sort],
})
