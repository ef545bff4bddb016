import * as z from 'zod/mini'

const size = z.int().check(z.minimum(1), z.maximum(100_000))
const coordinate = z.int().check(z.minimum(-100_000), z.maximum(100_000))

const windowState = z.object({
  x: z.optional(coordinate),
  y: z.optional(coordinate),
  width: size,
  height: size,
  maximised: z.boolean(),
})
export type WindowState = z.output<typeof windowState>

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export const MINIMUM_SIZE = { width: 480, height: 480 }
export const DEFAULT_STATE: WindowState = { width: 1280, height: 820, maximised: false }

/** How much of a window, in pixels, must be within a display for a person to get hold of it. */
const GRIP = { width: 120, height: 40 }

/** Reads a stored state; the default where it is missing or no state. */
export function parseWindowState(text: string | null): WindowState {
  if (text === null) return DEFAULT_STATE
  try {
    const state = z.safeParse(windowState, JSON.parse(text))
    return state.success ? state.data : DEFAULT_STATE
  } catch {
    return DEFAULT_STATE
  }
}

/**
 * A state that fits the displays there are now: never larger than the display it is on, nor smaller
 * than the least size, and with the position left out, which centres it, where its title bar would
 * be out of reach. `workAreas` has the primary display first.
 */
export function fitToDisplays(state: WindowState, workAreas: readonly Rectangle[]): WindowState {
  const { x, y, maximised } = state
  const home = workAreas.find(
    (area) => x !== undefined && y !== undefined && reaches({ ...state, x, y }, area),
  )
  const area = home ?? workAreas[0]
  const width = clamp(state.width, MINIMUM_SIZE.width, area?.width)
  const height = clamp(state.height, MINIMUM_SIZE.height, area?.height)
  if (!home || x === undefined || y === undefined) return { width, height, maximised }
  return { x, y, width, height, maximised }
}

/** Whether enough of a window's upper edge is within a display. */
function reaches(window: Rectangle, area: Rectangle): boolean {
  const across = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x)
  return across >= GRIP.width && window.y >= area.y && window.y + GRIP.height <= area.y + area.height
}

function clamp(value: number, least: number, most: number | undefined): number {
  return Math.max(least, Math.min(value, most ?? value))
}
