/**
 * Runs the proofs that are repeated a few times in `npm test` as often as they should be, and shows
 * what they find: `npm run test:long`. A name after it runs those test files only.
 */
import './lib/require-node.ts'
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { bin, inRoot, ROOT } from './lib/paths.ts'

// Those on PostgreSQL have commands of their own.
const repeated = globSync('{tests,server,shared}/**/*.test.ts', {
  cwd: ROOT,
  exclude: ['tests/cluster/**'],
}).filter((file) => readFileSync(inRoot(file), 'utf8').includes('whole.ts'))
const wanted = process.argv.slice(2)
const files = repeated.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
const args = [...bin('vitest/vitest.mjs'), 'run', '--reporter=verbose', '--testTimeout=3600000', ...files]
const run = spawn(process.execPath, args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, FIELDWORK_LONG: '1' },
})
run.once('exit', (code) => {
  process.exitCode = code ?? 1
})
