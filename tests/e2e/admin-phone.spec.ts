import type { Page } from '@playwright/test'
import { accountOf, expect, test } from './support/fixtures.ts'
import { signedInState } from './support/sign-in.ts'
import { Walk } from './support/walk.ts'

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().press('Enter')

/** Pages of Admin, by address, and what of each is behind a button. */
const PLACES: readonly (readonly [string, ((page: Page) => Promise<void>)?])[] = [
  ['/admin/active-users?tab=matrix'],
  ['/admin/active-users?open=20&part=data', press('More')],
  ['/admin/contract-types?open=1', press(/^Merge into/)],
  ['/admin/connection-adaptors?kind=webhooks', press('New webhook')],
  ['/admin/connection-adaptors?kind=credentials', press('Add')],
  ['/admin/background-services', press(/^Pause/)],
  [
    '/admin/settings?section=retention',
    async (page) => {
      const chat = page.getByRole('listitem', { name: 'Chat' })
      await chat.getByText('Keep for 2 years, then delete').first().click()
      await chat.getByRole('textbox', { name: 'Keep for' }).fill('1')
      await press('Review and save…')(page)
      await expect(page.getByRole('dialog').getByText(/^\d+ records?/)).toBeVisible()
    },
  ],
  ['/admin/tenant'],
  ['/support/home'],
]

test('what Admin opens, on a phone: nothing for axe, no small text, a focus that shows, nothing beside the screen', async ({
  accounts,
  browser,
  baseURL,
}) => {
  const storageState = await signedInState(accountOf(accounts, 'admin'), baseURL ?? '')
  const context = await browser.newContext({
    ...{ baseURL: baseURL ?? '', storageState },
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  const opened = page.locator('[role="dialog"], [role="menu"]')
  const nothing = /^$/
  const walk = await Walk.of(page, {
    ...{ opens: nothing, opensFromPage: nothing, elsewhere: nothing, own: nothing, leaves: nothing },
  })
  // Not at the dashboard, where the menu opens by itself.
  await page.goto('/support/help-center')
  await expect(page.getByRole('main')).toBeVisible()
  await walk.ends(async () => {
    for (const [address, open] of PLACES) {
      await walk.go(address)
      await walk.look(address)
      if (!open) continue
      await open(page)
      await expect(opened).toBeVisible()
      await walk.look(`${address} › what opens`)
      await page.keyboard.press('Escape')
      await expect(opened).toBeHidden()
    }
  })
  // The open one of the tabs is in view, however many stand before it.
  await walk.go('/admin/active-users?tab=imports')
  await expect(page.getByRole('link', { name: 'Imports', exact: true })).toBeInViewport({ ratio: 1 })
  expect(walk.faults).toEqual([])
  await context.close()
})
