import { valueText } from './interview-text.ts'
import { asShown, MEASURES, type MeasureName } from './kpi.ts'
import { numberText } from './locale.ts'

/** A measure's value as people read it; a share is in percent already. */
export function measureText(name: MeasureName, value: number | null): string {
  if (value === null) return '–'
  const shown = asShown(name, value)
  switch (MEASURES[name].kind) {
    case 'share':
      return `${numberText(shown)} %`
    case 'minutes':
      return `${numberText(shown)} min`
    case 'index':
    case 'score':
      return numberText(shown)
    default:
      return valueText('completesPerHour', shown)
  }
}
