import { BREAKPOINTS } from './breakpoints.ts'

/** Spec 1 §9. */
export const DEFAULT_ZOOM = 0.85
export const ZOOM_STEP = 0.1
/** A stored zoom above this is reset (spec 1 §4.8). */
export const MAX_ZOOM = 2
/** The page isn't shown smaller than this (decisions, Shell), since it couldn't be read. */
export const MIN_ZOOM = 0.5
/** Least size of text at the default zoom, in CSS pixels of the screen. */
const TEXT_MIN_PX = 12
/** Up to this screen width the zoom is scaled down, in pixels (spec 1 §4.8). */
const SCALED_UP_TO = 1200

/** The zoom to begin with: the stored one, or the default where that is above 2, below 0 or no number. */
export function initialZoom(saved: number | null): number {
  return saved !== null && saved >= 0 && saved <= MAX_ZOOM ? saved : DEFAULT_ZOOM
}

/** One step in or out; unchanged at a limit. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = Math.round((zoom + direction * ZOOM_STEP) * 100) / 100
  return next < MIN_ZOOM || next > MAX_ZOOM ? zoom : next
}

/**
 * The zoom that the page is shown with (spec 1 §4.8). Up to 1200 px the desktop's layout is scaled by width /
 * 1200, at least by 0.5 (decisions, Shell). Up to 768 px the layouts are made for such screens, so the
 * default zoom is 1 there.
 * @param screenWidth of the screen, not of the window, in CSS pixels: so the browser's own zoom, which
 * changes the window's width, isn't undone
 */
export function shownZoom(zoom: number, screenWidth: number): number {
  if (screenWidth > SCALED_UP_TO) return Math.max(MIN_ZOOM, zoom)
  const factor = screenWidth > BREAKPOINTS.tablet ? screenWidth / SCALED_UP_TO : 1 / DEFAULT_ZOOM
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(zoom * factor * 1000) / 1000))
}

/**
 * The smallest size of type, in pixels of the zoomed page, so that text has 12 of the screen's at the default
 * zoom. Zooming out from there makes it smaller.
 * @param screenWidth of the screen, in CSS pixels
 */
export function textFloor(screenWidth: number): number {
  // Rounded up, since 12 is the least.
  return Math.ceil((TEXT_MIN_PX / shownZoom(DEFAULT_ZOOM, screenWidth)) * 100) / 100
}
