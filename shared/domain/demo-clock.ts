/** The demo's day (spec 4 §3.2). */
export const DEMO_SPEEDS = [0, 1, 5, 20] as const
/** 0 is paused. */
export type DemoSpeed = (typeof DEMO_SPEEDS)[number]

export const DEMO_SCENES = [
  'DIALLER_OUTAGE',
  'RAIL_STRIKE',
  'QUOTA_FILLS',
  'APPOINTMENTS_AT_RISK',
  'BUSY_EVENING',
] as const
export type DemoScene = (typeof DEMO_SCENES)[number]

/** A scene ends by itself after so long. */
export const SCENE_MS = 20 * 60_000
/** So long after their last window closed the demo goes on with somebody who was really there. */
export const REAL_MS = 10 * 60_000
/** A gap that is filled in is at most so long. */
export const GAP_DAYS = 14
