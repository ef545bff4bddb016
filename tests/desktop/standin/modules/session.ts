import { registerScheme } from '../addresses.ts'
import { strict } from '../strict.ts'

type SchemeHandler = (request: Request) => Promise<Response> | Response
type PermissionCheck = (contents: object, permission: string, origin: string, details: object) => boolean
type PermissionRequest = (
  contents: object,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void

interface DisplaySource {
  readonly id: string
  readonly name: string
}
type DisplayRequest = (
  request: object,
  answer: (streams: { readonly video?: DisplaySource } | null) => void,
) => void

/** Electron's default session, and `protocol`, which belongs to it. */
export class Session {
  readonly #handlers = new Map<string, SchemeHandler>()
  readonly #privileged = new Set<string>()
  #check: PermissionCheck = () => true
  #request: PermissionRequest = (_contents, _permission, answer) => answer(true)

  #display: DisplayRequest | null = null

  /** What the client last chose. */
  proxy: object = {}

  readonly api = strict('session', {
    setPermissionCheckHandler: (check: PermissionCheck) => {
      this.#check = check
    },
    setPermissionRequestHandler: (request: PermissionRequest) => {
      this.#request = request
    },
    setDisplayMediaRequestHandler: (request: DisplayRequest) => {
      this.#display = request
    },
    /** Chromium here has a way of its own; a test looks at what was said. */
    setProxy: async (config: object) => {
      this.proxy = config
    },
    /** Devices are never offered here, whatever the handler says. */
    setDevicePermissionHandler: (_handler: () => boolean) => {},
  })

  readonly protocol

  constructor(isReady: () => boolean) {
    this.protocol = strict('protocol', {
      registerSchemesAsPrivileged: (list: { scheme: string }[]) => {
        if (isReady())
          throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
        for (const { scheme } of list) this.#privileged.add(scheme)
      },
      handle: (scheme: string, handler: SchemeHandler) => {
        if (!this.#privileged.has(scheme)) {
          throw new Error(`electron stand-in: the scheme '${scheme}' must be registered as privileged`)
        }
        if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
        this.#handlers.set(scheme, handler)
        registerScheme(scheme)
      },
    })
  }

  handlerOf(scheme: string): SchemeHandler | undefined {
    return this.#handlers.get(scheme)
  }

  /** The source that a page of these contents gets for `getDisplayMedia`: permission first, then the handler. */
  async displayFor(contents: {
    readonly id: number
    readonly mainFrame: { readonly url: string; readonly origin: string }
  }): Promise<DisplaySource | null> {
    const { mainFrame } = contents
    if (!this.#display || !(await this.allows(contents, 'display-capture', mainFrame.url))) return null
    const answer = Promise.withResolvers<{ readonly video?: DisplaySource } | null>()
    const { origin: securityOrigin } = mainFrame
    const request = { frame: mainFrame, securityOrigin, videoRequested: true, audioRequested: false }
    this.#display({ ...request, userGesture: true }, answer.resolve)
    return (await answer.promise)?.video ?? null
  }

  /** What Electron answers a page that asks: the check first, the request where the check says no. */
  async allows(contents: object, permission: string, requestingUrl: string): Promise<boolean> {
    const origin = `${requestingUrl.split('/').slice(0, 3).join('/')}/`
    if (this.#check(contents, permission, origin, { requestingUrl, isMainFrame: true })) return true
    const answer = Promise.withResolvers<boolean>()
    this.#request(contents, permission, answer.resolve, { requestingUrl, isMainFrame: true })
    return answer.promise
  }
}
