import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { composer, conversations, messages, openConversation, say } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

const chatMenu = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
const row = (page: Page, name: string) =>
  conversations(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()

test('a group is made, its row pinned, snoozed and archived from the keyboard, and found in the archive', async ({
  ownServer,
  signedIn,
}) => {
  const hers = await signedIn(accountOf(ownServer.accounts, 'interviewer'), ownServer.url)
  const name = 'Night shift swaps'
  await hers.getByRole('link', { name: /^Chat/ }).click()
  await hers.getByRole('button', { name: 'New group chat' }).click()
  const dialog = hers.getByRole('dialog', { name: 'New group chat' })
  await dialog.getByLabel('Group name').fill(name)
  const people = dialog.getByRole('button', { name: /(Online|Offline)$/ })
  await people.nth(0).click()
  await people.nth(1).click()
  await expect(dialog.getByRole('list', { name: '2 people chosen' })).toBeVisible()
  expect(await findings(hers)).toEqual([])
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(hers.getByRole('heading', { name, exact: true })).toBeVisible()
  await say(hers, 'Who can take Thursday?')
  await expect(messages(hers).getByText('Who can take Thursday?')).toBeVisible()

  await row(hers, name).focus()
  await hers.keyboard.press('Shift+F10')
  await expect(chatMenu(hers, 'Pin')).toBeVisible()
  await chatMenu(hers, 'Pin').press('Enter')
  await expect(row(hers, name).getByLabel('Pinned')).toBeVisible()

  await row(hers, name).click({ button: 'right' })
  await chatMenu(hers, 'Mark as unread').click()
  await expect(hers.getByText('Unable to mark as unread, as you are the latest sender')).toBeVisible()

  await row(hers, name).click({ button: 'right' })
  await chatMenu(hers, 'For 1 hour').click()
  await expect(row(hers, name).getByLabel(/^Snoozed until/)).toBeVisible()

  await row(hers, name).click({ button: 'right' })
  await chatMenu(hers, 'Archive').click()
  await expect(row(hers, name)).toBeHidden()
  // A reload forgets nothing of it.
  await hers.reload()
  await hers.getByRole('button', { name: 'Chat options' }).click()
  await hers.getByRole('menuitemcheckbox', { name: 'Show archived' }).click()
  await hers.keyboard.press('Escape')
  await expect(row(hers, name).getByLabel('Archived')).toBeVisible()
  await expect(row(hers, name).getByLabel(/^Snoozed until/)).toBeVisible()
})

test('rows take a click while their list still scrolls', async ({ accounts, signedIn }) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.getByRole('link', { name: /^Chat/ }).click()
  await row(page, 'Household Travel Survey').click()
  for (const [list, rows] of [
    [page.getByRole('region', { name: 'Chats' }).locator('[data-row]').first(), '[data-row]'],
    [messages(page).getByRole('article').first(), 'article'],
  ] as const) {
    await expect(list).toBeVisible()
    // Which rows lie under a mouse in the very frame after the list has moved; null where the row was
    // drawn anew before the list was found, as while more of it comes.
    const hit = async (row: Element, selector: string) => {
      let scroller = row.parentElement
      while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
      if (!scroller) return null
      const moved = new Promise((resolve) => scroller.addEventListener('scroll', resolve, { once: true }))
      scroller.scrollTop += scroller.scrollTop > 100 ? -60 : 60
      await moved
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
      return [...scroller.querySelectorAll(selector)].filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }).length
    }
    let hits: number | null = null
    await expect(async () => {
      hits = await list.evaluate(hit, rows)
      expect(hits).not.toBeNull()
    }).toPass()
    expect(hits).toBeGreaterThan(0)
  }
})

test('C072 the missed-notifications bell opens recent activity; a reply goes to the message it is about', async ({
  ownServer,
  signedIn,
}) => {
  const hers = await signedIn(accountOf(ownServer.accounts, 'supervisor'), ownServer.url)
  await hers.getByRole('button', { name: /missed notifications?$/ }).click()
  const panel = hers.getByRole('dialog', { name: 'Recent activity' })
  await panel.getByRole('tab', { name: 'Mentions' }).click()
  const reply = panel.getByRole('button', { name: /^Reply to:/ }).first()
  await expect(reply).toBeVisible()
  expect(await findings(hers)).toEqual([])
  await reply.click()
  // Away from the chat's page it opens in the panel beside what the person does.
  const chat = hers.getByRole('dialog', { name: 'Team chat' })
  await expect(chat.getByRole('log')).toContainText(
    `@${accountOf(ownServer.accounts, 'supervisor').displayName}`,
  )
  await expect(chat.getByRole('button', { name: 'Clear reply' })).toBeVisible()
  await expect(composer(hers)).toBeVisible()
})

test('a status that is chosen shows to others; the own menu has what it says', async ({
  ownServer,
  signedIn,
}) => {
  const supervisor = accountOf(ownServer.accounts, 'supervisor')
  const hers = await signedIn(supervisor, ownServer.url)
  const theirs = await signedIn(accountOf(ownServer.accounts, 'interviewer'), ownServer.url)
  await openConversation(theirs, supervisor.displayName)
  await hers.getByRole('link', { name: /^Chat/ }).click()
  await hers.getByRole('button', { name: /^My status/ }).click()
  await hers.getByRole('radio', { name: 'Busy' }).check()
  await expect(row(theirs, supervisor.displayName).locator('[data-presence="BUSY"]')).toBeVisible()
})
