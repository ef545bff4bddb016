import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Keys that can't be used; the message says why, and never what they are. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError'
}

/** Where keys come from. */
export interface SecretsSource {
  /** As a sentence begins. */
  readonly name: string
  /** Null where there is nothing. @throws SecretsError */
  read(): string | null
  /** Writes the first content, and never over another; null where this process can't write. */
  readonly create: ((text: string) => void) | null
  /** Puts another content in its place, whole or not at all. */
  readonly replace: ((text: string) => void) | null
}

const VARIABLE = 'FIELDWORK_SECRETS'
const CREDENTIAL = 'fieldwork-secrets'
const READABLE_BY_OTHERS = 0o077

/** A folder's entries are on the disk. Windows has no such thing, and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function ofFile(file: string): SecretsSource {
  const fresh = `${file}-new`
  return {
    name: `The secrets file ${file}`,
    read: () => {
      const found = statSync(file, { throwIfNoEntry: false })
      if (!found) return null
      if (process.platform !== 'win32' && (found.mode & READABLE_BY_OTHERS) !== 0)
        throw new SecretsError('The secrets file can be read by others.')
      return readFileSync(file, 'utf8')
    },
    create: (text) => {
      writeDurably(fresh, text)
      // Of two that begin at once, one makes it, and both read that one.
      if (!existsSync(file)) linkSync(fresh, file)
      rmSync(fresh)
      syncFolder(dirname(file))
    },
    replace: (text) => {
      writeDurably(fresh, text)
      renameSync(fresh, file)
      syncFolder(dirname(file))
    },
  }
}

/** The environment first, then systemd's credentials (`LoadCredential=fieldwork-secrets:…`), then the file. */
export function secretsSource(file: string, env: NodeJS.ProcessEnv): SecretsSource {
  const text = env[VARIABLE]
  if (text) return { name: VARIABLE, read: () => text, create: null, replace: null }
  const credential = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, CREDENTIAL)
  if (credential && existsSync(credential)) {
    const name = `The credential ${CREDENTIAL}`
    return { name, read: () => readFileSync(credential, 'utf8'), create: null, replace: null }
  }
  return ofFile(file)
}
