import { execFile } from 'node:child_process'
import { appLink } from '#shared/domain/app-link.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
} from '../../../server/sso/testing/identity-provider.ts'
import { ROOT } from '../support/app-folder.ts'
import { clientEnvironment } from '../support/desktop.ts'
import { expect, test } from '../support/product.ts'

/** Signs in by the calls of the sign-in screen. */
async function bearerOf(url: string, { userName, password }: { userName: string; password: string }) {
  const post = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  await post('/api/auth/confirm-username', { userName })
  const { clientKey } = await post('/api/auth/confirm-password', { userName, password })
  const { token } = await post('/api/auth/login', { userName, password, clientKey })
  return (path: string, body: object) => post(path, body, `Bearer ${String(token)}`)
}

test('A102 a person signs in at the provider in the system’s browser, and is in the client', async ({
  launch,
  server,
  binary,
}) => {
  const idp = await startIdentityProvider()
  try {
    idp.state.redirects.push(`${server.url}/api/auth/sso/callback`)
    idp.state.who = 'sub-one'
    const known = server.accounts.find(({ role }) => /interviewer/i.test(role))
    if (!known) throw new Error('The server has no interviewer')
    const { userName, displayName } = known
    // Known by the address that the provider vouches for.
    idp.state.people.set('sub-one', {
      ...{ preferred_username: userName, name: displayName, email: `${userName}@northgate.example` },
      email_verified: true,
    })
    const admin = server.accounts.find(({ role }) => /administrator/i.test(role))
    if (!admin) throw new Error('The server has no administrator')
    const ask = await bearerOf(server.url, admin)
    await ask('/api/admin/configuration/adaptors/save', {
      ...{ kind: 'SINGLE_SIGN_ON', name: 'Northgate ID', isEnabled: true },
      settings: { issuer: idp.issuer, clientID: CLIENT_ID },
      secrets: { clientSecret: CLIENT_SECRET },
    })
    const client = await launch({ appFolder: ROOT, server: server.url })
    const { window, app } = client
    // The system's browser is the test.
    await app.evaluate(({ shell }) => {
      shell.openExternal = async (url: string) => void Object.assign(globalThis, { openedOutside: url })
    })
    await window.getByRole('checkbox', { name: /agreement/ }).check()
    await window.getByRole('button', { name: 'Sign in with Northgate ID' }).click()
    await expect(window.getByText(/^Go on in your browser/)).toBeVisible()
    const outside = () => app.evaluate(() => String(Reflect.get(globalThis, 'openedOutside') ?? ''))
    await expect.poll(outside).toContain(idp.issuer)
    const back = await fetch(await idp.browse(await outside()), { redirect: 'manual' })
    const page = new URL(back.headers.get('location') ?? '', server.url)
    expect(page.pathname).toBe('/public/app/launch')
    const { searchParams } = page
    const link = appLink(searchParams.get('source'), searchParams.get('sourceid'))
    // The system starts the client with the link, and that one hands it to the one that runs.
    await new Promise<void>((resolve, reject) => {
      const args = [
        ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
        ROOT,
        `--user-data-dir=${client.userData}`,
        `--server=${server.url}`,
        link,
      ]
      execFile(binary.file, args, { env: clientEnvironment(''), timeout: 15_000 }, (error) =>
        error ? reject(error) : resolve(),
      )
    })
    await expect(window).toHaveURL(/\/dashboard$/)
    await expect(window.getByText(displayName, { exact: true }).first()).toBeVisible()
  } finally {
    await idp.close()
  }
})
