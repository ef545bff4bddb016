import type { TourPlacement } from '#shared/domain/tours.ts'

/** A box on the page, in pixels of the page as it is zoomed. */
export interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

type Size = Pick<Box, 'width' | 'height'>

const GAP = 14
const MARGIN = 12

const within = (value: number, max: number): number => Math.max(MARGIN, Math.min(value, max - MARGIN))

/** Where the card stands on that side; null where it has no room there. */
function placeOn(
  side: TourPlacement,
  spot: Box,
  card: Size,
  { maxTop, maxLeft }: { readonly maxTop: number; readonly maxLeft: number },
): { top: number; left: number } | null {
  const top = within(spot.top + spot.height / 2 - card.height / 2, maxTop)
  const left = within(spot.left + spot.width / 2 - card.width / 2, maxLeft)
  const places = {
    AUTO: null,
    TOP: { top: spot.top - GAP - card.height, left },
    BOTTOM: { top: spot.top + spot.height + GAP, left },
    LEFT: { top, left: spot.left - GAP - card.width },
    RIGHT: { top, left: spot.left + spot.width + GAP },
  }
  const place = places[side]
  const fits =
    place &&
    place.top >= MARGIN &&
    place.left >= MARGIN &&
    place.top <= maxTop - MARGIN &&
    place.left <= maxLeft - MARGIN
  return fits ? place : null
}

/**
 * Where the card of a stop goes: below what it is about, else above, else beside it, and never beyond
 * the page; in its middle where it is about nothing. Where it is wanted elsewhere it goes there, if there is room.
 */
export function cardPlace(
  spot: Box | null,
  card: Size,
  page: Size,
  wanted: TourPlacement = 'AUTO',
): { top: number; left: number } {
  const maxTop = page.height - card.height
  const maxLeft = page.width - card.width
  if (!spot) return { top: within(maxTop / 2, maxTop), left: within(maxLeft / 2, maxLeft) }
  const asWanted = placeOn(wanted, spot, card, { maxTop, maxLeft })
  if (asWanted) return asWanted
  const left = within(spot.left + spot.width / 2 - card.width / 2, maxLeft)
  const below = spot.top + spot.height + GAP
  if (below <= maxTop - MARGIN) return { top: below, left }
  const above = spot.top - GAP - card.height
  if (above >= MARGIN) return { top: above, left }
  const right = spot.left + spot.width + GAP
  const beside = right <= maxLeft - MARGIN ? right : spot.left - GAP - card.width
  return {
    top: within(spot.top + spot.height / 2 - card.height / 2, maxTop),
    left: within(beside, maxLeft),
  }
}
