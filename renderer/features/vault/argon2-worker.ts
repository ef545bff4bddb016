import { stretched } from './argon2.ts'
import type { Bytes } from './crypto/bytes.ts'

// WebAssembly may run only here: the security headers of this file allow it, those of the page don't
// (server/http/security-headers.ts).
self.onmessage = ({ data }: MessageEvent<{ readonly passphrase: string; readonly salt: Bytes }>) => {
  // A rejection has to reach the page: it waits for an answer.
  stretched(data.passphrase, data.salt).then(
    (key) => self.postMessage({ key }),
    () => self.postMessage({ key: null }),
  )
}
