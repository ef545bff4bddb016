import type { Locator, Page } from '@playwright/test'
import { hostileMessages } from '../../renderer/testing/hostile-messages.ts'
import type { Account } from '../../scripts/lib/server-process.ts'
import { findings } from './support/axe.ts'
import { composer, messages, openConversation, say } from './support/chat.ts'
import { callAs, newGroup, sendFile } from './support/chat-api.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { enterPassword, enterUserName } from './support/sign-in.ts'
import { wordFile } from './support/word-file.ts'

const message = (page: Page, text: string): Locator =>
  messages(page).getByRole('article').filter({ hasText: text }).last()

/** Who is in the groups beside the interviewer. */
const others = (accounts: readonly Account[]): string[] => [
  accountOf(accounts, 'supervisor').displayName,
  accountOf(accounts, 'admin').displayName,
]

async function choose(page: Page, text: string, action: string): Promise<void> {
  await message(page, text).hover()
  await message(page, text).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a message is reacted to, edited, pinned, linked to and deleted, and the other window follows', async ({
  browser,
  accounts,
  signedIn,
}) => {
  const interviewer = accountOf(accounts, 'interviewer')
  const supervisor = accountOf(accounts, 'supervisor')
  const hers = await signedIn(interviewer)
  const theirs = await signedIn(supervisor)
  await newGroup(hers, 'Actions', others(accounts))
  await openConversation(hers, 'Actions')
  await openConversation(theirs, 'Actions')
  await say(hers, 'The quota is ful')

  await message(theirs, 'The quota is ful').click({ button: 'right' })
  await expect(theirs.getByRole('menu')).toBeVisible()
  expect(await findings(theirs, '[role="menu"]')).toEqual([])
  await theirs.getByRole('menuitemcheckbox', { name: 'Thanks' }).click()
  await expect(message(hers, 'The quota').getByRole('button', { name: /^Thanks, 1/ })).toBeVisible()

  await choose(hers, 'The quota', 'Edit')
  const dialog = hers.getByRole('dialog', { name: 'Edit message' })
  await dialog.getByRole('textbox').fill('The quota is full')
  expect(await findings(hers, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(message(theirs, 'The quota is full')).toContainText('(edited)')

  await choose(theirs, 'The quota', 'Pin')
  await expect(message(hers, 'The quota')).toContainText('Pinned')

  await theirs.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await choose(theirs, 'The quota', 'Copy link')
  const link = await theirs.evaluate(() => navigator.clipboard.readText())
  await theirs.goto(link)
  await expect(message(theirs, 'The quota')).toHaveAttribute('data-highlight', 'true')
  await expect(theirs).not.toHaveURL(/message=/)

  const another = await (await browser.newContext()).newPage()
  await enterUserName(another, accountOf(accounts, 'admin'), link)
  await enterPassword(another, accountOf(accounts, 'admin'))
  await expect(message(another, 'The quota')).toHaveAttribute('data-highlight', 'true')
  await another.context().close()

  await choose(hers, 'The quota', 'Delete')
  await expect(hers.getByRole('dialog').getByRole('button', { name: 'Delete' })).toBeVisible()
  expect(await findings(hers, '[role="dialog"]')).toEqual([])
  await hers.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(messages(theirs).getByText('This message has been deleted')).toBeVisible()
})

/** Goes through the whole conversation from its end, and says what stands out of it. */
function overflowing(log: Locator): Promise<string[]> {
  return log.evaluate(async (scroller) => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const found = new Set<string>()
    for (let still = 0; still < 30; ) {
      const { right } = scroller.getBoundingClientRect()
      if (scroller.scrollWidth > scroller.clientWidth) found.add('the list scrolls sideways')
      for (const article of scroller.querySelectorAll('article'))
        if (article.getBoundingClientRect().right > right + 1) found.add(article.innerHTML.slice(0, 200))
      if (document.documentElement.scrollWidth > window.innerWidth) found.add('the page scrolls sideways')
      const before = scroller.scrollTop
      scroller.scrollTop = before - scroller.clientHeight
      await painted()
      // At the top older messages are on their way.
      still = scroller.scrollTop === before ? still + 1 : 0
    }
    return [...found]
  })
}

// A server of its own: nobody else waits to read so many.
test('hostile messages run nothing and break no layout', async ({ ownServer, signedIn }) => {
  const { accounts, url } = ownServer
  const page = await signedIn(accountOf(accounts, 'interviewer'), url)
  const threadID = await newGroup(page, 'Hostile', others(accounts))
  // In which order they come is all the same; those that are nothing but blanks are refused.
  const send = (message: string) =>
    callAs(page, '/api/communication/chat/send-message-to-thread', { message, threadID })
  await Promise.all(hostileMessages().map(send))
  await openConversation(page, 'Hostile')
  await expect(messages(page).getByRole('article').first()).toBeVisible()
  expect(await overflowing(messages(page))).toEqual([])
  expect(await page.evaluate(() => (window as { hostileRan?: number }).hostileRan)).toBeUndefined()
  await expect(composer(page)).toBeInViewport()
})

test('a Word document is laid out, and a link in it that would run something is none', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  const threadID = await newGroup(page, 'Papers', others(accounts))
  await sendFile(
    page,
    threadID,
    'briefing.docx',
    wordFile('Read this first', 'javascript:window.hostileRan=1'),
  )
  await openConversation(page, 'Papers')
  await page.getByRole('button', { name: /^Preview briefing.docx/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Read this first')).toBeVisible()
  await dialog.getByText('A link').click()
  await expect(dialog.locator('a[href]')).toHaveCount(0)
  expect(await page.evaluate(() => (window as { hostileRan?: number }).hostileRan)).toBeUndefined()
  expect(await findings(page, '[role="dialog"]')).toEqual([])
})

const latest = (page: Page): Locator =>
  page.getByRole('button', { name: /^(Go to latest message|New message below)$/ })

test('C066 a conversation that fits its view has no way to its latest message, one scrolled up has it below the messages', async ({
  accounts,
  signedIn,
}) => {
  const theirs = await signedIn(accountOf(accounts, 'supervisor'))
  const threadID = await newGroup(theirs, 'Few words', [
    accountOf(accounts, 'interviewer').displayName,
    accountOf(accounts, 'admin').displayName,
  ])
  const send = (message: string) =>
    callAs(theirs, '/api/communication/chat/send-message-to-thread', { message, threadID })
  for (const text of ['one', 'two', 'three']) await send(text)
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await openConversation(page, 'Few words')
  await expect(message(page, 'three')).toBeVisible()
  await expect(latest(page)).toHaveCount(0)
  await send('four')
  await expect(message(page, 'four')).toBeVisible()
  await expect(latest(page)).toHaveCount(0)

  for (let n = 0; n < 40; n++) await send(`line ${n}`)
  await expect(message(page, 'line 39')).toBeInViewport()
  await messages(page).hover()
  await page.mouse.wheel(0, -600)
  await expect(latest(page)).toHaveText('Go to latest message')
  const [button, log] = [await latest(page).boundingBox(), await messages(page).boundingBox()]
  expect(button?.y).toBeGreaterThanOrEqual((log?.y ?? 0) + (log?.height ?? Number.POSITIVE_INFINITY))
  await send('news')
  await expect(latest(page)).toHaveText('New message below')
  await latest(page).click()
  await expect(message(page, 'news')).toBeInViewport()
  await expect(latest(page)).toHaveCount(0)
  await expect(messages(page)).toBeFocused()

  // A window made so high that all of it fits needs none either, though nothing was scrolled.
  await page.mouse.wheel(0, -100_000)
  await expect(latest(page)).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 3600 })
  await expect(latest(page)).toHaveCount(0)
})
