import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'

/** Standard input: a terminal, or what somebody passes on. */
export type SecretInput = Readable & { readonly isTTY?: boolean }

const silent = new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Asks for a secret on the terminal without showing it, or reads it from standard input, where it is the first line.
 *
 * @param ask shows the question
 */
export async function readSecret(
  input: SecretInput,
  ask: (question: string) => void,
  name = 'Password',
): Promise<string> {
  if (input.isTTY) {
    ask(`${name}: `)
    const reader = createInterface({ input, output: silent, terminal: true })
    try {
      return await reader.question('')
    } finally {
      reader.close()
      ask('\n')
    }
  }
  let text = ''
  for await (const chunk of input) text += String(chunk)
  return text.split(/\r?\n/)[0] ?? ''
}
