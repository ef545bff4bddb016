import { MEASURES, type MeasureName } from '#shared/domain/kpi.ts'
import { measureText } from '#shared/domain/measure-text.ts'

interface MeasureRowsProps {
  readonly measures: readonly {
    readonly measure: MeasureName
    readonly from: number | null
    readonly target: number
    readonly now: number | null
  }[]
}

/** The rows of an improvement plan's measures: what it is, where it began, what is wanted, where it stands. */
export function MeasureRows({ measures }: MeasureRowsProps) {
  return measures.map(({ measure, from, target, now }) => (
    <tr key={measure}>
      <th scope="row">{MEASURES[measure].label}</th>
      <td>{measureText(measure, from)}</td>
      <td>{measureText(measure, target)}</td>
      <td>{measureText(measure, now)}</td>
    </tr>
  ))
}
