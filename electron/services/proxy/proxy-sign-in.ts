import type { Report } from '../log.ts'
import type { Scheduler } from '../scheduler.ts'
import type { CredentialStore, Secret } from '../win32/credential-store.ts'

/** A proxy that asks again this soon has refused the credentials, so they aren't given again. */
const REFUSED_WITHIN_MS = 30_000

/** The name of a proxy's credentials in the credential store. */
export const proxyTarget = (host: string, port: number): string => `Fieldwork proxy ${host}:${port}`

/** Who asks for credentials, as Electron says. */
export interface AuthenticationAsked {
  readonly isProxy: boolean
  readonly host: string
  readonly port: number
}

interface ProxySignInParts {
  /** Null on systems whose credential store isn't supported. */
  readonly store: Pick<CredentialStore, 'read'> | null
  readonly scheduler: Pick<Scheduler, 'now'>
  readonly report: Report
}

/**
 * Signs in to proxies for pages, hubs and updates, with credentials that an administrator or the person put
 * into the system's credential store. Never used for servers.
 */
export class ProxySignIn {
  readonly #parts: ProxySignInParts
  readonly #given = new Map<string, number>()

  constructor(parts: ProxySignInParts) {
    this.#parts = parts
  }

  /** The credentials for a proxy that asks; null for none. Never rejects. */
  async answer({ isProxy, host, port }: AuthenticationAsked): Promise<Secret | null> {
    const { store, scheduler, report } = this.#parts
    const target = proxyTarget(host, port)
    if (!isProxy || store === null) {
      report(
        isProxy
          ? 'a proxy asks for credentials, and there is no store of them'
          : 'a server asks for credentials, and is given none',
      )
      return null
    }
    if (scheduler.now() - (this.#given.get(target) ?? Number.NEGATIVE_INFINITY) < REFUSED_WITHIN_MS) {
      report(`the proxy ${host}:${port} did not take its credentials`)
      return null
    }
    try {
      const secret = await store.read(target)
      if (secret) this.#given.set(target, scheduler.now())
      else
        report(`the proxy ${host}:${port} asks for credentials; '${target}' is not in the credential store`)
      return secret
    } catch (error) {
      report('the credential store could not be read', error)
      return null
    }
  }
}
