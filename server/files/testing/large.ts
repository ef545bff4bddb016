/** A process that keeps a large file and reads it again, and says how much memory that took. */
import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { freshName } from '../keeping.ts'
import { openStore } from '../open-store.ts'

const [place = '', spool = '', megabytes = ''] = process.argv.slice(2)
const store = await openStore(place, spool, process.env)
await store.check()
await mkdir(store.incoming, { recursive: true })
const path = join(store.incoming, 'large')
const file = await open(path, 'w')
const size = Number(megabytes) * 1024 * 1024
await file.truncate(size)
await file.close()
const hash = createHash('sha256')
const piece = Buffer.alloc(1024 * 1024)
for (let at = 0; at < size; at += piece.length) hash.update(piece)
const storedAs = freshName()
const before = process.resourceUsage().maxRSS
await store.take(storedAs, { path, digest: hash.digest('hex') })
let length = 0
for await (const part of store.read(storedAs)) length += part.length
await store.remove(storedAs)
const grown = (process.resourceUsage().maxRSS - before) / 1024
process.stdout.write(JSON.stringify({ length, grown }))
