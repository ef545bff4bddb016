import { net, session } from 'electron'
import type { AuthenticationAsked } from '../proxy/proxy-sign-in.ts'

const TIME_LIMIT_MS = 20_000

/** Signs in to a proxy that asks; see ProxySignIn. */
export type SignIn = (
  asked: AuthenticationAsked,
  callback: (userName?: string, password?: string) => void,
) => void

/**
 * Reads a short https text through the client's proxy. Rejects where it is longer than the limit, redirects,
 * takes over 20 s, or isn't answered with 200.
 */
export function fetchText(url: string, limitBytes: number, signIn: SignIn): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = net.request({
      url,
      session: session.defaultSession,
      redirect: 'error',
      credentials: 'omit',
    })
    const fail = (error: Error) => {
      clearTimeout(limit)
      request.abort()
      reject(error)
    }
    const limit = setTimeout(() => fail(new Error('The feed took too long.')), TIME_LIMIT_MS)
    request.on('login', signIn)
    request.on('error', fail)
    request.on('response', (response) => {
      if (response.statusCode !== 200) return fail(new Error(`The feed answered ${response.statusCode}.`))
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part) => {
        parts.push(part)
        length += part.length
        if (length > limitBytes) fail(new Error('The feed sends more than a release.'))
      })
      response.on('error', fail)
      response.on('end', () => {
        clearTimeout(limit)
        resolve(Buffer.concat(parts).toString('utf8'))
      })
    })
    request.end()
  })
}
