import * as z from 'zod/mini'
import type { HostEventPayload } from '#shared/host/events.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import type { FollowedProgram } from '../../platform/program-follower.ts'
import type { Report } from '../log.ts'
import type { Cancel, Scheduler } from '../scheduler.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'
import { powerShell, powerShellArguments } from '../win32/windows-programs.ts'

export type ActiveProgram = HostEventPayload<'activeApp'>

const WHAT = 'Watching the program in front'

/**
 * How often the program in front is looked at, in seconds, and how often something is written in any case.
 */
const LOOK_SECONDS = 2
const SIGN_OF_LIFE_SECONDS = 30

/** A watcher that ended is restarted after this long, and given up if it ends too often. */
const RESTART_MS = 5_000
const RESTARTS_MAX = 5
export const RESTARTS_IN_MS = 10 * 60_000

const NAME_MAX = 200

/**
 * Prints a line of JSON whenever another program comes to the front: its file's name, and its description,
 * which is in the system's language and missing for programs with higher rights. Window titles are left out,
 * as they are other people's words. The empty lines in between make it end when nobody reads any more.
 */
const SCRIPT = `Add-Type -Namespace Fieldwork -Name Front -MemberDefinition @'
[DllImport("user32.dll")] public static extern System.IntPtr GetForegroundWindow();
[DllImport("user32.dll")] public static extern uint GetWindowThreadProcessId(System.IntPtr w, out uint id);
'@
$last=[uint32]0;$said=[DateTime]::UtcNow
while($true){
$id=[uint32]0;$null=[Fieldwork.Front]::GetWindowThreadProcessId([Fieldwork.Front]::GetForegroundWindow(),[ref]$id)
if($id -ne 0 -and $id -ne $last){$p=Get-Process -Id $id -ErrorAction SilentlyContinue
if($p){$name='';try{$name=[string]$p.MainModule.FileVersionInfo.FileDescription}catch{}
[Console]::Out.WriteLine((@{program=$p.ProcessName;name=$name}|ConvertTo-Json -Compress));$last=$id;$said=[DateTime]::UtcNow}}
if(([DateTime]::UtcNow-$said).TotalSeconds -ge ${SIGN_OF_LIFE_SECONDS}){[Console]::Out.WriteLine('');$said=[DateTime]::UtcNow}
Start-Sleep -Seconds ${LOOK_SECONDS}}`

const printed = z.object({ program: z.string().check(z.minLength(1), z.maxLength(260)), name: z.string() })

/** A line of the watcher; null for anything else. */
export function parseActiveProgram(line: string): ActiveProgram | null {
  try {
    const { program, name } = z.parse(printed, JSON.parse(line))
    return { program, name: name.trim().slice(0, NAME_MAX) }
  } catch {
    return null
  }
}

export interface ActiveAppParts {
  readonly system: Pick<HostSystem, 'platform' | 'env' | 'follow'>
  readonly scheduler: Scheduler
  readonly report: Report
  readonly emit: (windowId: number, program: ActiveProgram) => void
}

/** Watches the program in front for all windows that ask, with a single process (spec 1 §4.4). */
export class ActiveAppWatch {
  readonly #parts: ActiveAppParts
  readonly #watches = new Map<number, object>()
  #watcher: FollowedProgram | null = null
  #starting: Promise<void> | null = null
  #cancelRestart: Cancel | null = null
  #restarts: number[] = []
  #current: ActiveProgram | null = null

  constructor(parts: ActiveAppParts) {
    this.#parts = parts
  }

  /**
   * Watches for a window, and tells it at once what is known. Answers a token with which only this watch can
   * be stopped. Throws `HostFailure`, and then nothing is watched.
   */
  async start(windowId: number): Promise<object> {
    const watch = {}
    this.#watches.set(windowId, watch)
    try {
      await this.#ensureWatcher()
    } catch (error) {
      this.stop(windowId, watch)
      throw error
    }
    if (this.#current && this.#watches.get(windowId) === watch) this.#parts.emit(windowId, this.#current)
    return watch
  }

  /** Stops a window's watch; given a token, only if the watch is still that one. */
  stop(windowId: number, token?: object): void {
    if (token !== undefined && this.#watches.get(windowId) !== token) return
    this.#watches.delete(windowId)
    if (this.#watches.size === 0) this.#end()
  }

  async #ensureWatcher(): Promise<void> {
    if (this.#watcher || this.#cancelRestart) return
    this.#starting ??= this.#startWatcher().finally(() => {
      this.#starting = null
    })
    await this.#starting
  }

  async #startWatcher(): Promise<void> {
    const { system } = this.#parts
    await attempted(WHAT, async () => {
      onlyOnWindows(system.platform, WHAT)
      const watcher = await system.follow(powerShell(system.env), powerShellArguments(SCRIPT), {
        onLine: (line) => this.#told(line),
        onEnd: () => this.#ended(),
      })
      // Nobody may need it any more once it has started.
      if (this.#watches.size === 0) watcher.end()
      else this.#watcher = watcher
    })
  }

  #told(line: string): void {
    const program = parseActiveProgram(line)
    if (!program) return
    this.#current = program
    for (const windowId of this.#watches.keys()) this.#parts.emit(windowId, program)
  }

  /** It ended by itself: restarts it, unless that happens too often. */
  #ended(): void {
    const { scheduler, report } = this.#parts
    this.#watcher = null
    if (this.#watches.size === 0) return
    const now = scheduler.now()
    this.#restarts = [...this.#restarts.filter((at) => now - at < RESTARTS_IN_MS), now]
    if (this.#restarts.length > RESTARTS_MAX) {
      report('gave up watching the program in front: its watcher keeps ending')
      return
    }
    this.#cancelRestart = scheduler.after(RESTART_MS, () => {
      this.#cancelRestart = null
      this.#ensureWatcher().catch((error: unknown) => report('could not watch the program in front', error))
    })
  }

  #end(): void {
    this.#cancelRestart?.()
    this.#cancelRestart = null
    this.#watcher?.end()
    this.#watcher = null
    this.#current = null
    this.#restarts = []
  }
}
