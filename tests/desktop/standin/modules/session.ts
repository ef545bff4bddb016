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

/** Electron's default session, and `protocol`, which belongs to it. */
export class Session {
  readonly #handlers = new Map<string, SchemeHandler>()
  readonly #privileged = new Set<string>()
  #check: PermissionCheck = () => true
  #request: PermissionRequest = (_contents, _permission, answer) => answer(true)

  /** What the client last chose. */
  proxy: object = {}

  readonly api = strict('session', {
    setPermissionCheckHandler: (check: PermissionCheck) => {
      this.#check = check
    },
    setPermissionRequestHandler: (request: PermissionRequest) => {
      this.#request = request
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

  /** What Electron answers a page that asks: the check first, the request where the check says no. */
  async allows(contents: object, permission: string, requestingUrl: string): Promise<boolean> {
    const origin = `${requestingUrl.split('/').slice(0, 3).join('/')}/`
    if (this.#check(contents, permission, origin, { requestingUrl, isMainFrame: true })) return true
    const answer = Promise.withResolvers<boolean>()
    this.#request(contents, permission, answer.resolve, { requestingUrl, isMainFrame: true })
    return answer.promise
  }
}
