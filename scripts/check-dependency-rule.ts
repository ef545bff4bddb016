import './lib/require-node.ts'
import { checkDependencyRule, describeFindings, MODULE_FLOOR } from './lib/dependency-rule.ts'
import { ROOT } from './lib/paths.ts'

const { modules, findings } = await checkDependencyRule(ROOT)
if (modules < MODULE_FLOOR) {
  console.error(`Only ${modules} modules were read, fewer than ${MODULE_FLOOR}: the check itself is broken.`)
  process.exitCode = 1
} else if (findings.length > 0) {
  console.error(`${describeFindings(findings)}\n\n${findings.length} imports break the dependency rule.`)
  process.exitCode = 1
} else {
  console.log(`The dependency rule holds in ${modules} modules.`)
}
