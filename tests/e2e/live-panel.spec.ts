import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

const SECOND = 1000

test('D119 D133 an interviewer’s switch is on the supervisor’s live panel within a second', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const priya = await signedIn(accountOf(accounts, 'supervisor'), url)
  const jamie = await signedIn(accountOf(accounts, 'interviewer'), url)
  await priya.goto('/supervisor/live-panel')
  await jamie.goto('/tracker/home')
  const row = priya.locator('[data-row]', { hasText: 'Jamie Whitfield' })
  await expect(row).toBeVisible()
  if (process.env.LIVE_SHOTS) await priya.screenshot({ path: `${process.env.LIVE_SHOTS}/panel-light.png` })
  await jamie.getByRole('button', { name: /^Personal time/ }).click()
  await expect(row).toContainText('Personal time', { timeout: SECOND })
  await expect(row).toHaveAttribute('aria-label', /^Jamie Whitfield, personal time for 0 minutes/)
  expect(await findings(priya)).toEqual([])
  if (process.env.LIVE_SHOTS) {
    for (const [name, label] of [
      ['compact', 'Compact'],
      ['tiles', 'Tiles'],
    ] as const) {
      await priya.getByLabel('Density').selectOption({ label })
      await priya.waitForTimeout(600)
      await priya.screenshot({ path: `${process.env.LIVE_SHOTS}/panel-${name}.png` })
    }
    await priya.getByLabel('Density').selectOption({ label: 'Comfortable' })
    await priya.getByLabel('Group by').selectOption({ label: 'Activity' })
    await priya.emulateMedia({ colorScheme: 'dark' })
    await priya.waitForTimeout(800)
    await priya.screenshot({ path: `${process.env.LIVE_SHOTS}/panel-dark.png` })
    await priya.setViewportSize({ width: 390, height: 844 })
    await priya.waitForTimeout(800)
    await priya.screenshot({ path: `${process.env.LIVE_SHOTS}/panel-phone.png` })
  }
})
