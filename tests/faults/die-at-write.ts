/**
 * Loaded into a server before it starts (`node --import`): it dies at the n-th point of a request with
 * the header `x-die-at: n`. Points are before and after each statement that isn't a query, on either database, the
 * begin and the end of a transaction among them; before and after a file is moved to its place; and before the answer
 * goes out. An answer that comes says in `x-points` how many there were.
 */
import { promises as files } from 'node:fs'
import { Server, ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

let dieAt: number | null = null
let points = 0

function point(): void {
  if (dieAt === null) return
  points += 1
  if (points === dieAt) process.kill(process.pid, 'SIGKILL')
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Has a point on both sides of what the method does. */
function watch(prototype: object, name: string, isOfConcern: (self: unknown) => boolean): void {
  const method = Reflect.get(prototype, name) as Method
  Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]) {
    if (!isOfConcern(this)) return Reflect.apply(method, this, args)
    point()
    const result = Reflect.apply(method, this, args)
    point()
    return result
  })
}

const writes = (statement: unknown) => !/^\s*select/i.test((statement as StatementSync).sourceSQL)
watch(StatementSync.prototype, 'run', writes)
watch(StatementSync.prototype, 'all', writes)
watch(DatabaseSync.prototype, 'exec', () => true)

/** The same, of a method that promises. */
function watchPromised(
  owner: object,
  name: string,
  isOfConcern: (args: readonly unknown[]) => boolean,
): void {
  const method = Reflect.get(owner, name) as Method
  Reflect.set(owner, name, async function (this: unknown, ...args: unknown[]) {
    if (!isOfConcern(args)) return Reflect.apply(method, this, args)
    point()
    const result = await Reflect.apply(method, this, args)
    point()
    return result
  })
}

watchPromised(files, 'rename', () => true)
syncBuiltinESMExports()
const isWrite = ([asked]: readonly unknown[]) => typeof asked === 'string' && !/^\s*select/i.test(asked)
watchPromised(pg.Client.prototype, 'query', isWrite)

const emit = Server.prototype.emit as Method
Server.prototype.emit = function (this: unknown, ...args: unknown[]) {
  const [event, request] = args as [string, { readonly headers?: Readonly<Record<string, unknown>> }]
  const wanted = event === 'request' ? request.headers?.['x-die-at'] : undefined
  if (wanted !== undefined) {
    dieAt = Number(wanted)
    points = 0
  }
  return Reflect.apply(emit, this, args)
} as typeof Server.prototype.emit

const writeHead = ServerResponse.prototype.writeHead as Method
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
  point()
  if (dieAt !== null) this.setHeader('x-points', String(points))
  dieAt = null
  return Reflect.apply(writeHead, this, args)
} as typeof ServerResponse.prototype.writeHead
