import type { Page } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from '../../scripts/lib/chromium.ts'
import type { Account } from '../../scripts/lib/server-process.ts'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { openSignedIn, press } from './support/sign-in.ts'

// A microphone that beeps, a camera with a test picture, and nobody who has to allow them.
const executablePath = findTestBrowser()
test.use({
  permissions: ['microphone', 'camera'],
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [
      ...chromiumArgs(),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
})

/** Opens hardware testing as an interviewer does. Two tests: on a busy machine one may let nothing out. */
async function openHardware(page: Page, interviewer: Account, url: string): Promise<void> {
  await page.route('**/device-connectivity-thresholds', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), testsToRun: 2, testsToPass: 1 },
    })
  })
  await openSignedIn(page, interviewer, url)
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Hardware testing' }).click()
  await expect(page.getByRole('dialog', { name: 'Hardware testing' })).toBeVisible()
}

test('W012 hardware testing measures the real connection, hears and sees, and reaches support', async ({
  page,
  accounts,
  baseURL,
}) => {
  await openHardware(page, accountOf(accounts, 'interviewer'), baseURL ?? '')

  await press(page, 'Test the microphone')
  await expect(page.getByText('We can hear you.')).toBeVisible()
  await press(page, 'Done')
  await press(page, 'Show my camera')
  const video = page.getByLabel('Your camera')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBeGreaterThan(0)
  await press(page, 'Turn it off')
  await press(page, 'Play a tone')
  await press(page, 'Yes')
  await expect(page.getByText('You heard the tone')).toBeVisible()

  expect(await findings(page, '[role="dialog"]')).toEqual([])

  await press(page, 'Run the tests')
  await expect(page.getByText(/of 2 tests passed/)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('dl').first()).toContainText(/Download[\d.]+ Mbit\/s/)
  await expect(page.locator('dl').first()).toContainText(/Upload[\d.]+ Mbit\/s/)
  await press(page, 'Send to support')
  await expect(page.getByText('Sent. Support can see your results now.')).toBeVisible()
})
