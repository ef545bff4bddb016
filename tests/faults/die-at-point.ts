/**
 * Loaded into a program before it starts (`node --import`): it dies by SIGKILL at the n-th point, n being
 * FIELDWORK_DIE_AT. Points are before and after each statement that writes, and before and after what puts files
 * on the disk. One that lives says on standard error how many there were.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'

const dieAt = Number(process.env.FIELDWORK_DIE_AT)
let points = 0

function point(): void {
  points += 1
  if (points === dieAt) process.kill(process.pid, 'SIGKILL')
}

type Method = (this: unknown, ...args: unknown[]) => unknown

function watch(owner: object, name: string, isOfConcern: (self: unknown) => boolean): void {
  const method = Reflect.get(owner, name) as Method
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    if (!isOfConcern(this)) return Reflect.apply(method, this, args)
    point()
    const result = Reflect.apply(method, this, args)
    point()
    return result
  })
}

const writes = (statement: unknown) => !/^\s*(?:select|pragma)/i.test((statement as StatementSync).sourceSQL)
watch(StatementSync.prototype, 'run', writes)
watch(StatementSync.prototype, 'all', writes)
watch(DatabaseSync.prototype, 'exec', () => true)
for (const name of ['writeFileSync', 'fsyncSync', 'renameSync', 'linkSync', 'rmSync', 'copyFileSync'])
  watch(fs, name, () => true)
syncBuiltinESMExports()

process.on('exit', () => void fs.writeSync(2, `points ${points}\n`))
