import { ChartDrawing } from './ChartDrawing.tsx'
import type { ChartData } from './chart-parts.ts'
import { DotsDrawing } from './DotsDrawing.tsx'

/** The picture of a chart of any kind: one part, so that what they draw with comes with them alone. */
export function Drawing(data: ChartData) {
  return data.kind === 'dots' ? <DotsDrawing {...data} /> : <ChartDrawing {...data} kind={data.kind} />
}
