import type { Page } from '@playwright/test'
import type { Account } from '../../../scripts/lib/server-process.ts'
import { openConversation, say } from '../../e2e/support/chat.ts'
import type { TestServer } from '../../e2e/support/test-server.ts'
import { ROOT } from '../support/app-folder.ts'
import { expect, signIn, test } from '../support/product.ts'

function accountOf({ accounts }: TestServer, role: RegExp): Account {
  const account = accounts.find((candidate) => role.test(candidate.role))
  if (!account) throw new Error(`The server has nobody whose role is ${role}`)
  return account
}

/**
 * Opens a conversation from the dashboard. 'Unsupported device' comes when the device has been read, which on a machine
 * below what is supported may be between a press and its release: then whoever sits there clicks again.
 */
async function goAndOpen(window: Page, name: string): Promise<void> {
  await expect(async () => {
    await window.getByRole('link', { name: /^Chat/ }).click()
    await window.waitForURL(/\/chat/, { timeout: 3000 })
  }).toPass({ timeout: 20_000 })
  await openConversation(window, name)
}

test('in the desktop client a person signs in, sees their dashboard with this device, and sends a message that the server keeps and tells another client of', async ({
  launch,
  server,
}) => {
  const client = { appFolder: ROOT, server: server.url }
  const interviewer = accountOf(server, /interviewer/i)
  const supervisor = accountOf(server, /supervisor/i)
  const { window: hers } = await launch(client)
  await signIn(hers, interviewer)
  await expect(hers.getByText('At the keyboard')).toBeVisible({ timeout: 15_000 })

  await goAndOpen(hers, supervisor.displayName)
  await say(hers, 'Sent from the desktop client')
  await expect(hers.getByRole('log').getByText('Sent from the desktop client')).toBeVisible()

  // A client that starts now can have it from the server only.
  const { window: theirs } = await launch(client)
  await signIn(theirs, supervisor)
  await goAndOpen(theirs, interviewer.displayName)
  await expect(theirs.getByRole('log').getByText('Sent from the desktop client')).toHaveCount(1)

  // And one that is there already hears of it through the hub.
  await say(theirs, 'Answered from another')
  await expect(hers.getByRole('log').getByText('Answered from another')).toBeVisible()
})
