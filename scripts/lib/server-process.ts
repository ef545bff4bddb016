import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { serverProgram } from '../../server/testing/programs.ts'
import { withCompileCache } from './paths.ts'

/** Somebody who can sign in, as the server's first line names them. */
const account = z.object({
  /** What the person is there to show, such as 'interviewer' or 'two-factor'. */
  kind: z.optional(z.string()),
  userName: z.string(),
  password: z.string(),
  role: z.string(),
  displayName: z.string(),
  /** The secret of their one-time codes, in base32, where they sign in with two factors. */
  twoFactorSecret: z.optional(z.string()),
})
export type Account = z.output<typeof account>

/** A mail that the server would send: it writes them to its outbox and tells of each. */
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string() })
export type Mail = z.output<typeof mail>
const mailLine = z.object({ mail })

const readyLine = z.object({ ready: z.literal(true), url: z.string(), accounts: z.array(account) })

export interface ServerOptions {
  readonly dataDir: string
  /** 0 takes a free one. */
  readonly port: number
  /** Standard error goes here, appended. */
  readonly logFile: string
  readonly staticDir?: string
  readonly reset?: boolean
  readonly env?: NodeJS.ProcessEnv
  /** The program and its first arguments; the embedded server unless told otherwise. */
  readonly program?: readonly string[]
  readonly readyTimeoutMs?: number
  /** Added to its command line. */
  readonly args?: readonly string[]
  /** Told of each mail that the server writes. */
  readonly onMail?: (mail: Mail) => void
  /** Told of each line that is meant for a person, such as how to set it up. */
  readonly onSentence?: (sentence: string) => void
}

export interface ServerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServerProcess {
  readonly url: string
  readonly accounts: readonly Account[]
  readonly pid: number
  /** Settles when the server has ended. */
  readonly exited: Promise<ServerExit>
  /** Asks it to end, insists after five seconds. */
  stop(): Promise<ServerExit>
  /** Ends it at once, as a crash would. */
  kill(): Promise<ServerExit>
}

/** The server didn't come up; the message is for a person and holds the end of its log. */
export class ServerStartError extends Error {
  constructor(reason: string, logFile: string) {
    super(`${reason}\n${logTail(logFile)}`)
    this.name = 'ServerStartError'
  }
}

const READY_TIMEOUT_MS = 120_000
const STOP_PATIENCE_MS = 5_000

/** The last lines of a log, or a sentence where there are none. */
export function logTail(logFile: string, lines = 20): string {
  const text = existsSync(logFile) ? readFileSync(logFile, 'utf8').trimEnd() : ''
  return text === '' ? '(its log is empty)' : text.split('\n').slice(-lines).join('\n')
}

function parseLine<Schema extends z.ZodMiniType>(schema: Schema, line: string): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** What a line of the server's standard output announces; null for any other line. */
export function parseReadyLine(line: string): z.output<typeof readyLine> | null {
  return parseLine(readyLine, line)
}

function serverArguments(options: ServerOptions): string[] {
  const args = [
    ...(options.program ?? [serverProgram('main')]),
    '--data',
    options.dataDir,
    '--port',
    String(options.port),
    '--host',
    '127.0.0.1',
    // It ends when its standard input does: with this process, however that ends.
    '--stop-with-parent',
  ]
  if (options.staticDir !== undefined) args.push('--static', options.staticDir)
  if (options.reset) args.push('--reset')
  args.push(...(options.args ?? []))
  return args
}

/**
 * Starts the embedded server and waits for its ready line.
 *
 * @throws ServerStartError where it ends before it is ready, or isn't ready in time
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const log = openSync(options.logFile, 'a')
  const child = spawn(process.execPath, serverArguments(options), {
    stdio: ['pipe', 'pipe', log],
    env: withCompileCache({ ...process.env, ...options.env }),
  })
  closeSync(log)
  const exited = new Promise<ServerExit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
    child.stdin?.on('error', () => {}) // It may be gone before it is told to go.
  })
  const ready = await Promise.race([
    untilReady(child, options),
    exited.then((exit) => `The server ended before it was ready (${describeExit(exit)}).`),
    after(options.readyTimeoutMs ?? READY_TIMEOUT_MS).then(() => 'The server was not ready in time.'),
  ])
  if (typeof ready === 'string') {
    child.kill('SIGKILL')
    await exited
    throw new ServerStartError(ready, options.logFile)
  }
  const kill = () => {
    child.kill('SIGKILL')
    return exited
  }
  return { ...ready, pid: child.pid ?? 0, exited, stop: () => stop(child, exited), kill }
}

/** Listens to the server's announcements for as long as it runs; settles with the first, that it is ready. */
function untilReady(
  child: ChildProcess,
  { onMail, onSentence }: Pick<ServerOptions, 'onMail' | 'onSentence'>,
): Promise<{ url: string; accounts: Account[] }> {
  return new Promise((resolve) => {
    let rest = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const parsed = parseReadyLine(line)
        if (parsed) resolve({ url: parsed.url.replace(/\/$/, ''), accounts: parsed.accounts })
        const written = parseLine(mailLine, line)
        if (written) onMail?.(written.mail)
        if (line !== '' && !line.startsWith('{')) onSentence?.(line)
      }
    })
  })
}

async function stop(child: ChildProcess, exited: Promise<ServerExit>): Promise<ServerExit> {
  child.stdin?.end()
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
  const exit = await exited
  clearTimeout(patience)
  return exit
}

/** 'code 1' or 'SIGKILL'. */
export function describeExit(exit: ServerExit): string {
  return exit.signal ?? (exit.code === null ? 'could not be started' : `code ${exit.code}`)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
