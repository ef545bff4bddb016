import './lib/require-node.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, type LockFile, missingPackages } from './lib/lock-file.ts'
import { inRoot } from './lib/paths.ts'

/** After `npm install` from a registry that lacks packages for other machines: makes `npm ci` accept the file. */
const file = inRoot('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile
const missing = missingPackages(lock)
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
console.log(
  missing.length === 0
    ? 'The lock file is complete.'
    : `Added ${missing.length} packages for other machines.`,
)
