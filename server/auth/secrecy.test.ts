import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { magicHub } from '#shared/hubs/magic.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  bearerOf,
  codeAt,
  PASSWORD,
  post,
  signIn,
  startTestServer,
  step,
  type TestServer,
} from '../http/testing/test-server.ts'

let server: TestServer
let url: string
const live = createLiveClients()

beforeEach(async () => {
  server = await startTestServer({ logLevel: 'trace' })
  url = await server.server.listen(0, '127.0.0.1')
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const tokenOf = ({ authorization }: { authorization: string }) => authorization.slice('Bearer '.length)
const linkOf = () => /(?:validate\/|token=)([\w-]{43})/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? ''
const appOf = z.object({ secret: z.string(), uri: z.string() })
const codesOf = z.object({ recoveryCodes: z.array(z.string()) })

test('nothing secret of any way of signing in reaches the log, whatever goes wrong', async () => {
  const secrets: string[] = [PASSWORD, 'device-of-dan', 'another password']
  await addPerson(server, {
    userName: 'ann',
    permissions: ['AUTH_CAN_USE_PASSWORDLESS', 'AUTH_CAN_USE_MULTI_TOKEN'],
  })
  const danID = await addPerson(server, {
    userName: 'dan',
    permissions: ['AUTH_USE_2FA', 'AUTH_CAN_USE_MULTI_TOKEN', 'SUPPORT_CAN_ENABLE_COMPANION_APP'],
  })

  // By link, with its page opened, its key heard, and the link tried again.
  const { clientKey } = await step(server, 'confirm-username', { userName: 'ann' })
  const window = await live.openAnonymous(`${url}${magicHub.path}`, ['magicKeyConfirmed'])
  await window.client.invoke('onJoinQueue', clientKey)
  await window.client.invoke('onJoinQueue', `${clientKey}x`).catch(() => {})
  const link = linkOf()
  await server.server.app.inject({
    url: `/public/magic-link/validate/${link}`,
    headers: { accept: 'text/html' },
  })
  await server.server.app.inject(`//PUBLIC/magic-link/validate/${link}`)
  for (let i = 0; i < 2; i++) await post(server, '/api/public/magic-link/validate', { token: link })
  await vi.waitFor(() => expect(window.heard).toHaveLength(1))
  const key = String(window.heard[0]?.[1])
  const byLink = bearerOf(
    await post(server, '/api/auth/login', { userName: 'ann', password: '', clientKey, magicKey: key }),
  )
  secrets.push(clientKey, link, key, tokenOf(byLink))

  // By code, with an app set up, a wrong code and a recovery code.
  const dan = await signIn(server, 'dan')
  const app = appOf.parse(JSON.parse((await post(server, '/api/auth/two-factor/begin', {}, dan)).body))
  const code = codeAt(app.secret, server.clock.now)
  const { recoveryCodes } = codesOf.parse(
    JSON.parse((await post(server, '/api/auth/two-factor/confirm', { code }, dan)).body),
  )
  for (const magicKey of [code, recoveryCodes[0]]) {
    const { clientKey: own } = await step(server, 'confirm-password', { userName: 'dan', password: PASSWORD })
    secrets.push(own)
    await post(server, '/api/auth/login', { userName: 'dan', password: PASSWORD, clientKey: own, magicKey })
  }
  secrets.push(app.secret, app.uri, ...recoveryCodes)

  // By device, and over the hub with its token in the address.
  const again = await signIn(server, 'ann')
  await post(server, '/api/support/companion/enable', { userID: danID, deviceID: 'device-of-dan' }, dan)
  const device = bearerOf(await post(server, '/api/auth/companion-token', { deviceID: 'device-of-dan' }))
  const hub = await live.open(server, `${url}${mainHub.path}`, again, [])
  await hub.client.invoke('setAppVersion', '1')
  secrets.push(tokenOf(again), tokenOf(device))

  // A new password, by a link with its token in the address; a body that is no JSON; a fault.
  await post(server, '/api/auth/forgot-password', { userName: 'ann' })
  await vi.waitFor(() => expect(linkOf()).not.toBe(link))
  const reset = linkOf()
  await server.server.app.inject({
    url: `/public/auth/validate?token=${reset}`,
    headers: { accept: 'text/html' },
  })
  await post(server, '/api/public/auth/reset-password', { token: reset, password: 'another password' })
  const headers = { 'content-type': 'application/json' }
  await post(server, '/api/auth/login', `{"password":"${PASSWORD}", oops`, headers)
  await server.server.db.schema.dropTable('passwordResets').execute()
  expect(
    (await post(server, '/api/public/auth/reset-password', { token: link, password: 'another password' }))
      .status,
  ).toBe(500)

  expect(server.log.text).toContain('/public/magic-link/validate/[secret]')
  expect(server.log.text.length).toBeGreaterThan(5000)
  // Six digits occur in any long number, so only a code that stands alone counts.
  expect(server.log.text).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?!\\w)`))
  for (const secret of secrets) {
    expect(secret).not.toBe('')
    expect(server.log.text).not.toContain(secret)
  }
})
