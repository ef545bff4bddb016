import { lazyCode } from '../../ui/fetch-code.ts'

export type { OwnField, PanelTab, RecordsKind } from './kind.ts'
/** Each page brings little: what all of them need is fetched once. */
export const RecordsPage = lazyCode(async () => (await import('./RecordsPage.tsx')).RecordsPage)
