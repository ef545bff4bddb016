export { SessionSummaryDialog } from './SessionSummaryDialog.tsx'
