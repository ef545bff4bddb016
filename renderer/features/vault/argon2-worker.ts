import { stretched } from './argon2.ts'
import type { Bytes } from './crypto/bytes.ts'

// WebAssembly runs here and nowhere else: this file's own answer allows it, the page's doesn't
// (server/http/security-headers.ts).
self.onmessage = ({ data }: MessageEvent<{ readonly passphrase: string; readonly salt: Bytes }>) => {
  // A rejection has to reach the page: it waits for an answer.
  stretched(data.passphrase, data.salt).then(
    (key) => self.postMessage({ key }),
    () => self.postMessage({ key: null }),
  )
}
