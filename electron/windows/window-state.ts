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

/** How much of a window, in pixels, must be on a display so that it can be dragged. */
const GRIP = { width: 120, height: 40 }

/** Reads a stored state; the default where it is missing or invalid. */
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
 * A state that fits the present displays: not larger than its display, not smaller than the least size, and
 * without a position, which centres it, where its title bar would be unreachable. The first of `workAreas` is
 * the primary display's.
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
