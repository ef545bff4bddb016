import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

type Params = Record<string, unknown>
type Listener = (method: string, params: never) => void

const CHROMIUM = process.env.STANDIN_CHROMIUM ?? '/usr/bin/chromium'

const SWITCHES = [
  '--headless=new',
  '--no-startup-window',
  // Ours is the pipe: Chromium ends when it closes, so that nothing is orphaned. The port is the test driver's.
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-popup-blocking',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--password-store=basic',
  '--use-fake-device-for-media-stream',
]

/** An answer of Chromium that says no. */
export class ProtocolError extends Error {}

/** Chromium, driven over its DevTools protocol. */
export class Chromium {
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #waiting = new Map<
    number,
    { resolve(value: never): void; reject(error: Error): void; method: string }
  >()
  readonly #listeners = new Map<string, Listener>()
  #lastId = 0
  #closed = false

  /** Starts it; `onExit` is called when it ends for whatever reason. */
  static async launch(
    profile: string,
    relayPort: number,
    onExit: () => void,
  ): Promise<{ chromium: Chromium; driverUrl: string }> {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const relay = [
      // Of all schemes only ws: prefers SOCKS; the rest goes its way directly.
      `--proxy-server=http=direct://;https=direct://;socks=socks5://127.0.0.1:${relayPort}`,
      '--proxy-bypass-list=<-loopback>',
    ]
    const child = spawn(CHROMIUM, [...SWITCHES, ...sandbox, ...relay, `--user-data-dir=${profile}`], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    const driverUrl = await listening(child)
    child.once('exit', onExit)
    return { chromium: new Chromium(child), driverUrl }
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    this.#input = child.stdio[3] as Writable
    const output = child.stdio[4] as Readable
    let rest = ''
    output.setEncoding('utf8')
    output.on('data', (text: string) => {
      const messages = (rest + text).split('\0')
      rest = messages.pop() ?? ''
      for (const message of messages) this.#receive(JSON.parse(message))
    })
    output.on('close', () => this.#close())
    this.#input.on('error', () => this.#close())
  }

  send<Result = unknown>(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    if (this.#closed) return Promise.reject(new ProtocolError(`${method}: Chromium has gone`))
    const id = ++this.#lastId
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, method })
      this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /** Listens to one session's events; to the browser's own without a session. One listener each. */
  listen(sessionId: string | undefined, listener: Listener): void {
    this.#listeners.set(sessionId ?? '', listener)
  }

  /** Asks it to end, so that it writes its profile, and insists after 3 s. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = new Promise((resolve) => this.#child.once('exit', resolve))
    const insist = setTimeout(() => this.kill(), 3_000)
    this.send('Browser.close').catch(() => {})
    await exited
    clearTimeout(insist)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #receive(message: {
    id?: number
    result?: never
    error?: { message: string }
    method?: string
    params?: Params
    sessionId?: string
  }): void {
    if (message.id === undefined) {
      this.#listeners.get(message.sessionId ?? '')?.(message.method ?? '', message.params as never)
      return
    }
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (message.error) waiting?.reject(new ProtocolError(`${waiting.method}: ${message.error.message}`))
    else waiting?.resolve(message.result as never)
  }

  #close(): void {
    this.#closed = true
    for (const { reject, method } of this.#waiting.values()) {
      reject(new ProtocolError(`${method}: Chromium has gone`))
    }
    this.#waiting.clear()
  }
}

/** Waits for the line that says it is up; its standard error goes on to ours where the launcher wants it. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.setEncoding('utf8')
    child.stderr?.on('data', (data: string) => {
      if (process.env.STANDIN_CHROMIUM_LOG) process.stderr.write(data)
      if (text.length > 100_000) return
      text += data
      const url = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (url) resolve(url)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`Chromium ended with ${code ?? signal}\n${text}`)))
  })
}

/** Lets a command fail whose target may go away while it is under way; anything else is reported. */
export function whileThere(work: Promise<unknown>): void {
  work.catch((error: unknown) => {
    if (!(error instanceof ProtocolError)) process.stderr.write(`[stand-in] ${String(error)}\n`)
  })
}
