import type { BrowserWindow } from 'electron'
import * as z from 'zod/mini'
import { eventChannel } from '#shared/host/bridge.ts'
import { type HostEventName, type HostEventPayload, hostEvents } from '#shared/host/events.ts'
import type { CommandWindows } from '../commands/caller.ts'

/** The application's windows: who may send commands, and where events are sent. */
export class HostWindows implements CommandWindows {
  readonly #windows = new Map<number, BrowserWindow>()
  readonly #pageGone = new Map<number, (() => void)[]>()

  add(window: BrowserWindow): void {
    const { webContents } = window
    const { id } = webContents
    this.#windows.set(id, window)
    webContents.on('did-navigate', () => this.#endPage(id))
    webContents.on('render-process-gone', () => this.#endPage(id))
    window.on('closed', () => {
      this.#windows.delete(id)
      this.#endPage(id)
    })
  }

  has(webContentsId: number): boolean {
    return this.#windows.has(webContentsId)
  }

  /** A window of ours; null where it has closed. */
  get(webContentsId: number): BrowserWindow | null {
    return this.#windows.get(webContentsId) ?? null
  }

  /** The first open one; null where there is none. */
  first(): BrowserWindow | null {
    return this.#windows.values().next().value ?? null
  }

  onPageGone(webContentsId: number, action: () => void): void {
    const actions = this.#pageGone.get(webContentsId) ?? []
    this.#pageGone.set(webContentsId, [...actions, action])
  }

  /** Sends an event to every window. */
  emitToAll<N extends HostEventName>(name: N, payload: HostEventPayload<N>): void {
    for (const id of this.#windows.keys()) this.emit(id, name, payload)
  }

  /** Sends an event to a window, if it is open. Throws for a payload that doesn't fit. */
  emit<N extends HostEventName>(webContentsId: number, name: N, payload: HostEventPayload<N>): void {
    const contents = this.#windows.get(webContentsId)?.webContents
    if (!contents || contents.isDestroyed()) return
    contents.send(eventChannel(name), z.parse(hostEvents[name], payload))
  }

  #endPage(id: number): void {
    const actions = this.#pageGone.get(id) ?? []
    this.#pageGone.delete(id)
    for (const action of actions) action()
  }
}
