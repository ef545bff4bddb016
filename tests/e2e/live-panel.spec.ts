import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

test('an interviewer’s switch is on the supervisor’s live panel without a reload', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const priya = await signedIn(accountOf(accounts, 'supervisor'), url)
  const jamie = await signedIn(accountOf(accounts, 'interviewer'), url)
  await priya.goto('/supervisor/live-panel')
  await jamie.goto('/tracker/home')
  const row = priya.locator('[data-row]', { hasText: 'Jamie Whitfield' })
  await expect(row).toBeVisible()
  await jamie.getByRole('button', { name: /^Personal time/ }).click()
  await expect(row).toContainText('Personal time')
  await expect(row).toHaveAttribute('aria-label', /^Jamie Whitfield, personal time for 0 minutes/)
  expect(await findings(priya)).toEqual([])
})
