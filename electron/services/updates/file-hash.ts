import { createHash, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Rejects unless the file's SHA-512 is that one (base64). Reads it in pieces, so that nothing else waits. */
export async function checkHash(file: string, sha512: string): Promise<void> {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  const [found, wanted] = [hash.digest(), Buffer.from(sha512, 'base64')]
  if (found.length !== wanted.length || !timingSafeEqual(found, wanted)) {
    throw new Error('The installer is not the one that the release names.')
  }
}
