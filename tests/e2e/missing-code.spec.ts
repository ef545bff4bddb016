import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { composer, messages, openConversation, say } from './support/chat.ts'
import { newGroup } from './support/chat-api.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

// Code is tried three times, over four seconds; what a person does meanwhile is under test, not the pauses.
const inTime = { timeout: 20_000 }

async function edit(page: Page, text: string): Promise<void> {
  const row = messages(page).getByRole('article').filter({ hasText: text })
  await row.hover()
  await row.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
}

test('a dialog whose code can’t be fetched says so over the chat, which stays; one that comes late opens', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  const others = (['supervisor', 'admin'] as const).map((kind) => accountOf(accounts, kind).displayName)
  await newGroup(page, 'Missing code', others)
  await openConversation(page, 'Missing code')
  await say(page, 'The quota is ful')
  await composer(page).fill('half a thought')

  let refused = 0
  await page.route(/\/EditDialog-/, (route) => {
    refused++
    return route.abort()
  })
  await edit(page, 'The quota')
  const failure = page.getByRole('dialog', { name: 'Server busy' })
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible(inTime)
  expect(refused).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await expect(failure).toBeHidden()
  await expect(composer(page)).toHaveValue('half a thought')
  await say(page, 'Still here')

  // Each is refused once.
  const late = new Set<string>()
  await page.route(/\/(StatsDialog|EmojiPanel)-/, (route) => {
    const url = route.request().url()
    if (late.has(url)) return route.continue()
    late.add(url)
    return route.abort()
  })
  await messages(page).getByRole('article').filter({ hasText: 'The quota' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delivery stats' }).click()
  await expect(page.getByRole('dialog', { name: 'Delivery stats' })).toBeVisible(inTime)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Emoji' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search emoji' })).toBeVisible(inTime)
  // With its style sheet: without, it is taller than the page.
  expect((await page.getByRole('searchbox', { name: 'Search emoji' }).boundingBox())?.y).toBeGreaterThan(0)
  expect([...late].filter((url) => /EmojiPanel-[\w-]+\.css/.test(url))).toHaveLength(1)
})

test('without the chat’s code the dashboard says so in its cards, and the rest of it is there', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.route(/\/session-[\w-]{8}\.js/, (route) => route.abort())
  await page.reload()
  const card = page.getByRole('region', { name: 'Unread conversations' })
  await expect(card.getByRole('alert')).toContainText('Server busy', inTime)
  await expect(page.getByRole('region', { name: 'This device' })).toBeVisible()
  await page.unroute(/\/session-[\w-]{8}\.js/)
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card.getByRole('listitem').first()).toBeVisible(inTime)
})

test('a question whose dialog can’t be fetched is asked in a plain one; without a connection in its own', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await page.route(/\/PromptModal-/, (route) => route.abort())
  await page.reload()
  const others = (['supervisor', 'admin'] as const).map((kind) => accountOf(accounts, kind).displayName)
  await newGroup(page, 'Unasked', others)
  await openConversation(page, 'Unasked')
  await say(page, 'For the archive')
  await page.getByRole('tab', { name: 'Settings' }).click()
  const archive = page.getByRole('button', { name: 'Archive messages' })
  const asked = page.getByRole('dialog', { name: 'Archive messages' })

  await archive.click()
  await expect(asked).toContainText('Archive all messages of Unasked for everybody?', inTime)
  await expect(page.locator('dialog')).toHaveCount(1)
  expect(await findings(page)).toEqual([])
  await expect(page.getByRole('button', { name: 'Yes', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(archive).toBeFocused()

  await page.unroute(/\/PromptModal-/)
  const [fetched] = await Promise.all([page.waitForResponse(/\/PromptModal-[\w-]{8}\.js/), page.reload()])
  await fetched.finished()
  await openConversation(page, 'Unasked')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.context().setOffline(true)
  await archive.click()
  await expect(asked).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await expect(asked).toBeHidden()
})
