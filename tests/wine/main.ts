/**
 * What `npm run test:wine` runs on Windows' own Node: the platform layer against the Windows interface that it is
 * given. Its arguments are the path of koffi's module and, under Wine, the folder of installers made for the checks.
 * `docs/desktop.md` says what that proves.
 */
import './credentials.checks.ts'
import './machine.checks.ts'
import './idle.checks.ts'
import './processes.checks.ts'
import './files.checks.ts'
import './bundles.checks.ts'
import './installer.checks.ts'
