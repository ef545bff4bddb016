import { figureOf, INTERVIEW_FIGURES, type InterviewFigure, type InterviewTally } from './interviews.ts'
import { numberText, twoPlaces } from './locale.ts'

/** A figure's value as people read it: counts whole, rates with two places, shares in percent. */
export function valueText(figure: InterviewFigure, value: number | null): string {
  if (value === null) return '–'
  switch (INTERVIEW_FIGURES[figure].kind) {
    case 'count':
      return numberText(value)
    case 'share':
      return `${numberText(Math.round(value * 1000) / 10)} %`
    case 'minutes':
      return `${numberText(Math.round(value * 10) / 10)} min`
    case 'index':
      return numberText(Math.round(value))
    default:
      return twoPlaces(value)
  }
}

export const figureText = (figure: InterviewFigure, tally: InterviewTally): string =>
  valueText(figure, figureOf(figure, tally))

/** The formula with its numbers in it, such as '7 ÷ 3 = 2.33'. */
export function countedText(figure: InterviewFigure, tally: InterviewTally): string {
  const [above, below] = INTERVIEW_FIGURES[figure].parts(tally)
  const part = (value: number) => (Number.isInteger(value) ? numberText(value) : twoPlaces(value))
  const value = figureText(figure, tally)
  if (below === null) return value
  const hundred = INTERVIEW_FIGURES[figure].kind === 'index' ? ' × 100' : ''
  return `${part(above)} ÷ ${part(below)}${hundred} = ${value}`
}
