export { ColumnMatching, type MatchedColumns } from './ColumnMatching.tsx'
export { FilePick } from './FilePick.tsx'
export { OutcomeCounts } from './OutcomeCounts.tsx'
