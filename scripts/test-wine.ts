/**
 * Runs the desktop client's platform layer on Windows' own Node under Wine, where the machine has both; installs
 * nothing. Where something is missing it says so and ends with 0, or with 2 if `--required` is given. With `--fetch`
 * it fetches Windows' Node, koffi's module and electron-builder's template by npm where there is Wine.
 * On Windows the same checks run on Windows itself.
 *
 * FIELDWORK_WINE, FIELDWORK_WINDOWS_NODE and FIELDWORK_KOFFI name the programs and the module where they are
 * elsewhere than `findWine` looks.
 */
import './lib/require-node.ts'
import { runWineChecks } from './lib/wine.ts'

process.exitCode = await runWineChecks({
  isRequired: process.argv.includes('--required'),
  fetches: process.argv.includes('--fetch'),
  say: console.log,
})
