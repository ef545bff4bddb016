import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { BackupPlan } from './backup-services.ts'

const ADMIN = new URL('../fieldwork-admin.ts', import.meta.url).pathname

/** Runs a command of `fieldwork-admin` beside this server. @throws what it said */
async function run(data: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [ADMIN, '--data', data, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(said.trim() || `fieldwork-admin ended with ${code}`)
}

export const backupsByProcess = (data: string, folder: string): BackupPlan => ({
  folder,
  take: (to, signal) => run(data, ['backup', to], signal),
  verify: (file, signal) => run(data, ['verify-backup', file], signal),
})
