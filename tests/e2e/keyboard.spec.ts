import type { Page } from '@playwright/test'
import { accountOf, expect, test } from './support/fixtures.ts'

/** What a screen reader calls what has the focus, about: its label, or its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim().replace(/\s+/g, ' ')
  })

/** Presses Tab until the focus is on what has that name. */
async function tabTo(page: Page, name: RegExp, within = 60): Promise<void> {
  const passed = []
  for (let presses = 0; presses < within; presses++) {
    await page.keyboard.press('Tab')
    const here = await focused(page)
    passed.push(here)
    if (name.test(here)) return
  }
  throw new Error(`Tab never came to ${name}, but to: ${passed.join(' | ')}`)
}

/** The stops of a walk with Tab through the whole shell, in their order. */
const STOPS = [
  /^Skip to content$/,
  /^Fieldwork: reload/,
  /^Collapse the side bar$/,
  /^Home$/,
  /^Search/,
  /^Connect plus/,
  /missed notification/,
  /^Companion session/,
  /^Connected to the communication hub/,
  /VPN/,
  /theme/i,
  /^Open a new instance$/,
  /^Dismiss$/,
  /^Passport check/,
  /^App history$/,
  /^Calendar/,
  /^Notifications/,
  /^Support tickets/,
  /^To-do tasks/,
  /^App drawer$/,
  /, account$/,
]

test('the whole shell by keyboard alone: every part is reached, Escape goes back, and the focus returns', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss', exact: true })).toBeVisible()
  const key = (name: string) => page.keyboard.press(name)
  // Its fading out ends with the focus given back.
  const closed = () => expect(page.getByRole('dialog')).toBeHidden()
  const returnsTo = (name: RegExp) => expect.poll(() => focused(page)).toMatch(name)

  for (const stop of STOPS) await tabTo(page, stop)

  // The account menu, a dialog from it, and back.
  await key('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await key('Escape')
  await returnsTo(/, account$/)
  await key('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Personal details' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'My Profile & Communication' })).toBeVisible()
  await key('Escape')
  await closed()
  await returnsTo(/, account$/)

  // The app drawer, a tool from it, and back.
  await key('Shift+Tab')
  await key('Enter')
  const drawer = page.getByRole('dialog', { name: 'App drawer' })
  await expect(drawer).toBeVisible()
  // It has the focus a moment after it is seen.
  await expect(drawer.locator(':focus').or(drawer.and(page.locator(':focus')))).toBeVisible()
  await key('Escape')
  await expect(drawer).toBeHidden()
  await returnsTo(/^App drawer$/)
  await key('Enter')
  await expect(drawer).toBeVisible()
  await tabTo(page, /^Sticky notes$/)
  await key('Enter')
  const notes = page.getByRole('dialog', { name: /Sticky notes/ })
  await expect(notes).toBeVisible()
  await expect(notes.locator(':focus').or(notes.and(page.locator(':focus')))).toBeVisible()
  await key('Escape')
  await closed()
  await returnsTo(/^App drawer$/)

  // What opens by hotkeys leaves the focus where it was.
  for (const [hotkey, name] of [
    ['Control+k', 'Go to anything'],
    ['?', 'Keyboard shortcuts'],
    ['Control+i', 'About this session'],
  ] as const) {
    await key(hotkey)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await key('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await returnsTo(/^App drawer$/)
  }

  // A branch of the side bar leads to its page by arrows; the way past it is one link.
  await page.getByRole('button', { name: 'Supervisor', exact: true }).focus()
  for (const arrow of ['ArrowRight', 'ArrowDown', 'Enter']) await key(arrow)
  await expect(page.getByRole('heading', { name: 'Live panel', level: 2 })).toBeVisible()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // The next stop is in the page, past the whole side bar.
  await key('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
})
