import type { Page } from 'playwright-core'
import * as z from 'zod/mini'
import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import type { Account } from '../../../scripts/lib/server-process.ts'
import type { TestServer } from '../../e2e/support/test-server.ts'
import { ROOT } from '../support/app-folder.ts'
import { expect, signIn, test } from '../support/product.ts'
import { windowsMachine } from '../support/windows-machine.ts'

const answered = z.object({ token: z.optional(z.string()), clientKey: z.optional(z.string()) })

function personCalled({ accounts }: TestServer, userName: string): Account {
  const account = accounts.find((candidate) => candidate.userName === userName)
  if (!account) throw new Error(`The server has nobody called ${userName}`)
  return account
}

/** Somebody of the service desk, signed in without a window: sends remote commands. */
async function serviceDesk(server: TestServer) {
  let authorization = ''
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return answered.parse(await response.json())
  }
  const [userName, password] = ['kerry.blackwood', 'Northgate-2026']
  await post('/api/auth/confirm-username', { userName })
  const { clientKey } = await post('/api/auth/confirm-password', { userName, password })
  const { token } = await post('/api/auth/login', { userName, password, clientKey })
  authorization = `Bearer ${token}`
  return {
    send: (userID: number, remoteCommand: RemoteCommand) =>
      post('/api/support/remote-command', { userID, remoteCommand }).catch((error: Error) => {
        // Its answer is another than those of the sign-in.
        if (error.message.includes('answered')) throw error
      }),
  }
}

/** The id in the token that the page keeps. */
function userIDOf(window: Page): Promise<number> {
  return window.evaluate(() => {
    const token = String(localStorage.getItem('fieldwork.token')).split('.')[1] ?? ''
    return Number(JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/'))).userId)
  })
}

test('S161 remote commands sign out of the dialler and of the survey tool, on the machine', async ({
  launch,
  server,
}) => {
  test.skip(process.platform === 'win32', 'a Windows machine has programs of its own')
  test.setTimeout(60_000)
  const machine = windowsMachine()
  const { window } = await launch({ ...machine.launchOptions, appFolder: ROOT, server: server.url })
  await signIn(window, personCalled(server, 'jamie.whitfield'))
  const userID = await userIDOf(window)
  const desk = await serviceDesk(server)
  const callsOf = (name: string) => () => machine.programs.calls(name).length

  // Until the window's hub stands, nobody hears of it.
  await expect(async () => {
    await desk.send(userID, { command: 'LOGOUT_DIALLER' })
    expect(callsOf('dialler-logout')()).toBeGreaterThan(0)
  }).toPass()
  expect(callsOf('survey-logout')()).toBe(0)
  await desk.send(userID, { command: 'LOGOUT_SURVEY_TOOL' })
  await expect.poll(callsOf('survey-logout')).toBe(1)
  machine.dispose()
})
