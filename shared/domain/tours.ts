/** Where the card of a stop goes; by itself where there is most room. */
export const TOUR_PLACEMENTS = {
  AUTO: 'By itself',
  TOP: 'Above',
  BOTTOM: 'Below',
  LEFT: 'Left',
  RIGHT: 'Right',
} as const
export type TourPlacement = keyof typeof TOUR_PLACEMENTS

/** Longest texts and most stops of a tour. Ours. */
export const TOUR_NAME_MAX = 100
export const TOUR_TITLE_MAX = 100
export const TOUR_TEXT_MAX = 500
export const TOUR_STEPS_MAX = 30

/** One stop of a guided tour. */
export interface TourStep {
  /** The `data-tour` of the element that it points at; '' for none. */
  readonly element: string
  readonly title: string
  readonly text: string
  readonly placement: TourPlacement
}

const isPlacement = (value: string): value is TourPlacement => Object.hasOwn(TOUR_PLACEMENTS, value)

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
    placement: isPlacement(placement) ? placement : 'AUTO',
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
