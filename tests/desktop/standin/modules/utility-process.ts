import { type ChildProcess, fork } from 'node:child_process'
import { StrictEmitter, strict } from '../strict.ts'

/** Electron's utility process: here a plain Node process that is given `process.parentPort`. */
class UtilityProcess extends StrictEmitter {
  readonly #child: ChildProcess

  constructor(modulePath: string, args: readonly string[]) {
    super('utilityProcess', ['message', 'exit'])
    const port = new URL('./parent-port.ts', import.meta.url).href
    this.#child = fork(modulePath, args, { execArgv: ['--import', port], serialization: 'advanced' })
    this.#child.on('message', (message) => this.emit('message', message))
    this.#child.on('exit', (code) => this.emit('exit', code ?? 0))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (modulePath: string, args: readonly string[] = []) => new UtilityProcess(modulePath, args),
})
