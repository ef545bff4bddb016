import { findings } from './support/axe.ts'
import { conversations, messages, say } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

const ROOM = 'Household Travel Survey'
const TOPIC = 'Screener drop-out at Q7'

test("a conversation's tabs keep the place in the messages, find one of them, and open a topic over it", async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  // By hand: the filter finds the room's topics, too.
  await page.getByRole('link', { name: /^Chat/ }).click()
  await page.getByPlaceholder('Filter chats').fill(ROOM)
  await expect(conversations(page)).toHaveCount(3)
  await conversations(page)
    .filter({ has: page.getByText(ROOM, { exact: true }) })
    .click()

  // Somewhere up in the messages: behind another tab they stay there.
  const log = messages(page).first()
  await expect(log.getByRole('article').first()).toBeVisible()
  await log.hover()
  await page.mouse.wheel(0, -900)
  const place = () => log.evaluate(({ scrollTop, scrollHeight }) => Math.round(scrollHeight - scrollTop))
  await expect.poll(place).toBeGreaterThan(1000)
  // The wheel's way has ended when two looks see the same place.
  let before = 0
  const rests = async () => {
    const was = before
    before = await place()
    return was === before
  }
  await expect.poll(rests).toBe(true)
  await tab('Files').click()
  await expect(page.getByRole('button', { name: /^Download / }).first()).toBeVisible()
  await expect(log).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(log).toBeVisible()
  expect(await place()).toBe(before)

  await tab('Search Messages').click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('quota')
  const found = page
    .getByRole('tabpanel', { name: 'Search Messages' })
    .getByRole('button', { name: /quota/i })
  await expect(found.first().locator('mark')).toHaveText(/quota/i)
  expect(await findings(page, 'main')).toEqual([])
  const last = found.nth(4)
  const words = (await last.locator('mark').first().locator('xpath=..').textContent()) ?? ''
  await last.click()
  await expect(tab('Messages')).toHaveAttribute('aria-selected', 'true')
  await expect(log.getByText(words.slice(0, 30)).first()).toBeInViewport()

  await tab('Topics').click()
  await page
    .getByRole('tabpanel', { name: 'Topics' })
    .getByRole('button', { name: new RegExp(`^${TOPIC}`) })
    .click()
  const dialog = page.getByRole('dialog', { name: `Topic in ${ROOM}` })
  const text = `Q7 again — ${Date.now()}`
  const composer = dialog.getByPlaceholder('Type a new message here')
  await expect(composer).toBeFocused()
  await composer.fill(text)
  await composer.press('Enter')
  await expect(messages(page).last().getByText(text)).toBeVisible()
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: ROOM, exact: true })).toBeVisible()
  await tab('Messages').click()
  await say(page, `Back in the room — ${text}`)
  await expect(log.getByText(`Back in the room — ${text}`)).toBeVisible()
})
