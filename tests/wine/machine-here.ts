/**
 * The machine that the checks run on, as the client sees it, and what ends with the checks.
 *
 * `npm run test:wine` runs each `*.checks.ts` on Windows' own Node: the platform layer against the Windows interface
 * that it is given. Arguments: the path of koffi's module and, under Wine, the folder of installers made for the
 * checks. Several files run at once, so each keeps to keys, names and programs of its own. `docs/desktop.md` says what
 * that proves.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { hostSystem } from '../../electron/platform/host-system.ts'
import type { HelperProcess } from '../../electron/platform/windows/ask-windows.ts'
import { type Scheduler, systemScheduler } from '../../electron/services/scheduler.ts'
import { forkWindowsHelper } from '../../scripts/lib/windows-helper.ts'

const [koffiModule = '', setups = ''] = process.argv.slice(2)
export const KOFFI_MODULE = koffiModule
/** The folder of the installers that were made for these checks; '' where none were. */
export const SETUPS = setups

/** Where Wine keeps what it takes for shares of other machines; null on Windows. */
export const sharesFolder =
  process.env.WINEPREFIX === undefined ? null : path.join(`Z:${process.env.WINEPREFIX}`, 'dosdevices', 'unc')
export const isWine = sharesFolder !== null

/** How many times as slow as Windows a Wine may be that runs beside all other checks. */
const SLOWNESS = 10

/** What waits for an end waits longer: a program or an answer is late here long before it is too late. */
export const patient: Scheduler = {
  ...systemScheduler,
  after: (milliseconds, action) => systemScheduler.after(milliseconds * SLOWNESS, action),
}

const helpers: HelperProcess[] = []

/** Windows by a helper process of its own, so that two of them are two processes. */
export function anotherSystem() {
  return hostSystem({
    platform: process.platform,
    env: process.env,
    scheduler: patient,
    packaged: true,
    startWindowsHelper() {
      const helper = forkWindowsHelper(koffiModule)
      helpers.push(helper)
      return helper
    },
  })
}

export const system = anotherSystem()
export const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork checks ü '))

after(() => {
  for (const helper of helpers) helper.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
