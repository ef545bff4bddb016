import type { RecordFilter } from '#shared/domain/records.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { filterText } from './filter-text.ts'

export type { OwnField, PanelTab, RecordsKind } from './kind.ts'
/** Each page brings little: what all of them need is fetched once. */
export const RecordsPage = lazyCode(async () => (await import('./RecordsPage.tsx')).RecordsPage)

/** The address of a page of records, narrowed by these filters. */
export function addressWith(page: string, filters: readonly RecordFilter[]): string {
  const parts = filters.map((filter) => `f=${encodeURIComponent(filterText(filter))}`)
  return [page, ...parts].join('&').replace(/^([^?]*?)&/, '$1?')
}

/** The chips of filters and the chooser of columns, for what isn't a page of records but goes by their columns. */
// They come with the page itself: files of their own would make every page of records fetch more.
export const RecordFilters = lazyCode(async () => (await import('./RecordsPage.tsx')).Filters)
export const RecordColumns = lazyCode(async () => (await import('./RecordsPage.tsx')).Columns)

/** The same for a page that sorts and filters by itself: its saved views, and what the address says of it. */
export const RecordViews = lazyCode(async () => (await import('./RecordsPage.tsx')).Views)
export { recordNews } from './record-news.ts'
export { useRecordsView } from './use-records-view.ts'
