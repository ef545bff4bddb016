import { findings } from './support/axe.ts'
import { composer, conversations, messages, openConversation, say } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { signedInState } from './support/sign-in.ts'

/** Everybody is in it. */
const ROOM = 'Tea and biscuits'

test('C018 C020 C255 the floating chat, the full screen and its meeting rooms', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.getByRole('button', { name: /^Team chat/ }).click()
  const float = page.getByRole('dialog', { name: 'Team chat' })
  await expect(float.getByRole('tab')).toHaveText(['Search', /Chats/, 'Meeting Rooms', 'Contacts'])
  await float.getByPlaceholder('Filter chats').fill(ROOM)
  await expect(conversations(page).filter({ hasNotText: ROOM })).toHaveCount(0)
  await conversations(page).first().click()
  await expect(messages(page)).toBeVisible()
  const before = await float.boundingBox()
  await float.getByRole('button', { name: /^Move the chat/ }).press('ArrowLeft')
  await expect.poll(async () => (await float.boundingBox())?.x).toBeLessThan(before?.x ?? 0)
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  await float.getByRole('button', { name: 'Minimise chat' }).click()
  await expect(page.getByRole('button', { name: /^Team chat/ })).toBeFocused()

  await page.getByRole('link', { name: /^Chat/ }).click()
  await expect(page.getByRole('complementary', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Team chat/ })).toHaveCount(0)
  await page.setViewportSize({ width: 1200, height: 768 })
  const pane = await page.getByRole('region', { name: ROOM }).evaluate((element) => element.clientWidth)
  expect(pane).toBeGreaterThanOrEqual(400)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('tab', { name: 'Meeting Rooms' }).click()
  await page.getByRole('button', { name: 'Join the meeting of QC calibration' }).click()
  const meeting = page.getByRole('region', { name: 'Manager meeting' })
  await expect(meeting.getByText('Priya Nair', { exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  // On the page of the chat its conversation opens there; elsewhere within the meeting's window.
  await meeting.getByRole('button', { name: 'Meeting chat' }).click()
  await expect(page.getByRole('region', { name: 'QC calibration' })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
  await meeting.getByRole('button', { name: 'Meeting chat' }).click()
  await expect(meeting.getByRole('log')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await meeting.getByRole('button', { name: 'Leave meeting' }).click()
})

test('C015 C043 C146 the window of its own opens by itself', async ({ accounts, signedIn }) => {
  const page = await signedIn(accountOf(accounts, 'admin'))
  await openConversation(page, ROOM)
  await page.getByRole('button', { name: 'Chat options' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('menuitemcheckbox', { name: 'Always Popout' }).click()
  await expect(page.getByText('Your chat opens in a window of its own')).toBeVisible()
  expect(await findings(page)).toEqual([])
  const popup = await opening
  await expect(popup).toHaveURL(/\/my-team-chat$/)
  // A popup of this browser takes its own size for the screen's.
  await popup.getByRole('button', { name: 'Continue anyway' }).click()
  await expect(popup.getByRole('tab', { name: /^Chats/ })).toBeVisible()
  await popup.getByRole('tab', { name: 'Contacts' }).click()
  await popup.getByRole('textbox', { name: 'Search my contacts' }).fill('Jamie')
  await popup.getByRole('button', { name: /^Jamie Whitfield/ }).click()
  await say(popup, 'From a window of its own')
  await expect(messages(popup).getByText('From a window of its own')).toBeVisible()
  await expect(popup).toHaveURL(/\/my-team-chat$/)
  expect(await findings(popup)).toEqual([])
  await popup.close()
  await page.getByRole('button', { name: 'Show the chat here' }).click()
  await page.getByRole('button', { name: 'Chat options' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Always Popout' }).click()
})

test('a window that gets narrow, and wide again, stays at what is being read', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await openConversation(page, ROOM)
  const first = () =>
    messages(page).evaluate((log) => {
      const { top } = log.getBoundingClientRect()
      const rows = [...log.querySelectorAll('article')]
      const row = rows.find((one) => one.getBoundingClientRect().bottom > top)
      // Who, when and some of the text: a row has its tools once the view rests.
      return row?.textContent.slice(0, 30) ?? 'none'
    })
  const fromEnd = () =>
    messages(page).evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop))
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  const newest = await first()
  await messages(page).hover()
  await page.mouse.wheel(0, -1200)
  await expect.poll(first).not.toBe(newest)
  // A turned wheel goes on for some frames: what is read is what stands once the view rests.
  await messages(page).evaluate(async (log) => {
    for (let rest = 0, at = log.scrollTop; rest < 10; ) {
      await new Promise(requestAnimationFrame)
      rest = log.scrollTop === at ? rest + 1 : 0
      at = log.scrollTop
    }
  })
  const read = await first()
  for (const width of [700, 1366]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(page.getByRole('button', { name: 'Back to chats' })).toHaveCount(width === 700 ? 1 : 0)
    await expect.poll(first).toBe(read)
  }
  // At its end it stays there.
  await page.getByRole('button', { name: 'Go to latest message' }).click()
  // Not by its first row: pictures that have come since may have moved that one out of view.
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  await page.setViewportSize({ width: 700, height: 768 })
  await expect(page.getByRole('button', { name: 'Back to chats' })).toBeVisible()
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
})

test('C019 on a phone there is one thing at a time, with tabs along the bottom and a way back', async ({
  browser,
  accounts,
  baseURL,
}) => {
  const storageState = await signedInState(accountOf(accounts, 'interviewer'), baseURL ?? '')
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...phone })
  const page = await context.newPage()
  await page.goto('/connect-plus/chat')
  const bar = page.getByRole('tablist', { name: 'Chat sections' })
  await expect(bar).toBeVisible()
  await page.getByPlaceholder('Filter chats').fill(ROOM)
  await expect(conversations(page).filter({ hasNotText: ROOM })).toHaveCount(0)
  await conversations(page).first().tap()
  await expect(composer(page)).toBeVisible()
  await expect(bar).toHaveCount(0)
  // The phone's own button goes back one thing at a time, too.
  await page.getByRole('button', { name: 'GIF' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(composer(page)).toBeVisible()
  await page.goBack()
  await expect(bar).toBeVisible()
  await conversations(page).first().tap()
  await expect(composer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Back to chats' }).tap()
  await page.getByRole('tab', { name: 'Meeting Rooms' }).tap()
  await expect(page.getByRole('heading', { name: 'My meetings' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const back = page.getByRole('navigation', { name: 'Team chat' }).getByRole('button', { name: 'Back' })
  await back.tap()
  await expect(page.getByPlaceholder('Filter chats')).toBeVisible()
  await back.tap()
  await expect(page).toHaveURL(/\/dashboard$/)
  await context.close()
})
