/* biome-ignore-all lint/suspicious/noExplicitAny: carries values of every kind there is */
import type { CloneCodec } from '../clone-codec.ts'
import type { PreloadProcess } from '../page-source.ts'
import type { WorldBridge } from './world-bridge.ts'

type Preload = (require: unknown, module: object, exports: object, process: object, global: object) => void

/**
 * Runs a preload in the isolated world with what a sandboxed preload has: `contextBridge`,
 * `ipcRenderer`, no Node. Sent to the page as source: must not refer to anything outside itself.
 */
export function startPreload(
  names: { readonly send: string; readonly receive: string },
  processInfo: PreloadProcess,
  codec: CloneCodec,
  bridge: WorldBridge,
  preload: Preload,
): void {
  const world = globalThis as any
  const sendText: (text: string) => void = world[names.send]
  delete world[names.send]
  const waiting = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void; channel: string }
  >()
  const listeners = new Map<string, ((...args: any[]) => void)[]>()
  let lastId = 0
  bridge.onOpening((opening) => sendText(JSON.stringify({ opening })))
  bridge.onDisplayAsked(
    () =>
      new Promise((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject, channel: 'display' })
        sendText(JSON.stringify({ id: lastId, display: true }))
      }),
  )

  const missing = (name: string): never => {
    throw new Error(`electron stand-in: ${name} is not implemented`)
  }
  // The page can't have `strict` of the main process: it is code of another module.
  const strictly = <Target extends object>(name: string, target: Target): Target =>
    new Proxy(target, {
      get: (object, key) =>
        key in object || typeof key === 'symbol' || key === 'then'
          ? (object as any)[key]
          : missing(`${name}.${key}`),
    })

  const ipcRenderer: object = strictly('ipcRenderer', {
    // A promise, also for what can't be cloned: `encode` throws inside it.
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const data = codec.encode(args)
        lastId += 1
        waiting.set(lastId, { resolve, reject, channel })
        sendText(JSON.stringify({ id: lastId, channel, data }))
      }),
    on(channel: string, listener: (...args: any[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off(channel: string, listener: (...args: any[]) => void) {
      const all = listeners.get(channel) ?? []
      const at = all.indexOf(listener)
      listeners.set(
        channel,
        all.filter((_, index) => index !== at),
      )
      return ipcRenderer
    },
  })

  Object.defineProperty(world, names.receive, {
    value(message: { id?: number; channel?: string; data?: string; error?: string }) {
      if (message.id === undefined) {
        const args = codec.decode(message.data ?? '[]')
        for (const listener of listeners.get(message.channel ?? '') ?? []) {
          listener({ sender: ipcRenderer, ports: [] }, ...args)
        }
        return
      }
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error === undefined) call?.resolve(codec.decode(message.data ?? ''))
      else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${message.error}`))
    },
  })

  const electron = strictly('electron (in a sandboxed preload)', {
    ipcRenderer,
    contextBridge: strictly('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
    }),
  })
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return electron
    // The words of Electron's sandboxed preload.
    throw new Error(`module not found: ${id}`)
  }
  const module = { exports: {} }
  try {
    preload(require, module, module.exports, Object.freeze(processInfo), globalThis)
  } catch (error) {
    sendText(JSON.stringify({ preloadError: String((error as Error)?.stack ?? error) }))
  }
}
