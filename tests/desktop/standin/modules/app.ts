import os from 'node:os'
import path from 'node:path'
import type { Boot } from '../boot.ts'
import { notImplemented, preventable, StrictEmitter } from '../strict.ts'
import { SingleInstance } from './single-instance.ts'

/** The part of a window that quitting needs. */
export interface ClosableWindow {
  /** Closes it unless a listener of 'close' prevents that; gives whether it closed. */
  tryClose(): boolean
}

export interface AppParts {
  readonly boot: Boot
  readonly windows: () => readonly ClosableWindow[]
  readonly endBrowser: () => Promise<void>
}

const EVENTS = [
  'ready',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'second-instance',
  'web-contents-created',
  // Never come by themselves; a test emits them.
  'child-process-gone',
  'login',
]

/** Electron's `app`. */
export class App extends StrictEmitter {
  readonly isPackaged = false
  readonly #parts: AppParts
  readonly #lock = new SingleInstance()
  readonly #ready = Promise.withResolvers<void>()
  #isReady = false
  #quitting = false
  #exiting = false

  constructor(parts: AppParts) {
    super('app', EVENTS)
    this.#parts = parts
  }

  get exiting(): boolean {
    return this.#exiting
  }

  becomeReady(): void {
    if (this.#exiting) return
    this.#isReady = true
    this.#ready.resolve()
    this.emit('ready', preventable({}))
  }

  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  isReady(): boolean {
    return this.#isReady
  }

  getName(): string {
    const { productName, name } = this.#parts.boot.package
    return productName ?? name
  }

  getVersion(): string {
    return this.#parts.boot.package.version
  }

  getAppPath(): string {
    return this.#parts.boot.appFolder
  }

  getPath(name: string): string {
    if (name === 'userData') {
      return (
        this.#parts.boot.switches.get('user-data-dir') ?? path.join(os.homedir(), '.config', this.getName())
      )
    }
    return notImplemented(`app.getPath('${name}')`)
  }

  /** There is no taskbar or dock here. */
  setBadgeCount(_count: number): boolean {
    return false
  }

  /** There is no graphics processor here: a test replaces this and looks at whether it was called. */
  disableHardwareAcceleration(): void {
    if (this.#isReady)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }

  /** Nothing to do: every window here is sandboxed, and one that isn't is refused. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  requestSingleInstanceLock(): boolean {
    return this.#lock.request(this.getPath('userData'), (argv, folder) =>
      this.emit('second-instance', preventable({}), argv, folder, null),
    )
  }

  quit(): void {
    if (this.#quitting) return
    this.#quitting = !this.#prevented('before-quit')
    if (!this.#quitting) return
    const closed = this.#parts.windows().every((window) => window.tryClose())
    this.#quitting = closed && !this.#prevented('will-quit')
    if (this.#quitting) this.exit(0)
  }

  exit(code = 0): void {
    if (this.#exiting) return
    this.#exiting = true
    this.emit('quit', preventable({}), code)
    void Promise.all([this.#lock.told, this.#parts.endBrowser()]).finally(() => process.exit(code))
  }

  /** Electron's own rule: with no listener, the app quits with its last window. */
  lastWindowClosed(): void {
    if (this.#quitting) return
    if (!this.emit('window-all-closed')) this.quit()
  }

  #prevented(name: string): boolean {
    const event = preventable({})
    this.emit(name, event)
    return event.defaultPrevented
  }
}
