import { valueText } from './interview-text.ts'
import { MEASURES, type MeasureName } from './kpi.ts'
import { numberText } from './locale.ts'

/** A measure's value as people read it; a share is in percent already. */
export function measureText(name: MeasureName, value: number | null): string {
  if (value === null) return '–'
  switch (MEASURES[name].kind) {
    case 'share':
      return `${numberText(Math.round(value * 10) / 10)} %`
    case 'minutes':
      return `${numberText(Math.round(value * 10) / 10)} min`
    case 'index':
      return numberText(Math.round(value))
    case 'score':
      return numberText(Math.round(value * 10) / 10)
    default:
      return valueText('completesPerHour', value)
  }
}
