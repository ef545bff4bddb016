import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

/** Jamie raises a ticket by way of the top bar; gives its number. */
async function raise(page: Page, message: string): Promise<number> {
  await page.getByRole('button', { name: /^Support tickets/ }).click()
  await expect(page.getByRole('dialog', { name: 'My support tickets' })).toBeVisible()
  await press(page, 'Raise a ticket')
  await press(page, 'Other')
  await press(page, 'Only partly')
  await page.getByRole('textbox', { name: 'Describe the problem' }).fill(message)
  await press(page, 'Send')
  const dialog = page.getByRole('dialog', { name: /^Ticket \d+/ })
  await expect(dialog).toContainText(message)
  return Number(/\d+/.exec((await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '')?.[0])
}

async function look(page: Page, ticketID: number): Promise<void> {
  await page.goto(`/dashboard?ticket=${ticketID}`)
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible({ timeout: 20_000 })
}

async function writeResolution(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Resolution' }).click()
  await page.getByRole('textbox', { name: 'Resolution comment' }).fill(text)
}

test('W001 a ticket is raised, taken, escalated, resolved by two at once, and given feedback', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const jamie = await signedIn(accountOf(accounts, 'interviewer'), url)
  const priya = await signedIn(accountOf(accounts, 'supervisor'), url)
  const tom = await signedIn(accountOf(accounts, 'admin'), url)
  const id = await raise(jamie, 'The kettle on floor two trips the fuse.')
  await Promise.all([look(priya, id), look(tom, id)])
  await expect(priya.getByText('Tom Hargreaves also has this open')).toBeAttached()

  await press(priya, 'Assign to me')
  await expect(priya.getByText('Ticket assigned to you')).toBeVisible()
  await expect(tom.getByText(/Priya Nair took it in hand/)).toBeVisible()
  expect(await findings(priya)).toEqual([])

  // Nothing typed is lost to an outage, and the second try is the only one that counts.
  await press(priya, 'Escalate')
  await priya.getByRole('combobox', { name: 'Team' }).selectOption({ index: 1 })
  await priya.getByRole('textbox', { name: 'Reason' }).fill('The fuse box needs an electrician')
  await priya.route('**/help/escalate', (route) => route.abort(), { times: 1 })
  await press(priya, 'Confirm')
  await expect(priya.getByText('The server cannot be reached, please check your network.')).toBeVisible()
  await press(priya, 'Confirm')
  await expect(priya.getByText(/^Escalated to /)).toBeVisible()
  await priya.getByRole('tab', { name: 'Timeline' }).click()
  await expect(priya.getByText('The fuse box needs an electrician')).toHaveCount(1)

  // Tom's resolution is on its way while Priya's is done.
  await writeResolution(priya, 'An electrician has mended it.')
  await writeResolution(tom, 'Use the kettle on floor one.')
  const held = Promise.withResolvers<void>()
  await tom.route('**/resolve-help-request', async (route) => {
    await held.promise
    await route.continue()
  })
  await tom.getByRole('textbox', { name: 'Resolution comment' }).press('Control+Enter')
  await priya.getByRole('textbox', { name: 'Resolution comment' }).press('Control+Enter')
  await expect(priya.getByText(`Ticket ${id} resolved`)).toBeVisible()
  held.resolve()
  await expect(
    tom.getByText(`Ticket ${id} was resolved by Priya Nair in the meantime.`).first(),
  ).toBeVisible()
  await expect(tom.getByRole('region', { name: 'Unsent reply' })).toContainText(
    'Use the kettle on floor one.',
  )

  await expect(jamie.getByRole('tab', { name: 'Feedback' })).toHaveAttribute('aria-selected', 'true')
  await jamie.getByText('How well did Priya Nair solve it?').waitFor()
  await jamie.getByRole('radio', { name: '5 stars' }).press('Space')
  await press(jamie, 'Send feedback')
  await expect(jamie.getByText('Feedback submitted')).toBeVisible()
  await expect(jamie.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()

  // It vanishes while Tom has it open.
  await tom.route('**/ticket-issue-data', (route) =>
    route.fulfill({
      status: 400,
      json: { value: 'This ticket is gone, or you may no longer see it.', code: 'ticket.vanished' },
    }),
  )
  await press(priya, 'Reopen')
  await expect(tom.getByText('This ticket is gone, or you may no longer see it.')).toBeVisible()

  // A minimised ticket comes back where it was.
  const panel = priya.getByRole('tabpanel')
  const whole = priya.viewportSize() ?? { width: 1280, height: 720 }
  await priya.getByRole('tab', { name: 'Settings' }).click()
  await priya.getByRole('combobox', { name: 'Priority' }).selectOption('LOW')
  await priya.setViewportSize({ ...whole, height: 420 })
  await panel.evaluate((element) => element.scrollTo(0, 60))
  await press(priya, 'Minimise')
  await press(priya, `Ticket: ${id}`)
  await expect(priya.getByRole('combobox', { name: 'Priority' })).toHaveValue('LOW')
  expect(Math.round(await panel.evaluate((element) => element.scrollTop))).toBe(60)
  await priya.setViewportSize(whole)
  await press(priya, 'Minimise')
  await expect(priya.getByRole('button', { name: `Ticket: ${id}` })).toBeVisible()
  await priya.getByRole('button', { name: /^Support tickets/ }).click()
  await expect(priya.getByRole('dialog', { name: 'My support tickets' })).toBeVisible()
  await priya.getByRole('combobox', { name: 'Whose' }).selectOption('ALL')
  await expect(priya.getByRole('button', { name: /^Open ticket/ }).first()).toBeVisible()
  await expect(priya.locator('[aria-busy="true"]')).toHaveCount(0)
  expect(await findings(priya)).toEqual([])
})
