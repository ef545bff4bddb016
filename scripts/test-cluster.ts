/**
 * Two servers on one PostgreSQL, killed, cut off and restarted under the people who use them, as often as the proof
 * asks for: `npm run test:cluster`. `npm test` runs a small form of it.
 */
import './lib/require-node.ts'
import { spawn } from 'node:child_process'
import { bin, ROOT } from './lib/paths.ts'

const args = bin('vitest/vitest.mjs', 'run', '--config', 'vitest.postgres.config.ts', '--reporter=verbose')
const run = spawn(process.execPath, [...args, '--testTimeout=3600000', 'tests/cluster'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, FIELDWORK_LONG: '1' },
})
run.once('exit', (code) => {
  process.exitCode = code ?? 1
})
