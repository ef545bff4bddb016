import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { ROOT, withCompileCache } from './paths.ts'

/** As `nice` counts: a third of what another gets where they want the same. */
const PATIENT_PRIORITY = 5

export interface Quiet {
  readonly ok: boolean
  /** Standard output and error as they came. */
  readonly output: string
}

export interface QuietOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Also kept here. */
  readonly logFile?: string
  readonly timeoutMs?: number
  /** Ends the command early. */
  readonly signal?: AbortSignal
  /** Takes only what others leave of the processor, as do those that it starts. */
  readonly isPatient?: boolean
  /** Unless told otherwise this Node. */
  readonly command?: string
}

/**
 * Runs a command without showing its output, and gives it back.
 *
 * @param args the first is the script, where the command is Node
 */
export async function runQuietly(args: readonly string[], options: QuietOptions = {}): Promise<Quiet> {
  const { command = process.execPath, env = {}, logFile, timeoutMs, signal, isPatient = false } = options
  const child = spawn(command, args, {
    cwd: ROOT,
    env: withCompileCache({ ...plainEnvironment(), ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' as const }),
  })
  if (isPatient && child.pid !== undefined) {
    setPriority(child.pid, PATIENT_PRIORITY)
  }
  const forward = (name: NodeJS.Signals) => child.kill(name)
  process.once('SIGINT', forward).once('SIGTERM', forward)
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      chunks.push(`${command}: ${error.message}\n`)
      resolve(null)
    })
    child.once('close', resolve)
  })
  process.removeListener('SIGINT', forward).removeListener('SIGTERM', forward)
  const output = chunks.join('')
  if (logFile !== undefined) {
    mkdirSync(dirname(logFile), { recursive: true })
    writeFileSync(logFile, output)
  }
  return { ok: code === 0, output }
}

/** The environment without what makes tools colour their output. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}
