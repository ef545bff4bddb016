import './lib/require-node.ts'
import { check, chooseSteps } from './lib/check.ts'
import { onParentGone } from './lib/parent.ts'
import { bundleServer } from './lib/server-bundle.ts'

onParentGone(() => process.exit(1))
try {
  await bundleServer()
  process.exitCode = (await check(chooseSteps(process.argv.slice(2)))) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
