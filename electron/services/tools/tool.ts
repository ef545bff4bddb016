import type { ToolCredentials } from '#shared/host/credentials.ts'
import type { ToolState } from '#shared/host/tools.ts'
import type { SignInProgram, ToolProgram } from '../../config/deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import type { LaunchedProgram } from '../../platform/program-launcher.ts'
import { type HandoverParts, withCredentials } from './handover.ts'

const SHORT = { timeLimitMs: 20_000, outputLimitBytes: 256 * 1024 }

/**
 * A credential stays in the store at least this long, since a program may hand over to another one and end.
 */
const STORED_AT_LEAST_MS = 30_000

export interface ToolParts extends HandoverParts {
  readonly system: HostSystem
  readonly after: (milliseconds: number, action: () => void) => void
}

/**
 * A program that people work in: the dialler or a survey tool. Fails with `HostFailure` or `CommandFailure`.
 */
export class Tool {
  readonly #program: ToolProgram
  readonly #parts: ToolParts
  #launched: LaunchedProgram | null = null

  constructor(program: ToolProgram, parts: ToolParts) {
    this.#program = program
    this.#parts = parts
  }

  /** Settles once it runs. */
  launch(credentials: ToolCredentials & { readonly url?: string }): Promise<void> {
    return this.#start(this.#program.launch, credentials)
  }

  /** Signs in again: by the configured program, else by restarting. */
  async reauthenticate(credentials: ToolCredentials): Promise<void> {
    const { reauthenticate } = this.#program
    if (!reauthenticate) {
      await this.logout()
      return this.launch(credentials)
    }
    const { args, options, done } = await withCredentials(reauthenticate, credentials, this.#parts)
    try {
      await this.#parts.system.run(reauthenticate.program, args, { ...SHORT, ...options })
    } finally {
      await done()
    }
  }

  async state(): Promise<ToolState> {
    if (this.#launched?.running()) return 'RUNNING'
    const { image } = this.#program
    return image !== undefined && (await this.#parts.system.windows.ask('isRunning', { image }))
      ? 'RUNNING'
      : 'STOPPED'
  }

  /** Signs the person out if it runs: by its own program, else by ending it. */
  async logout(): Promise<void> {
    const { logout, image } = this.#program
    if ((await this.state()) === 'STOPPED') return
    const { system } = this.#parts
    if (logout) await system.run(logout.program, logout.args, SHORT)
    else if (image !== undefined) {
      await system.windows.ask('closePrograms', { images: [image] })
    }
    this.#launched?.end()
    this.#launched = null
  }

  async #start(program: SignInProgram, credentials: ToolCredentials): Promise<void> {
    const { args, options, done } = await withCredentials(program, credentials, this.#parts)
    let ended = false
    let waited = false
    const doneOnce = () => void (ended && waited && done())
    try {
      this.#launched = await this.#parts.system.launch(program.program, args, {
        ...options,
        onEnd: () => {
          ended = true
          doneOnce()
        },
      })
    } catch (error) {
      await done()
      throw error
    }
    this.#parts.after(STORED_AT_LEAST_MS, () => {
      waited = true
      doneOnce()
    })
  }
}
