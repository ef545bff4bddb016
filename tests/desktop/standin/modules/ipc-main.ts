import { strict } from '../strict.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

/** Electron's `ipcMain`: calls that are answered. One-way messages are not used and not there. */
export class IpcMain {
  readonly #handlers = new Map<string, Handler>()
  readonly api = strict('ipcMain', {
    /** Private to Electron, where it has the same name: tests note what arrives. */
    _invokeHandlers: this.#handlers,
    handle: (channel: string, handler: Handler) => {
      if (this.#handlers.has(channel)) {
        throw new Error(`Attempted to register a second handler for '${channel}'`)
      }
      this.#handlers.set(channel, handler)
    },
    removeHandler: (channel: string) => void this.#handlers.delete(channel),
  })

  async call(event: object, channel: string, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}
