/**
 * Copies a database's file, compressed: `node copy-base.ts FROM TO`. A process of its own, since SQLite's locks of a
 * file end for a whole process when it closes the file once. With `sealed` after them it is sealed by a key, in hex, that
 * comes by standard input, since arguments can be seen by others.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { plainSink } from './sealed-backup.ts'
import { partSink } from './sealed-log.ts'

const [from = '', to = '', how = ''] = process.argv.slice(2)
const hash = createHash('sha256')
const unfinished = `${to}.unfinished`
let bytes = 0
const handle = await open(unfinished, 'w', 0o600)
const sink =
  how === 'sealed' ? await partSink(handle, Buffer.from(await text(process.stdin), 'hex')) : plainSink(handle)
await pipeline(
  createReadStream(from, { highWaterMark: 1 << 20 }),
  createZstdCompress(),
  async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      await sink.write(chunk)
    }
  },
)
await sink.end()
await handle.sync()
await handle.close()
await rename(unfinished, to)
process.stdout.write(JSON.stringify({ bytes, sha256: hash.digest('hex') }))
