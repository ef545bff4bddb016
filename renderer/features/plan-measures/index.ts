export { MeasureRows } from './MeasureRows.tsx'
