import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { BackupPlan } from './backup-services.ts'

const ADMIN = fileURLToPath(new URL('../fieldwork-admin.ts', import.meta.url))

/** Runs a command of `fieldwork-admin` beside this server. @throws what it said */
async function run(data: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [ADMIN, '--data', data, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let said = ''
  // What is wrong with a backup is what the command has to say.
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said.trim() || `fieldwork-admin ended with ${code}`)
}

const COPY = fileURLToPath(new URL('./copy-base.ts', import.meta.url))
const copied = z.object({ bytes: z.int(), sha256: z.string() })

/**
 * Copies a database's file by a process of its own.
 * @param key seals the copy; null for none
 * @throws what it said
 */
export async function copyBaseByProcess(
  from: string,
  to: string,
  key: Buffer | null = null,
): Promise<z.output<typeof copied>> {
  const args = [COPY, from, to, ...(key === null ? [] : ['sealed'])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  // One that ended before it read it says why itself.
  child.stdin.on('error', () => {})
  child.stdin.end(key?.toString('hex') ?? '')
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said.err.trim() || `The copy ended with ${code}`)
  return copied.parse(JSON.parse(said.out))
}

export const backupsByProcess = (data: string, folder: string): BackupPlan => ({
  folder,
  take: (to, signal) => run(data, ['backup', to], signal),
  verify: (file, signal) => run(data, ['verify-backup', file], signal),
})
