import * as z from 'zod/mini'
import type { Bytes } from './crypto/bytes.ts'
import { VAULT_TEXT } from './text.ts'
import { Said } from './words-of.ts'

const answer = z.object({ key: z.nullable(z.instanceof(Uint8Array<ArrayBuffer>)) })

/**
 * A passphrase's key, made in a worker of its own that ends with it, so that the memory which held the
 * passphrase goes back.
 * @throws Said where the worker can't run
 */
export function stretchInWorker(passphrase: string, salt: Bytes): Promise<Bytes> {
  const worker = new Worker(new URL('./argon2-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Bytes>((resolve, reject) => {
    const fail = () => reject(new Said(VAULT_TEXT.noWorker))
    worker.onerror = fail
    worker.onmessage = ({ data }) => {
      const { key } = z.parse(answer, data)
      if (key) resolve(key)
      else fail()
    }
    worker.postMessage({ passphrase, salt })
  }).finally(() => worker.terminate())
}
