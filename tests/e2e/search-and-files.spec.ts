import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { messages, openConversation } from './support/chat.ts'
import { callAs, newGroup, sendFile } from './support/chat-api.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { pdfFile } from './support/pdf-file.ts'

const ONE_MB = 1024 * 1024

test('the search of the side bar finds a message and opens it, finds help, and is done by keyboard', async ({
  accounts,
  signedIn,
}) => {
  const theirs = await signedIn(accountOf(accounts, 'supervisor'))
  const names = [accountOf(accounts, 'interviewer'), accountOf(accounts, 'admin')]
  const threadID = await newGroup(
    theirs,
    'Bird names',
    names.map(({ displayName }) => displayName),
  )
  for (const message of ['The kestrel list is in the shared folder', 'Thank you'])
    await callAs(theirs, '/api/communication/chat/send-message-to-thread', { message, threadID })

  const page = await signedIn(accountOf(accounts, 'interviewer'))
  const search = page.getByRole('button', { name: 'Search (FAQ)' })
  await search.click()
  const field = page.getByRole('combobox', { name: 'Go to anything' })
  await field.pressSequentially('kestrel')
  const found = page.getByRole('group', { name: 'Messages' }).getByRole('option')
  await expect(found).toHaveText(/^The kestrel list is in the shared folder.*Bird names$/)
  expect(await findings(page)).toEqual([])
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/connect-plus\/chat/)
  await expect(page.getByRole('heading', { name: 'Bird names', exact: true })).toBeVisible()
  await expect(messages(page).getByText('The kestrel list is in the shared folder')).toBeVisible()

  await search.click()
  await field.pressSequentially('vpn')
  const help = page.getByRole('group', { name: 'Help' }).getByRole('option', { name: /^VPN and network/ })
  await expect(help).toBeVisible()
  const down = async () => {
    await page.keyboard.press('ArrowDown')
    return (await help.getAttribute('aria-selected')) === 'true'
  }
  if ((await help.getAttribute('aria-selected')) !== 'true') await expect.poll(down).toBe(true)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Raise a ticket' })
  await expect(dialog.getByRole('heading', { name: 'VPN and network' })).toBeVisible()
  await page.keyboard.press('Escape')

  await search.click()
  await field.pressSequentially('zzzzqq')
  await expect(page.getByText('Nothing fits. Try fewer letters, or another name.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(search).toBeFocused()
})

/** How many bytes of a streamed file come to the page, by what the server says that it sends. */
function counted(page: Page): () => number {
  let bytes = 0
  page.on('response', (response) => {
    if (!response.url().includes('/watch-video') || response.status() !== 206) return
    bytes += Number(response.headers()['content-length'] ?? 0)
  })
  return () => bytes
}

/** Whether the square of a page is drawn. */
const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    if (width === 0) return false
    const pixel = (element as HTMLCanvasElement)
      .getContext('2d')
      ?.getImageData(width * 0.3, height * 0.75, 1, 1).data
    return pixel?.[0] === 0 && pixel[3] === 255
  })

test('a PDF and a text of more than 20 MB are shown by their parts, and end with the sign-out', async ({
  ownServer,
  signedIn,
}) => {
  const { accounts, url } = ownServer
  const page = await signedIn(accountOf(accounts, 'interviewer'), url)
  const names = [accountOf(accounts, 'supervisor'), accountOf(accounts, 'admin')]
  const threadID = await newGroup(
    page,
    'Large files',
    names.map(({ displayName }) => displayName),
  )
  await sendFile(page, threadID, 'scans.pdf', pdfFile(12, 2))
  await sendFile(page, threadID, 'calls.log', Buffer.alloc(21 * ONE_MB, 'A call that was made\n'))
  await openConversation(page, 'Large files')

  const bytes = counted(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: /^Preview scans.pdf/ }).click()
  const pages = dialog.locator('canvas')
  await expect(pages).toHaveCount(12)
  await expect.poll(() => isDrawn(pages.nth(0))).toBe(true)
  expect(await isDrawn(pages.nth(11))).toBe(false)
  expect(bytes()).toBeLessThan(5 * ONE_MB)
  await pages.nth(11).scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(pages.nth(11))).toBe(true)
  // Pages that are far are let go.
  await expect.poll(() => isDrawn(pages.nth(0))).toBe(false)
  expect(bytes()).toBeLessThan(12 * ONE_MB)
  await page.keyboard.press('Escape')

  const request = page.waitForRequest((one) => one.url().includes('/watch-video'))
  const before = bytes()
  await page.getByRole('button', { name: /^Preview calls.log/ }).click()
  const address = (await request).url()
  await expect(dialog.getByText(/^The first 64 KB of 21/)).toBeVisible()
  expect(await findings(page, '[role="dialog"] button, [role="dialog"] p')).toEqual([])
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect(dialog.getByText(/^The first 128 KB of 21/)).toBeVisible()
  expect(bytes() - before).toBe(ONE_MB / 8)

  const statusOf = async () => (await fetch(address, { headers: { range: 'bytes=0-9' } })).status
  expect(await statusOf()).toBe(206)
  await callAs(page, '/api/auth/logout', null)
  expect(await statusOf()).toBe(403)
})
