import * as z from 'zod/mini'
import type { Account } from '../../../scripts/lib/server-process.ts'
import type { TestServer } from '../../e2e/support/test-server.ts'

const confirmed = z.object({ clientKey: z.string() })
const signedIn = z.object({ token: z.string() })

/** Somebody who is signed in without a window. */
export interface Caller {
  readonly userID: number
  /** Makes a call; rejects where it is refused. */
  post(path: string, body: object): Promise<unknown>
}

/** Signs somebody in by the calls of the sign-in screen. */
export async function callsAs(
  { url }: TestServer,
  { userName, password }: Pick<Account, 'userName' | 'password'>,
): Promise<Caller> {
  let authorization = ''
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    const text = await response.text()
    return text === '' ? null : JSON.parse(text)
  }
  await post('/api/auth/confirm-username', { userName })
  const { clientKey } = confirmed.parse(await post('/api/auth/confirm-password', { userName, password }))
  const { token } = signedIn.parse(await post('/api/auth/login', { userName, password, clientKey }))
  authorization = `Bearer ${token}`
  return { userID: userIDOf(token), post }
}

/** Whose token it is. */
export function userIDOf(token: string): number {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  return Number(z.object({ userId: z.union([z.number(), z.string()]) }).parse(JSON.parse(claims)).userId)
}
