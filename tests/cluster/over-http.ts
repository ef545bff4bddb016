import { PASSWORD } from '../../server/http/testing/test-server.ts'

/** A call to a server of another process. @throws Error with what it answered, where that is a refusal */
export async function post<T>(url: string, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as T
}

/** Signs in whoever has the tests' password; gives the token. */
export async function signInAt(url: string, userName: string): Promise<string> {
  await post(url, '/api/auth/confirm-username', { userName })
  const step = { userName, password: PASSWORD }
  const { clientKey } = await post<{ clientKey: string }>(url, '/api/auth/confirm-password', step)
  return (await post<{ token: string }>(url, '/api/auth/login', { ...step, clientKey })).token
}
