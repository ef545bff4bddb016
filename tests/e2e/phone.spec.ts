import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { conversations } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { signedInState } from './support/sign-in.ts'
import { smallTargets } from './support/targets.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** Lets a notice come, and gives how far below the lower edge of the bar at the top it begins, in pixels. */
const noticeBelow = (page: Page, bar: string): Promise<number> =>
  page.evaluate(async (selector) => {
    dispatchEvent(new Event('online'))
    dispatchEvent(new Event('offline'))
    const notice = () =>
      [...document.querySelectorAll('[role="alert"]')].find((one) => one.textContent.includes('internet'))
    const painted = () => new Promise(requestAnimationFrame)
    for (let frames = 0; frames < 600 && !notice(); frames++) await painted()
    await painted()
    const [over, under] = [notice(), document.querySelector(selector)]
    return (over?.getBoundingClientRect().top ?? 0) - (under?.getBoundingClientRect().bottom ?? 9999)
  }, bar)

test.describe('on a phone', () => {
  test('S072 the menu opens by itself at the start page, and over nothing that an address leads to', async ({
    browser,
    accounts,
    baseURL,
  }) => {
    const storageState = await signedInState(accountOf(accounts, 'supervisor'), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
    const page = await context.newPage()
    const menu = page.getByRole('button', { name: 'Close the menu' })
    await page.clock.install()
    for (const [address, heading] of [
      ['/support/help-center', /help/i],
      ['/dashboard?ticket=1209', /./],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
      await page.clock.runFor(3000)
      await expect(menu).toHaveCount(0)
    }
    await page.goto('/dashboard')
    await page.clock.runFor(3000)
    await expect(menu).toBeVisible()
    await context.close()
  })

  test('what can be pressed beside the live panel and in My development is as large as a finger', async ({
    browser,
    accounts,
    baseURL,
  }) => {
    const opened = async (who: 'supervisor' | 'interviewer', address: string) => {
      const storageState = await signedInState(accountOf(accounts, who), baseURL ?? '')
      const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
      const page = await context.newPage()
      await page.goto(address)
      return page
    }
    const panel = await opened('supervisor', '/supervisor/live-panel')
    await panel.getByText('Jamie Whitfield').first().click()
    const beside = panel.getByRole('complementary', { name: 'Jamie Whitfield' })
    await expect(beside.getByRole('heading', { name: 'Sessions' })).toBeVisible()
    expect(await smallTargets(beside)).toEqual([])
    await beside.getByRole('button', { name: 'Set activity' }).click()
    await expect(beside.getByRole('form', { name: 'Set activity' })).toBeVisible()
    expect(await smallTargets(beside)).toEqual([])
    await beside.getByRole('combobox', { name: 'Project' }).click()
    const projects = panel.getByRole('listbox', { name: 'Project' })
    await expect(projects.getByRole('option').first()).toBeVisible()
    expect(await smallTargets(projects)).toEqual([])
    await panel.context().close()
    const own = await opened('interviewer', '/tracker/my-development')
    const tabs = own.getByRole('main').getByRole('navigation').first()
    await expect(tabs).toBeVisible()
    for (const tab of await tabs.getByRole('link').all()) {
      await tab.click()
      await expect(own.getByRole('main').getByRole('region').first()).toBeVisible()
      expect(await smallTargets(own.getByRole('main'))).toEqual([])
    }
    await own.context().close()
  })

  test('C097 the chat has one bar, and a banner over it one line', async ({ browser, accounts, baseURL }) => {
    const storageState = await signedInState(accountOf(accounts, 'interviewer'), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
    const page = await context.newPage()
    const message = `Fire drill at two. ${'Please leave by the nearest stairs. '.repeat(6)}`.trim()
    await page.route('**/api/broadcast/forme', (route) =>
      route.fulfill({ json: [{ message, endDate: new Date(Date.now() + 3_600_000).toISOString() }] }),
    )
    await page.goto('/connect-plus/chat')
    const banner = page.getByRole('region', { name: 'Broadcasts' })
    await expect(banner).toBeVisible()
    await expect(conversations(page).first()).toBeVisible()
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(48)
    const filter = page.getByPlaceholder('Filter chats')
    const titles = page.getByRole('heading').filter({ visible: true })
    const seen = await titles.evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().width > 8).map((one) => one.textContent),
    )
    expect(seen.slice(0, 1)).toEqual(['Chats'])
    expect(seen.filter((name) => /chat/i.test(name ?? ''))).toHaveLength(1)
    // The banner, the bar, and what the list is filtered with.
    expect((await filter.boundingBox())?.y).toBeLessThanOrEqual(110)
    expect(await findings(page)).toEqual([])
    await banner.getByRole('button', { name: message }).click()
    await expect(page.getByRole('dialog', { name: 'Broadcasts' }).getByText(message)).toBeVisible()
    await page.keyboard.press('Escape')
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await conversations(page).first().click()
    await expect(page.getByRole('button', { name: 'Back to chats' })).toBeVisible()
    expect((await page.getByRole('button', { name: 'Back to chats' }).boundingBox())?.y).toBeLessThanOrEqual(
      20,
    )
    await context.close()
  })

  test('who and when stands whole in lists of calls, contacts and files', async ({
    browser,
    accounts,
    baseURL,
  }) => {
    const storageState = await signedInState(accountOf(accounts, 'supervisor'), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
    const page = await context.newPage()
    const cut = (list: Locator) =>
      list.evaluate((element) =>
        [...element.querySelectorAll('strong, span')]
          .filter((one) => getComputedStyle(one).textOverflow === 'ellipsis')
          .filter((one) => one.scrollWidth > one.clientWidth)
          .map((one) => one.textContent),
      )
    await page.goto('/connect-plus/call')
    const contacts = page.getByRole('region', { name: 'Contacts' })
    // Whoever is called has missed a call from then on: nobody of another walk.
    await contacts.getByRole('button', { name: 'Call Isla MacDonald', exact: true }).click()
    const recent = page.getByRole('region', { name: 'Recent' })
    await expect(recent.getByText('Isla MacDonald')).toBeVisible()
    expect(await cut(recent)).toEqual([])
    expect(await cut(contacts)).toEqual([])
    await page.goto('/connect-plus/chat')
    await conversations(page).filter({ hasText: 'Leeds floor' }).first().click()
    await page.getByRole('tab', { name: 'Files' }).click()
    const files = page.getByRole('tabpanel').getByRole('list')
    await expect(files.getByRole('listitem').first()).toBeVisible()
    expect(await cut(files)).toEqual([])
    await context.close()
  })

  test('a task’s days with their times have the room of a whole line, in the new one and in its panel', async ({
    browser,
    accounts,
    baseURL,
  }) => {
    const storageState = await signedInState(accountOf(accounts, 'supervisor'), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
    const page = await context.newPage()
    const widths = async () => {
      const times = page.locator('input[type="datetime-local"]')
      await expect(times.first()).toBeVisible()
      return await times.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))
    }
    await page.goto('/connect-plus/call')
    await page.getByRole('button', { name: 'App drawer' }).click()
    await page.getByText('Task planner').click()
    await page.getByRole('button', { name: 'Add task' }).first().click()
    for (const width of await widths()) expect(width).toBeGreaterThan(240)
    await page.keyboard.press('Escape')
    await page.getByText('Check the 18–24 cells in Wales').first().click()
    await expect(page.getByLabel('Ends')).toBeVisible()
    for (const width of await widths()) expect(width).toBeGreaterThan(240)
    await context.close()
  })

  test('a notice begins where the bar at the top ends, however high it is', async ({
    browser,
    accounts,
    baseURL,
  }) => {
    const storageState = await signedInState(accountOf(accounts, 'interviewer'), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState, ...PHONE })
    const page = await context.newPage()
    const banners = [
      { message: 'Fire drill at two.', endDate: new Date(Date.now() + 3_600_000).toISOString() },
    ]
    await page.route('**/api/broadcast/forme', (route) => route.fulfill({ json: banners }))
    const below = async (bar: string) => {
      // The bar's height is measured once it is drawn: it is looked at until the notice has its place.
      await expect(async () => {
        const px = await noticeBelow(page, bar)
        expect(px, bar).toBeGreaterThanOrEqual(0)
        expect(px, bar).toBeLessThan(24)
      }).toPass({ timeout: 5000 })
    }
    await page.goto('/tracker/my-earnings')
    const banner = page.getByRole('region', { name: 'Broadcasts' })
    await expect(banner).toBeVisible()
    await below('header')
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    await below('header')
    // A screen that has the only bar, and what it opens.
    await page.goto('/connect-plus/chat')
    await expect(conversations(page).first()).toBeVisible()
    await below('nav:has(h2)')
    await conversations(page).first().click()
    await expect(page.getByRole('button', { name: 'Back to chats' })).toBeVisible()
    await below('header:has(h2)')
    await context.close()
  })
})

test.describe('on a screen of a phone’s size', () => {
  test("S320 'Unsupported device' is a line until somebody asks, and keeps nobody from anything", async ({
    accounts,
    browser,
    baseURL,
  }) => {
    const storageState = await signedInState(accountOf(accounts, 'supervisor'), baseURL ?? '')
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      storageState,
      viewport: { width: 390, height: 844 },
      screen: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto('/support/help-center')
    const line = page.getByRole('status').filter({ hasText: 'Unsupported device' })
    await expect(line).toBeVisible()
    const dialog = page.getByRole('dialog', { name: 'Unsupported device' })
    await expect(dialog).toHaveCount(0)
    // What is on the screen can be pressed, and nothing of it lies beside it.
    expect((await page.getByRole('main').boundingBox())?.width).toBe(390)
    await page.getByRole('button', { name: /, account$/ }).click()
    await page.keyboard.press('Escape')
    expect(await findings(page)).toEqual([])
    await line.getByRole('button', { name: 'Details' }).click()
    await expect(dialog.getByText('A screen of at least 1366 by 768')).toBeVisible()
    await dialog.getByRole('button', { name: 'Continue anyway' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(line).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('button', { name: /, account$/ })).toBeVisible()
    await expect(line).toHaveCount(0)
    await context.close()
  })
})
