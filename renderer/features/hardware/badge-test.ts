import type { MachineFitness } from '../../services/machine/fitness.ts'
import type { Services } from '../../services/services.ts'
import { createHardwareKit } from './kit.ts'
import { newSpeedRun } from './new-speed-run.ts'
import { HARDWARE_TEXT as TEXT } from './text.ts'

/**
 * The badge test without anybody pressing for it: somebody who administers asked for it from elsewhere
 * (spec 3 §6). It says that it runs, and why where it can't; it ends with the session. Resolves when it is over.
 */
export async function runBadgeTest(
  services: Services,
  fitness: MachineFitness,
  kit = createHardwareKit(services, window),
): Promise<void> {
  const { notices, life } = services
  const { run } = newSpeedRun(services, fitness, kit, false)
  if (!fitness.store.getState().settled) await fitness.readSettings()
  const off = life.onReset(run.cancel)
  await new Promise<void>((resolve) => {
    const stop = run.store.subscribe(({ phase, problem }) => {
      if (phase === 'running' || phase === 'saving') return
      stop()
      if (problem !== null) notices.show('warning', problem)
      else if (phase === 'finished') notices.show('info', TEXT.testedForOther)
      resolve()
    })
    run.start('BADGE', fitness.store.getState().enabled)
    if (run.store.getState().phase === 'running') notices.show('info', TEXT.testingForOther)
  })
  off()
}
