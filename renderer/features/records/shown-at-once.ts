import type { QueryClient } from '@tanstack/react-query'
import type { ListedRow } from '#shared/records/record.ts'
import type { FormValues } from './form.ts'
import type { ListedPage, RecordsKind } from './kind.ts'

/**
 * Shows what is being saved in the list and the panel before the server has answered (spec 4 §1.4). Gives what takes
 * it back: rows that somebody else changed meanwhile stay as they are.
 */
export function showAtOnce(
  client: QueryClient,
  { record: { name }, formOf }: RecordsKind,
  before: ListedRow,
  values: FormValues,
): () => void {
  // A form whose fields aren't the record's says nothing of its columns.
  if (formOf) return () => {}
  const isOld = (row: ListedRow) => row.id === before.id && row.version === before.version
  const shown = (row: ListedRow): ListedRow =>
    isOld(row)
      ? { ...row, ...Object.fromEntries(Object.entries(values).filter(([field]) => field in row)) }
      : row
  const takenBack = (row: ListedRow): ListedRow =>
    isOld(row)
      ? {
          ...row,
          ...Object.fromEntries(
            Object.keys(values).flatMap((field) => (field in row ? [[field, before[field]]] : [])),
          ),
        }
      : row
  const put = (change: (row: ListedRow) => ListedRow) => {
    client.setQueriesData<ListedPage>(
      { queryKey: ['records', name] },
      (page) => page && { ...page, rows: page.rows.map(change) },
    )
    client.setQueryData<ListedRow>(['record', name, before.id], (record) => record && change(record))
  }
  put(shown)
  return () => put(takenBack)
}
