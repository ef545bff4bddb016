import { saveSpeedTest } from '#shared/contract/device-health.ts'
import type { MachineFitness } from '../../services/machine/fitness.ts'
import type { Services } from '../../services/services.ts'
import type { HardwareKit } from './kit.ts'
import { createProviderMeter } from './provider-meter.ts'
import { createSpeedRun } from './speed-run.ts'

/** What runs tests of this machine's connection, and the provider that they may be measured by. */
export function newSpeedRun(
  { api, desktop, session, timers, now, newID }: Services,
  fitness: MachineFitness,
  kit: Pick<HardwareKit, 'meter'>,
  /** The person began it; else the server keeps it on their shift alone. */
  isOwn = true,
) {
  const mayTest = () => session.store.getState().permissions.can('CAN_USE_SPEED_TEST')
  const provider = createProviderMeter({ desktop, mayTest, newID })
  const run = createSpeedRun({
    meter: kit.meter,
    provider,
    async machine() {
      await fitness.readMachine()
      return fitness.store.getState().machine.now
    },
    packetLoss: async () => {
      const packets = await desktop.invoke('speedTest', null)
      return packets.ok ? packets.value.loss : null
    },
    save: (kind, results, server) =>
      api.call(saveSpeedTest, { kind, results: [...results], server, isOwn }, { quiet: true }),
    tested: fitness.tested,
    timers,
    now,
  })
  return { run, provider }
}
