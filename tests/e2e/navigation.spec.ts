import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { openSignedIn } from './support/sign-in.ts'

const LABELS = '**/api/passport-validation/settings/ui-labels'

/** Whether the page's background is light or dark; neither before it has a style. */
const shade = (page: Page) =>
  page.evaluate(() => {
    const colour = getComputedStyle(document.documentElement).backgroundColor
    const parts = (colour.match(/[\d.]+/g) ?? []).map(Number)
    if (parts[3] === 0) return 'none'
    return Math.max(...parts.slice(0, 3)) > 128 ? 'light' : 'dark'
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in a ${colorScheme} system`, () => {
    test.use({ colorScheme })

    test(`S035 S036 while the application loads, 'Initialising' shows, ${colorScheme}`, async ({ page }) => {
      await page.route(/\/assets\/.*\.js$/, () => {})
      await page.goto('/dashboard', { waitUntil: 'commit' })
      await expect(page.getByRole('status')).toHaveText('Initialising... Please wait...')
      await expect(page).toHaveTitle('Initialising')
      await expect.poll(() => shade(page)).toBe(colorScheme)
    })
  })
}

/** Where 'More' stands from now on, looked at in each frame. */
function placesOfMore(): Set<number> {
  const seen = new Set<number>()
  const look = () => {
    const more = [...document.querySelectorAll('nav button')].find((one) =>
      one.textContent.startsWith('More'),
    )
    if (more) seen.add(more.getBoundingClientRect().y)
    requestAnimationFrame(look)
  }
  look()
  return seen
}

test('S027 S069 the admin’s menu by keyboard, and axe finds nothing in it', async ({
  page,
  accounts,
  baseURL,
}) => {
  await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
  await page.getByRole('button', { name: 'Admin', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await expect(page.getByRole('main').getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Reset password' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Reset password' })).toBeVisible()
  await page.goto('/finance/fiscal-report')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('button', { name: 'Resource', exact: true }).click()
  await page.getByRole('button', { name: 'Bookings' }).click()
  expect(await findings(page)).toEqual([])
  const places = await page.evaluateHandle(placesOfMore)
  await page.getByRole('button', { name: 'Collapse the side bar' }).click()
  const mark = page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: 'Northgate Research' })
  await expect.poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  // Its place is kept until it is there: nothing moves from under a pointer.
  expect(await places.evaluate((seen) => [...seen].length)).toBe(1)
  await page.getByRole('button', { name: /^More/ }).click()
  await expect(page.getByRole('dialog', { name: 'More modules' })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('S011 S029 S030 S034 chat, meeting and calendar in windows of their own, and leaving the meeting closes its', async ({
  page,
  accounts,
  baseURL,
}) => {
  await openSignedIn(page, accountOf(accounts, 'supervisor'), baseURL ?? '')
  const chat = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^Chat/ }).hover()
  await page.getByRole('button', { name: 'Open chat in its own window' }).click()
  await expect((await chat).getByText('Select a chat to get started')).toBeVisible()
  const meeting = page.waitForEvent('popup')
  await page.evaluate(() => {
    localStorage.setItem('fieldwork.moderatorMeetingID', '"1"')
    window.open('/moderator-meeting-room?room=1', 'meeting', 'popup')
  })
  const room = await meeting
  await expect(room.getByText('Meeting 1')).toBeVisible()
  expect(await room.evaluate(() => localStorage.getItem('fieldwork.moderatorMeetingID'))).toBeNull()
  const closed = room.waitForEvent('close')
  await room.getByRole('button', { name: 'Leave meeting' }).click()
  await closed
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/my-calendar'))
  const modal = (await opened).getByRole('dialog', { name: 'Your request has been confirmed' })
  await expect(modal).toContainText('You can now close this screen')
})

test('S322 S323 a part that can’t be fetched and a screen that throws leave the shell and a way on', async ({
  page,
  accounts,
  baseURL,
}) => {
  // Before anything is opened: a page with nothing to do fetches what is opened often. And not all of the parts
  // yet: what a dialog is drawn with may still be on its way.
  await page.route(/\/assets\/Switcher-[^/]*\.js$/, (route) => route.abort())
  await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const failed = page.getByRole('dialog', { name: 'Server busy' })
  await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(failed).toBeHidden()
  const all = /\/assets\/.*\.js$/
  await page.route(all, (route) => route.abort())
  await page.getByRole('link', { name: 'Call' }).click()
  await expect(page.getByRole('heading', { name: 'Server busy' })).toBeVisible()
  await page.unroute(all)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Call', level: 2 })).toBeVisible()
  await page.evaluate(() => {
    Intl.DateTimeFormat.prototype.formatToParts = () => {
      throw new Error('no dates today')
    }
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        throw new Error('no dates today')
      },
    })
  })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page.getByRole('heading', { name: 'Error detected' })).toBeVisible()
  await expect(page.getByText('no dates today')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.getByRole('button', { name: 'Return home' }).click()
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
})

test('labels that are missing, very long, HTML or alike leave the shell usable, and say so', async ({
  page,
  accounts,
  baseURL,
}) => {
  const html = '<img src=x onerror="document.title=1"><b>Tracker</b>'
  await page.route(LABELS, (route) =>
    route.fulfill({
      json: {
        'navigation.tracker': html,
        'navigation.resource': 'A very long name of a module '.repeat(40),
        'navigation.tracker.home': 'Same',
        'navigation.tracker.my-calendar': 'same',
        'navigation.admin': '***',
      },
    }),
  )
  await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
  await expect(
    page.getByRole('button', { name: /menu names of this installation were mended/ }),
  ).toBeVisible()
  await page.getByRole('button', { name: html }).click()
  await page.getByRole('link', { name: 'same', exact: true }).click()
  await expect(page).toHaveURL(/\/same-2$/)
  await expect(page.getByRole('heading', { name: 'My calendar', level: 2 })).toBeVisible()
  // One branch is open at a time, and that of a page that has just come opens by itself.
  const admin = page.getByRole('button', { name: '***' })
  await expect(async () => {
    if ((await admin.getAttribute('aria-expanded')) !== 'true') await admin.click()
    await page.getByRole('link', { name: 'Tenant' }).click({ timeout: 3000 })
  }).toPass()
  await expect(page).toHaveURL(/\/admin\/tenant$/)
  const bar = page.getByRole('navigation', { name: 'Main' })
  expect(await bar.evaluate((element: HTMLElement) => element.offsetWidth)).toBe(252)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('S072 the side bar comes after a second over the whole width, and by the burger', async ({
    page,
    accounts,
    baseURL,
  }) => {
    await openSignedIn(page, accountOf(accounts, 'interviewer'), baseURL ?? '')
    const bar = page.getByRole('dialog', { name: 'Fieldwork' })
    await expect(bar).toBeVisible()
    await expect.poll(async () => (await bar.boundingBox())?.width).toBe(390)
    expect(await findings(page)).toEqual([])
    await bar.getByRole('button', { name: 'Tracker' }).click()
    await bar.getByRole('link', { name: 'My calendar' }).click()
    await expect(bar).toBeHidden()
    await expect(page).toHaveURL(/\/tracker\/my-calendar$/)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(bar).toBeVisible()
  })
})
