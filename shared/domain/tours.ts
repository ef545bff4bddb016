/** Where the card of a stop goes; by itself where there is most room. */
export const TOUR_SIDES = ['AUTO', 'TOP', 'BOTTOM', 'LEFT', 'RIGHT'] as const
export type TourPlacement = (typeof TOUR_SIDES)[number]

/** One stop of a guided tour. */
export interface TourStep {
  /** The `data-tour` of the element that it points at; '' for none. */
  readonly element: string
  readonly title: string
  readonly text: string
  readonly placement: TourPlacement
}

function stepOf(step: unknown): TourStep[] {
  if (typeof step !== 'object' || step === null) return []
  const text = (name: string): string => {
    const value: unknown = Reflect.get(step, name)
    return typeof value === 'string' ? value : ''
  }
  const placement = text('placement')
  const read = {
    element: text('element'),
    title: text('title'),
    text: text('text'),
    placement: TOUR_SIDES.find((side) => side === placement) ?? 'AUTO',
  } as const
  return read.title === '' && read.text === '' ? [] : [read]
}

/** The stops of a tour, from the JSON that `fetch-tour` answers; none where it can't be read (spec 3 §7). */
export function readTour(payload: string): readonly TourStep[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(payload)
  } catch {
    return []
  }
  const steps: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'steps') : null
  return Array.isArray(steps) ? steps.flatMap(stepOf) : []
}
