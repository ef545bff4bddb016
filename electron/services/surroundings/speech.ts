import type { HostSystem } from '../../platform/host-system.ts'
import type { LaunchedProgram } from '../../platform/program-launcher.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'
import { asciiJson, READ_INPUT } from '../win32/input.ts'
import { powerShell, powerShellArguments } from '../win32/windows-programs.ts'

const WHAT = 'Reading out'
const SCRIPT = `${READ_INPUT};Add-Type -AssemblyName System.Speech
(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([string]$in.text)`

/** Reads texts out with the voice of Windows, one at a time (spec 1 §3). */
export class Speech {
  readonly #system: Pick<HostSystem, 'platform' | 'env' | 'launch'>
  #speaking: LaunchedProgram | null = null
  #last = 0

  constructor(system: Pick<HostSystem, 'platform' | 'env' | 'launch'>) {
    this.#system = system
  }

  /**
   * Reads a text instead of the present one; settles when it has ended or was stopped. The text goes by
   * standard input. Throws `HostFailure`.
   */
  play(text: string): Promise<void> {
    const { platform, env, launch } = this.#system
    return attempted(WHAT, async () => {
      onlyOnWindows(platform, WHAT)
      this.stop()
      const turn = this.#last
      let tellEnd = () => {}
      const through = new Promise<void>((resolve) => {
        tellEnd = resolve
      })
      const program = await launch(powerShell(env), powerShellArguments(SCRIPT), {
        input: asciiJson({ text }),
        onEnd: tellEnd,
      })
      // Another text may have been asked for meanwhile.
      if (turn === this.#last) this.#speaking = program
      else program.end()
      await through
    })
  }

  stop(): void {
    this.#last += 1
    this.#speaking?.end()
    this.#speaking = null
  }
}
