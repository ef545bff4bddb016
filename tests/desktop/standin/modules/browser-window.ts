import { type Chromium, whileThere } from '../chromium.ts'
import { preventable, StrictEmitter } from '../strict.ts'
import type { ClosableWindow } from './app.ts'
import { WebContents, type WebContentsParts, type WebPreferences } from './web-contents.ts'

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

interface WindowOptions extends Partial<Bounds> {
  readonly show?: boolean
  readonly webPreferences?: WebPreferences
}

/** What all windows share. */
export interface WindowSystem
  extends Omit<WebContentsParts, 'preferences' | 'onClose' | 'openWindow' | 'chromium'> {
  readonly chromium: () => Chromium
  readonly isReady: () => boolean
  readonly onCreated: (contents: WebContents) => void
  readonly onLastClosed: () => void
  /** The targets of our own windows; any other page is a popup that was refused. */
  readonly targets: Map<string, BrowserWindow>
  readonly creating: Set<Promise<unknown>>
}

const EVENTS = [
  'ready-to-show',
  'show',
  'focus',
  'close',
  'closed',
  'resize',
  'move',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  // Never come by themselves; a test emits them.
  'unresponsive',
  'responsive',
]

let system: WindowSystem | null = null
const windows = new Set<BrowserWindow>()
let focused: BrowserWindow | null = null

export function setWindowSystem(value: WindowSystem): void {
  system = value
}

/** Electron's `BrowserWindow`. Sizes and states are kept here; the headless window only shows the page. */
export class BrowserWindow extends StrictEmitter implements ClosableWindow {
  readonly webContents: WebContents
  readonly #system: WindowSystem
  readonly #created: Promise<void>
  #bounds: Bounds
  #visible: boolean
  #minimised = false
  #maximised = false
  #destroyed = false

  constructor(options: WindowOptions = {}) {
    super('BrowserWindow', EVENTS)
    if (!system?.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.#system = system
    const { x = 100, y = 100, width = 800, height = 600 } = options
    this.#bounds = { x, y, width, height }
    this.#visible = options.show ?? true
    this.webContents = new WebContents({
      ...system,
      chromium: system.chromium(),
      preferences: options.webPreferences ?? {},
      onClose: () => this.close(),
      openWindow: (url, options) => openFor(this.webContents, url, options),
    })
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    windows.add(this)
    this.#created = this.#create(system)
    whileThere(this.#created)
    system.onCreated(this.webContents)
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  static getFocusedWindow(): BrowserWindow | null {
    return focused
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  close(): void {
    this.tryClose()
  }

  tryClose(): boolean {
    if (this.#destroyed) return true
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
    return !event.defaultPrevented
  }

  destroy(): void {
    if (this.#destroyed) return
    const { targetId } = this.webContents
    whileThere(this.#created.then(() => this.#system.chromium().send('Target.closeTarget', { targetId })))
    this.gone()
  }

  /** Its target has gone, by us or by itself. */
  gone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    windows.delete(this)
    if (focused === this) focused = null
    this.webContents.destroy()
    this.emit('closed')
    if (windows.size === 0) this.#system.onLastClosed()
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  isVisible(): boolean {
    return this.#visible
  }

  isFocused(): boolean {
    return focused === this
  }

  isMinimized(): boolean {
    return this.#minimised
  }

  isMaximized(): boolean {
    return this.#maximised
  }

  show(): void {
    this.#visible = true
    this.emit('show')
    this.focus()
  }

  focus(): void {
    focused = this
    this.emit('focus')
    whileThere(this.webContents.bringToFront())
  }

  minimize(): void {
    this.#minimised = true
    if (focused === this) focused = null
    this.emit('minimize')
  }

  restore(): void {
    this.#minimised = false
    this.emit('restore')
  }

  maximize(): void {
    this.#maximised = true
    this.emit('maximize')
  }

  unmaximize(): void {
    this.#maximised = false
    this.emit('unmaximize')
  }

  /** There is no taskbar here: a test replaces these two and looks at what they were given. */
  setOverlayIcon(_icon: object | null, _description: string): void {}

  flashFrame(_on: boolean): void {}

  getBounds(): Bounds {
    return { ...this.#bounds }
  }

  getNormalBounds(): Bounds {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    whileThere(this.#created.then(() => this.#applyBounds()))
    this.emit('resize')
    this.emit('move')
  }

  async #create({ chromium, creating }: WindowSystem): Promise<void> {
    const creation = this.#createTarget()
    creating.add(creation)
    const targetId = await creation.finally(() => creating.delete(creation))
    const { sessionId } = await chromium().send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    await this.webContents.attach(sessionId, targetId)
  }

  async #createTarget(): Promise<string> {
    const { x: left, y: top, width, height } = this.#bounds
    const place = { url: 'about:blank', newWindow: true, left, top, width, height }
    const { targetId } = await this.#system
      .chromium()
      .send<{ targetId: string }>('Target.createTarget', place)
    this.#system.targets.set(targetId, this)
    return targetId
  }

  async #applyBounds(): Promise<void> {
    const { x: left, y: top, width, height } = this.#bounds
    const { targetId } = this.webContents
    const chromium = this.#system.chromium()
    const { windowId } = await chromium.send<{ windowId: number }>('Browser.getWindowForTarget', { targetId })
    await chromium.send('Browser.setWindowBounds', { windowId, bounds: { left, top, width, height } })
  }
}

/** A window that a page opened and the app allowed: made with the app's options, like Electron's. */
function openFor(opener: WebContents, url: string, options: WindowOptions): void {
  const window = new BrowserWindow(options)
  opener.emit('did-create-window', window, { url, frameName: '', options })
  whileThere(window.loadURL(url))
}
