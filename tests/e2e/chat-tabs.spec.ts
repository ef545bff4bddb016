import { findings } from './support/axe.ts'
import { messages, openConversation, say } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

const ROOM = 'Household Travel Survey'
const TOPIC = 'Screener drop-out at Q7'

/** The first message that begins in sight, or the one of this time, and where it begins in the list, in px. */
const firstInSight = (list: Element, time?: string) => {
  const listTop = list.getBoundingClientRect().top
  const topOf = (message: Element) => message.getBoundingClientRect().top - listTop
  const timeOf = (message: Element) => message.querySelector('time')?.dateTime ?? ''
  const found = [...list.querySelectorAll('article')].find((message) =>
    time === undefined ? topOf(message) >= 0 : timeOf(message) === time,
  )
  return { time: found ? timeOf(found) : '', top: found ? topOf(found) : Number.NaN }
}

test("a conversation's tabs keep the place in the messages, find one of them, and open a topic over it", async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await openConversation(page, ROOM, 2)

  // Somewhere up in the messages: behind another tab they stay there.
  const log = messages(page).first()
  await expect(log.getByRole('article').first()).toBeVisible()
  await log.hover()
  // The wheel's way has ended when the page says so: two looks at the same place may be a busy moment.
  // That the list went to its end when it was opened, the page says too.
  const way = await log.evaluateHandle((list) => ({
    end: new Promise<void>((resolve) =>
      list.addEventListener('scrollend', () => {
        if (list.scrollHeight - list.scrollTop > 1000) resolve()
      }),
    ),
  }))
  await page.mouse.wheel(0, -900)
  await way.evaluate(async ({ end }) => void (await end))
  const fromEnd = await log.evaluate(({ scrollTop, scrollHeight }) => scrollHeight - scrollTop)
  expect(fromEnd).toBeGreaterThan(1000)
  // What a button has brought into view is let go of once somebody scrolls, whatever grows meanwhile.
  await page.getByRole('button', { name: 'Scroll to bottom' }).click()
  const left = await log.evaluate(async (list) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const atEnd = list.scrollTop
    list.dispatchEvent(new WheelEvent('wheel', { deltaY: -500 }))
    list.scrollTop -= 500
    await frame()
    list.querySelector('article')?.style.setProperty('padding-bottom', '40px')
    await frame()
    await frame()
    return atEnd - list.scrollTop
  })
  expect(left).toBeGreaterThan(400)
  const seen = await log.evaluate(firstInSight)
  expect(seen.time).not.toBe('')
  await tab('Files').click()
  await expect(page.getByRole('button', { name: /^Download / }).first()).toBeVisible()
  await expect(log).toBeHidden()
  await page.keyboard.press('ArrowLeft')
  await expect(log).toBeVisible()
  const top = async () => (await log.evaluate(firstInSight, seen.time)).top
  await expect.poll(top).toBeCloseTo(seen.top, 0)

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
