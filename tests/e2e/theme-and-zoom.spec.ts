import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { conversations, messages } from './support/chat.ts'
import { openFinder } from './support/finder.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

const background = (page: Page, selector: string): Promise<string> =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor)

for (const [colorScheme, colour] of [
  ['light', 'rgb(246, 247, 245)'],
  ['dark', 'rgb(15, 21, 20)'],
] as const) {
  test(`S036 the loading placeholder is ${colorScheme} where the system prefers that`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ colorScheme, baseURL: baseURL ?? '' })
    const page = await context.newPage()
    // Without its scripts the page stays as it is while it loads.
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('status')).toHaveText('Initialising... Please wait...')
    expect(await background(page, 'html')).toBe(colour)
    await context.close()
  })
}

test('S182 the applied theme is LIGHT or DARK, by its own stylesheet; S203 the page is shown at 0.85 and zooms', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'admin'))
  const root = page.locator('html')
  const seen = async () => [
    await root.getAttribute('data-mantine-color-scheme'),
    await background(page, 'body'),
  ]
  await expect.poll(seen).toEqual(['light', 'rgb(246, 247, 245)'])

  // From the keyboard alone, once the shell is there.
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
  const finder = await openFinder(page)
  await finder.fill('dark')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Dark theme/)
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(seen).toEqual(['dark', 'rgb(15, 21, 20)'])

  const zoom = () => root.evaluate((element) => getComputedStyle(element).zoom)
  expect(await zoom()).toBe('0.85')
  await page.keyboard.press('Control+=')
  await expect.poll(zoom).toBe('0.95')
  await page.keyboard.press('Control+0')
  await expect.poll(zoom).toBe('0.85')

  // What blocks the shell blocks this key: the search has to be gone.
  await expect(finder).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('zoomed, menus open at their buttons and a conversation stands at its newest message', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
  for (const keys of [
    ['Control+0'],
    ['Control+-', 'Control+-'],
    ['Control+0', 'Control+=', 'Control+=', 'Control+='],
  ]) {
    for (const key of keys) await page.keyboard.press(key)
    const button = page.getByRole('button', { name: /, account$/ })
    await button.click()
    const menu = page.getByRole('menu')
    await expect(menu).toBeVisible()
    const right = async (of: typeof menu) => (await of.boundingBox()) ?? { x: 0, width: 0 }
    await expect
      .poll(async () => {
        const [a, b] = [await right(button), await right(menu)]
        return Math.abs(a.x + a.width - b.x - b.width) < 3
      })
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }

  await page.keyboard.press('Control+0')
  await page.getByRole('link', { name: /^Chat/ }).click()
  await expect(page.getByPlaceholder('Filter chats')).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(page.getByPlaceholder('Filter chats')).toBeFocused()
  // The last of the list has long been read: it opens at its end.
  await conversations(page).nth(8).click()
  await expect(messages(page)).toBeVisible()
  const fromEnd = () =>
    messages(page).evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop))
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  for (const key of ['Control+=', 'Control+=', 'Control+-', 'Control+0']) {
    await page.keyboard.press(key)
    await expect.poll(fromEnd, key).toBeLessThanOrEqual(1)
  }
})
