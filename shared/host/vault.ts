import * as z from 'zod/mini'
import { VAULT_LIMITS } from '../domain/vault.ts'
import { command } from './command.ts'

const base64 = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9+/]+={0,2}$/), z.maxLength(max))

const handle = z.uuid()
/** What is signed of an entry: its text, sealed, and who reads it, in base64 once more. */
const SIGNED_MAX = 2 * (VAULT_LIMITS.ciphertext + VAULT_LIMITS.manifest)

export const vaultCommands = {
  /**
   * The person's opened vault keys, which the host holds for the window that opened them (spec 3 §2): `open` takes
   * the private keys as they are sealed, with what opens them, and answers a handle; `derive` and `sign` answer
   * base64. Null where it doesn't open, or where nothing is held by that handle any more. They go with the page.
   */
  vaultKeys: command(
    z.discriminatedUnion('do', [
      z.object({ do: z.literal('open'), lock: base64(44), sealed: base64(1000), about: base64(2000) }),
      z.object({ do: z.literal('derive'), handle, point: base64(88) }),
      z.object({ do: z.literal('sign'), handle, bytes: base64(SIGNED_MAX) }),
      z.object({ do: z.literal('close'), handle }),
    ]),
    z.nullable(z.string()),
  ),
}
