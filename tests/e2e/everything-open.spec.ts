import type { Page } from '@playwright/test'
import { conversations } from './support/chat.ts'
import { openFinder } from './support/finder.ts'
import { type AccountKind, accountOf, expect, test } from './support/fixtures.ts'
import { pagesOf } from './support/pages.ts'
import { signedInState } from './support/sign-in.ts'
import { Walk } from './support/walk.ts'

const FIXED = ['/dashboard', '/my-calendar', '/my-experience', '/my-vault', '/oauth/task']
const KINDS: readonly AccountKind[] = ['interviewer', 'agency user']

const WALK = {
  opens: new RegExp(
    `^(${[
      'Support tickets|To-do tasks|Update my picture|Personal details|My support tickets|My checklist',
      'Hardware testing|Remote desktops|Active App|Two-factor sign-in|Log out|Task planner|Secure vault',
      'Online users|Sticky notes|Scratch pad|Documents|Mood capture|AI report analyser|Dialler launch',
      'Reset password|Onboarding tasks|Manage areas|Dangerous e-mail sender|Return to work',
      'Pending requests|Approved requests|Calendar address|Quick meeting|Request$|New event|Incident form',
      'Raise a ticket|New group chat|New chat|GIF|Emoji|About this session|See all',
    ].join('|')})`,
  ),
  opensFromPage: /^Open ticket/,
  /** What in a conversation opens a ticket leads to the help center. */
  elsewhere: /^a conversation/,
  own: /^App drawer|, account$/,
  leaves: /^(Open a new instance|Open Devtools)$/,
}

/**
 * What of a page or dialog is behind something else than a button that opens: gone through by hand, with
 * keys alone, since after a pointer there is no ring to see.
 */
const BY_HAND: Partial<Record<string, (page: Page, walk: Walk, kind: AccountKind) => Promise<void>>> = {
  '/my-calendar': async (page, walk) => {
    for (const view of ['Month', 'Day', 'Agenda']) {
      await page.getByRole('radio', { name: view }).press('Space')
      await expect(page.getByRole('radio', { name: view })).toBeChecked()
      await walk.crawl(`/my-calendar › ${view}`, 'main')
    }
  },
  '/my-vault': async (page, walk, kind) => {
    if (kind !== 'interviewer') return
    const fill = async (label: string) => page.getByLabel(label, { exact: true }).fill('seven green bottles')
    await fill('Passphrase')
    await fill('Passphrase again')
    await page.getByRole('button', { name: 'Make the vault', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'I have kept it' }).waitFor()
    await walk.look('the vault’s printed key')
    await page.getByRole('button', { name: 'I have kept it', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Add entry', exact: true }).press('Enter')
    await walk.crawl('the vault › Add entry', 'main')
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Lock', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Unlock' }).waitFor()
    await walk.look('the vault, locked')
  },
  '/connect-plus/chat': async (page, walk) => {
    await page.getByRole('tab', { name: /Chats/ }).press('Enter')
    await conversations(page).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder('Type a new message here')).toBeVisible()
    await walk.crawl('a conversation', 'main')
    await page.getByRole('tab', { name: /Chats/ }).press('Enter')
    await conversations(page).first().focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await walk.look('a conversation’s menu')
    await page.keyboard.press('Escape')
    await expect(conversations(page).first()).toBeFocused()
  },
  '/research/task-scheduler': async (page, walk) => {
    await page.getByRole('tab', { name: 'All', exact: true }).press('Enter')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .press('Enter')
    await page.getByRole('menuitem', { name: /^Open/ }).first().press('Enter')
    await expect(page.getByRole('complementary', { name: /^Task \d+$/ })).toBeVisible()
    await walk.crawl('a task', 'main')
  },
}

/** Dialogs that only the quick switcher, or what it finds, opens. */
const SWITCHER_ONLY = ['About this session', 'Keyboard shortcuts']

/** Where the installation has no content for a page or dialog of the menu, and says so. */
const EMPTY: readonly string[] = [
  '/agency/calendar-events',
  '/agency/home',
  '/agency/interviews',
  '/agency/legacy-pay-stats',
  '/agency/pay-stats',
  '/agency/shift-patterns',
  '/connect-plus/blogs',
  '/connect-plus/community-board',
  '/connect-plus/whatsapp',
  'the top bar › App drawer › AI report analyser',
]

for (const kind of KINDS) {
  test(`everything that opens, ${kind}: nothing for axe, no small text, a focus that shows and comes back`, async ({
    accounts,
    browser,
    baseURL,
  }) => {
    test.setTimeout(600_000)
    const storageState = await signedInState(accountOf(accounts, kind), baseURL ?? '')
    const context = await browser.newContext({ baseURL: baseURL ?? '', storageState })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const walk = await Walk.of(page, WALK)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /, account$/ })).toBeVisible()
    const pages = [...FIXED, ...(await pagesOf(page))]
    await walk.ends(async () => {
      await walk.look('the dashboard')
      await walk.openAll('the top bar', '[data-top-bar]')
      const home = page.getByRole('link', { name: 'Home' }).first()
      for (const name of SWITCHER_ONLY) {
        await home.focus()
        const finder = await openFinder(page)
        await finder.fill(name)
        await expect(page.getByRole('option', { selected: true })).toContainText(name)
        await page.keyboard.press('Enter')
        await expect(finder).toBeHidden()
        const dialog = page.getByRole('dialog', { name })
        await expect(dialog).toBeVisible()
        await walk.crawl(name, '[role="dialog"]')
        await walk.closed(name, home, dialog)
      }
      for (const path of pages) {
        if (!(await walk.go(path))) continue
        await walk.crawl(path, 'main')
        await walk.openAll('the side bar', 'nav[aria-label="Main"]')
        await BY_HAND[path]?.(page, walk, kind)
      }
    })
    expect(walk.faults).toEqual([])
    const isEmpty = (place: string) => EMPTY.includes(place)
    expect(walk.empty.filter((place) => !isEmpty(place))).toEqual([])
    expect(pages.filter((path) => isEmpty(path) && !walk.empty.includes(path))).toEqual([])
    await context.close()
  })
}
