/** Widths up to which the layouts for phones and tablets hold, in CSS pixels (spec 1 §9). */
export const BREAKPOINTS = { mobile: 480, tablet: 768 } as const

export interface ViewportSize {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
}

export type Layout = 'mobile' | 'tablet' | 'desktop'

/**
 * The layout for a viewport. One dimension at or below the phone's is enough: a turned phone is still a phone
 * (spec 1 §9).
 */
export function layoutOf({ width, height }: ViewportSize): Layout {
  if (width <= BREAKPOINTS.mobile || height <= BREAKPOINTS.mobile) return 'mobile'
  return width <= BREAKPOINTS.tablet ? 'tablet' : 'desktop'
}
