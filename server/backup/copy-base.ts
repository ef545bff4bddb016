/**
 * Copies a database's file, compressed: `node copy-base.ts FROM TO`. A process of its own, since SQLite's locks of a
 * file end for a whole process when it closes the file once.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'

const [from = '', to = ''] = process.argv.slice(2)
const hash = createHash('sha256')
const unfinished = `${to}.unfinished`
let bytes = 0
await pipeline(
  createReadStream(from, { highWaterMark: 1 << 20 }),
  createZstdCompress(),
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  }),
  createWriteStream(unfinished, { mode: 0o600 }),
)
const handle = await open(unfinished, 'r+')
await handle.sync()
await handle.close()
await rename(unfinished, to)
process.stdout.write(JSON.stringify({ bytes, sha256: hash.digest('hex') }))
