import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fromWire, schemeOf, toWire } from '../addresses.ts'
import { type Chromium, whileThere } from '../chromium.ts'
import { makeCloneCodec } from '../clone-codec.ts'
import type { Opening } from '../page/world-bridge.ts'
import { PRELOAD_WORLD, pageSources, RECEIVE_FUNCTION, SEND_BINDING } from '../page-source.ts'
import { notImplemented, preventable, StrictEmitter } from '../strict.ts'
import type { IpcMain } from './ipc-main.ts'
import { answerRequest, type PausedRequest } from './network.ts'
import { applyPermissions } from './permissions.ts'
import type { Session } from './session.ts'

export interface WebPreferences {
  readonly preload?: string
  readonly additionalArguments?: readonly string[]
  readonly [name: string]: unknown
}

export interface WebContentsParts {
  readonly chromium: Chromium
  readonly session: Session
  readonly ipcMain: IpcMain
  readonly preferences: WebPreferences
  readonly onClose: () => void
  readonly openWindow: (url: string, options: { readonly webPreferences?: WebPreferences }) => void
}

type OpenHandler = (details: { url: string; frameName: string; features: string }) => {
  action: 'allow' | 'deny'
  overrideBrowserWindowOptions?: { readonly webPreferences?: WebPreferences }
}

const EVENTS = [
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'did-navigate',
  'dom-ready',
  'did-finish-load',
  'render-process-gone',
  'destroyed',
  'did-create-window',
  // Windows close here without asking their page, so a test emits it.
  'will-prevent-unload',
  // Webviews are switched off, so it never comes.
  'will-attach-webview',
]

/** What a renderer must be here; the stand-in can't show anything weaker. */
const REQUIRED = { contextIsolation: true, sandbox: true, nodeIntegration: false, webSecurity: true }

const codec = makeCloneCodec()
let lastId = 0

/** Electron's `WebContents` over one DevTools session. */
export class WebContents extends StrictEmitter {
  readonly id = ++lastId
  readonly mainFrame: { readonly url: string; readonly origin: string; readonly parent: null }
  readonly #parts: WebContentsParts
  readonly #attached = Promise.withResolvers<void>()
  /** Navigations that main asked for, which no guard is asked about. */
  readonly #ownNavigations = new Set<string>()
  #sessionId = ''
  #targetId = ''
  #url = ''
  #preloadContext: number | null = null
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #devToolsOpen = false
  #destroyed = false

  constructor(parts: WebContentsParts) {
    super('webContents', EVENTS)
    for (const [name, value] of Object.entries(REQUIRED)) {
      if ((parts.preferences[name] ?? value) !== value) notImplemented(`webPreferences.${name} = ${!value}`)
    }
    this.#parts = parts
    const url = () => this.getURL()
    this.mainFrame = {
      parent: null,
      get url() {
        return url()
      },
      get origin() {
        return url().split('/').slice(0, 3).join('/')
      },
    }
  }

  get targetId(): string {
    return this.#targetId
  }

  /** Takes the target over: from now on its pages have the preload, and its requests come here. */
  async attach(sessionId: string, targetId: string): Promise<void> {
    this.#sessionId = sessionId
    this.#targetId = targetId
    this.#parts.chromium.listen(sessionId, (method, params) => this.#onEvent(method, params))
    await Promise.all([
      this.#send('Page.enable'),
      this.#send('Inspector.enable'),
      this.#send('Runtime.addBinding', { name: SEND_BINDING, executionContextName: PRELOAD_WORLD }),
      this.#send('Runtime.enable'),
      this.#send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      ...this.#preloadScripts(),
      ...(this.#parts.preferences.javascript === false
        ? [this.#send('Emulation.setScriptExecutionDisabled', { value: true })]
        : []),
    ])
    this.#attached.resolve()
  }

  async loadURL(url: string): Promise<void> {
    await this.#attached.promise
    const wire = toWire(url)
    this.#ownNavigations.add(wire)
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve))
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url: wire })
    this.#ownNavigations.delete(wire)
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  /** Ends the page's process, as a crash does. */
  forcefullyCrashRenderer(): void {
    whileThere(this.#send('Page.crash'))
  }

  /** There is no window for them here: a test looks at whether they were opened. */
  openDevTools(_options: object): void {
    if (this.#parts.preferences.devTools !== false) this.#devToolsOpen = true
  }

  isDevToolsOpened(): boolean {
    return this.#devToolsOpen
  }

  reload(): void {
    this.#ownNavigations.add(this.#url)
    whileThere(this.#send('Page.reload'))
  }

  /** As Electron does, drops what no page is there to hear. */
  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    const data = codec.encode(args)
    if (this.#preloadContext !== null) this.#deliver({ channel, data }, this.#preloadContext)
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  getURL(): string {
    return fromWire(this.#url)
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  close(): void {
    this.#parts.onClose()
  }

  async bringToFront(): Promise<void> {
    await this.#attached.promise
    await this.#send('Page.bringToFront')
  }

  /** For the window that owns it: its target has gone. */
  destroy(): void {
    this.#destroyed = true
    this.emit('destroyed')
  }

  #send<Result>(method: string, params: object = {}): Promise<Result> {
    return this.#parts.chromium.send<Result>(method, params, this.#sessionId)
  }

  #preloadScripts(): Promise<unknown>[] {
    const { preload, additionalArguments = [] } = this.#parts.preferences
    if (preload === undefined) return []
    const sources = pageSources(
      `stand-in-${randomBytes(9).toString('hex')}`,
      {
        argv: ['electron', '--type=renderer', ...additionalArguments],
        platform: process.platform,
        arch: process.arch,
        versions: process.versions,
        env: process.env,
        type: 'renderer',
        sandboxed: true,
        contextIsolated: true,
      },
      readFileSync(preload, 'utf8'),
    )
    return [
      this.#send('Page.addScriptToEvaluateOnNewDocument', { source: sources.page }),
      this.#send('Page.addScriptToEvaluateOnNewDocument', {
        source: sources.isolated,
        worldName: PRELOAD_WORLD,
      }),
    ]
  }

  #onEvent(method: string, params: never): void {
    const handlers: Record<string, ((params: never) => void) | undefined> = {
      'Runtime.executionContextCreated': ({ context }: { context: ExecutionContext }) => {
        if (context.name === PRELOAD_WORLD && context.auxData.frameId === this.#targetId) {
          this.#preloadContext = context.id
        }
      },
      'Runtime.executionContextsCleared': () => {
        this.#preloadContext = null
      },
      'Runtime.bindingCalled': ({ name, payload, executionContextId }: BindingCall) => {
        if (name === SEND_BINDING) void this.#onMessage(JSON.parse(payload), executionContextId)
      },
      'Page.frameNavigated': ({ frame }: { frame: Frame }) => {
        if (frame.parentId !== undefined) return
        this.#url = frame.url + (frame.urlFragment ?? '')
        this.emit('did-navigate', preventable({}), this.getURL(), 200, '')
      },
      'Page.navigatedWithinDocument': ({ frameId, url }: { frameId: string; url: string }) => {
        if (frameId === this.#targetId) this.#url = url
      },
      'Page.domContentEventFired': () => this.emit('dom-ready', preventable({})),
      'Page.loadEventFired': () => this.emit('did-finish-load', preventable({})),
      'Inspector.targetCrashed': () =>
        this.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 1 }),
      'Fetch.requestPaused': (request: PausedRequest) => whileThere(this.#onRequest(request)),
    }
    handlers[method]?.(params)
  }

  #onWindowOpen({ url, frameName, features }: Opening): void {
    const answer = this.#openHandler({ url: fromWire(url), frameName, features })
    if (answer.action === 'allow') {
      this.#parts.openWindow(fromWire(url), answer.overrideBrowserWindowOptions ?? {})
    }
  }

  async #onRequest(paused: PausedRequest): Promise<void> {
    const { requestId, request, resourceType, frameId, responseStatusCode } = paused
    const isMainFrame = frameId === this.#targetId
    if (resourceType === 'Document' && responseStatusCode === undefined) {
      const asked = isMainFrame && this.#ownNavigations.delete(request.url)
      if (!asked && this.#refuses(paused, isMainFrame)) {
        await this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        return
      }
      if (isMainFrame) await applyPermissions(this.#parts.chromium, this.#parts.session, this, request.url)
    }
    const handler = this.#parts.session.handlerOf(schemeOf(fromWire(request.url)))
    await answerRequest(paused, handler, (method, params) => this.#send(method, params))
  }

  /** Whether a listener prevents a navigation or redirect that a page began. */
  #refuses({ request, redirectedRequestId }: PausedRequest, isMainFrame: boolean): boolean {
    const event = preventable({ url: fromWire(request.url), isMainFrame, isSameDocument: false })
    if (redirectedRequestId !== undefined) this.emit('will-redirect', event)
    else {
      this.emit('will-frame-navigate', event)
      if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event)
    }
    return event.defaultPrevented
  }

  async #onMessage(message: PageMessage, contextId: number): Promise<void> {
    if (message.preloadError !== undefined) {
      process.stderr.write(`[stand-in] the preload failed: ${message.preloadError}\n`)
      return
    }
    if (message.opening !== undefined) return this.#onWindowOpen(message.opening)
    if (message.display) {
      const source = await this.#parts.session.displayFor(this)
      return this.#deliver({ id: message.id, data: codec.encode(source) }, contextId)
    }
    const { id, channel, data } = message
    const senderFrame = contextId === this.#preloadContext ? this.mainFrame : null
    const event = preventable({ sender: this, senderFrame, type: 'frame' })
    try {
      const value = await this.#parts.ipcMain.call(event, channel, codec.decode(data))
      this.#deliver({ id, data: codec.encode(value) }, contextId)
    } catch (error) {
      this.#deliver({ id, error: String(error) }, contextId)
    }
  }

  #deliver(message: object, contextId: number): void {
    const expression = `${RECEIVE_FUNCTION}(${JSON.stringify(message)})`
    whileThere(this.#send('Runtime.evaluate', { expression, contextId }))
  }
}

interface ExecutionContext {
  readonly id: number
  readonly name: string
  readonly auxData: { readonly frameId?: string }
}

interface BindingCall {
  readonly name: string
  readonly payload: string
  readonly executionContextId: number
}

interface Frame {
  readonly parentId?: string
  readonly url: string
  readonly urlFragment?: string
}

interface PageMessage {
  readonly id: number
  readonly channel: string
  readonly data: string
  readonly preloadError?: string
  /** What the page would open a window with. */
  readonly opening?: Opening
  /** The page asks for a screen. */
  readonly display?: true
}
