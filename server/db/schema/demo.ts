import type { DemoScene, DemoSpeed } from '#shared/domain/demo-clock.ts'
import type { Time } from './time.ts'

/** How the demo's day goes on (spec 4 §3.2); one row, of number 1, once it was played or set. */
export interface DemoClockTable {
  id: number
  speed: DemoSpeed
  /** When what the demo's people do was last taken on; null before the first time. */
  steppedAt: Time | null
  scene: DemoScene | null
  sceneAt: Time | null
  /** Who set it off. */
  sceneBy: string
  /** JSON of the planner's `Memory`; '' before the first step. */
  memory: string
  changedAt: Time
}
