import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { Simulator } from './simulator.ts'

/**
 * The demo's clock (spec 4 §3.2). Without demo data each call answers 404, but for how fast it plays: every page with
 * rates asks that, of every company, and where nothing plays a day goes as in life.
 */
export function demoClockHandlers({
  simulator,
}: {
  /** Null without demo data. */
  readonly simulator: () => Promise<Simulator | null>
}): AreaHandlers<'demoClock'> {
  const playing = async (): Promise<Simulator> => {
    const found = await simulator()
    if (!found) throw new Refusal(404, 'record.gone', { one: 'demo' })
    return found
  }
  return {
    demoClock: async () => (await playing()).state(),
    demoSpeed: async () => ({ speed: (await (await simulator())?.speed()) ?? 1 }),
    setDemoClock: async ({ speed }, { caller }) => (await playing()).setSpeed(caller, speed),
    setDemoScene: async ({ name = null }, { caller }) => (await playing()).setScene(caller, name),
  }
}
