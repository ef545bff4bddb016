import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http'
import { createServer } from 'node:https'
import { createSecureContext } from 'node:tls'

export interface TlsFiles {
  /** PEM, with the certificates in between, if there are any. */
  readonly certificate: string
  readonly key: string
}

/** Files that can't be served; the message says which, and why, and nothing of the key. */
export class UnusableCertificateError extends Error {
  override readonly name = 'UnusableCertificateError'
}

interface Served {
  readonly cert: string
  readonly key: string
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UnusableCertificateError(`${file} cannot be read: ${wordsOf(error)}`)
  }
}

function readFiles({ certificate, key: keyFile }: TlsFiles): Served {
  const [cert, key] = [readText(certificate), readText(keyFile)]
  try {
    createSecureContext({ cert, key })
    return { cert, key, expiresAt: new Date(new X509Certificate(cert).validTo).getTime() }
  } catch (error) {
    throw new UnusableCertificateError(
      `${certificate} and ${keyFile} cannot be served together: ${wordsOf(error)}`,
    )
  }
}

/** What a file is, as far as its folder says. Follows links: renewals often change those only. */
const stampOf = (file: string) => {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? [found.ino, found.size, found.mtimeMs, found.ctimeMs].join() : ''
}

/** How often the files are looked at. */
const LOOK_MS = 5000

/**
 * The certificate that is served (spec 5 §6.2), read again when its files change. New connections get the new one;
 * those that are open stay. Files that can't be used leave the old one.
 */
export class Certificate {
  readonly #files: TlsFiles
  #stamp: string
  #served: Served
  #fault: string | null = null

  /** @throws UnusableCertificateError */
  constructor(files: TlsFiles) {
    this.#files = files
    this.#stamp = this.#stampNow()
    this.#served = readFiles(files)
  }

  #stampNow(): string {
    return `${stampOf(this.#files.certificate)} ${stampOf(this.#files.key)}`
  }

  get served(): Served {
    return this.#served
  }

  /** Why the files of now aren't served; null where they are. */
  get fault(): string | null {
    return this.#fault
  }

  /** Looks whether the files changed. @returns whether there is something new to serve @throws UnusableCertificateError */
  look(): boolean {
    // Before reading: what changes meanwhile is seen the next time.
    const stamp = this.#stampNow()
    if (stamp === this.#stamp) return false
    this.#stamp = stamp
    try {
      this.#served = readFiles(this.#files)
      this.#fault = null
      return true
    } catch (error) {
      this.#fault = wordsOf(error)
      throw error
    }
  }
}

/** A server of HTTPS. `timeout` in milliseconds for a request to arrive. */
export const secureServer = (
  { served }: Certificate,
  handler: RequestListener,
  {
    requestTimeout,
    keepAliveTimeout,
  }: { readonly requestTimeout: number; readonly keepAliveTimeout: number },
): Server => createServer({ cert: served.cert, key: served.key, requestTimeout, keepAliveTimeout }, handler)

/**
 * Looks at the files now and then, until the returned function is called.
 * @param tell told of a new certificate, or of files that can't be used
 */
export function followCertificate(
  certificate: Certificate,
  server: object,
  tell: (fault: string | null) => void,
): () => void {
  const look = () => {
    try {
      if (!certificate.look()) return
      const { cert, key } = certificate.served
      if ('setSecureContext' in server && typeof server.setSecureContext === 'function')
        server.setSecureContext({ cert, key })
      tell(null)
    } catch (error) {
      tell(wordsOf(error))
    }
  }
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}

const HOST_NAME = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/

/** Where a request for this path over plain HTTP belongs; null where its host is none. */
export function secureAddress(host: string | undefined, path: string, port: number): string | null {
  if (host === undefined || !HOST_NAME.test(host)) return null
  const name = host.replace(/:\d+$/, '')
  return `https://${name}${port === 443 ? '' : `:${port}`}${path.startsWith('/') ? path : '/'}`
}

/**
 * Plain HTTP that only redirects.
 * @param originOf where people reach the installation, or null: then the host that the request asked for
 * @returns its end
 */
export async function serveRedirects(
  at: { readonly host: string; readonly port: number },
  securePort: number,
  originOf: () => string | null,
): Promise<Server> {
  const server = createPlainServer((request, response) => {
    const path = request.url ?? '/'
    const origin = originOf()
    const target =
      origin?.startsWith('https:') && path.startsWith('/')
        ? `${origin}${path}`
        : secureAddress(request.headers.host, path, securePort)
    // What came with the request isn't read.
    response.setHeader('connection', 'close')
    if (target === null) response.writeHead(400).end()
    else response.writeHead(308, { location: target }).end()
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve))
  return server
}
