export type { RecordsKind } from './kind.ts'
export { RecordsPage } from './RecordsPage.tsx'
