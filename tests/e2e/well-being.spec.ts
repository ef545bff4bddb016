import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { seedFolder } from './support/seed-folder.ts'
import { startTestServer, type TestServer } from './support/test-server.ts'

/** A server that asks after a minute of work, and whose question can't be put off. */
let server: TestServer
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-rules-'))
  const rules = join(folder, 'rules.json')
  writeFileSync(
    rules,
    JSON.stringify({ wellBeingRequired: true, wellBeingPromptRate: 60, wellBeingTimeoutSeconds: 600 }),
  )
  server = await startTestServer({ from: seedFolder.read(), args: ['--activity-rules', rules] })
})
test.afterAll(async () => {
  await server.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test('W009 W033 W111 W217 a required check can’t be closed before it is answered, takes one mood, and is kept', async ({
  signedIn,
}) => {
  const page = await signedIn(accountOf(server.accounts, 'interviewer'), server.url)
  const check = page.getByRole('dialog', { name: 'Well-being check' })
  await expect(check).toBeVisible({ timeout: 30_000 })
  await expect(check.getByText(/How are you feeling right now\?$/)).toBeVisible()

  // No way out: no cross, not by Escape, not by a click beside it.
  await expect(check.locator('.mantine-Modal-close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(check).toBeVisible()
  expect(await findings(page)).toEqual([])
  // Nor by a reload.
  await page.reload()
  await expect(check).toBeVisible({ timeout: 30_000 })

  // By keyboard: the first of the moods, then onwards; it is picked once.
  await check.getByText('Good', { exact: true }).click()
  await expect(check.getByRole('radio')).toHaveCount(0)
  await expect(check.getByText(/That’s good to hear\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(check).toBeVisible()

  // A failure keeps what was written.
  await page.route('**/submit-mood', (route) => route.abort())
  await check.getByRole('textbox', { name: 'Your words' }).fill('A quiet morning.')
  await check.getByRole('button', { name: 'Submit' }).click()
  await expect(check.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(check.getByRole('textbox', { name: 'Your words' })).toHaveValue('A quiet morning.')
  await page.unroute('**/submit-mood')
  await check.getByRole('button', { name: 'Submit' }).click()
  await expect(check.getByText('Thank you. Take care of yourself!')).toBeVisible()
  await expect(check.locator('.mantine-Modal-close')).toBeVisible()
  await check.getByRole('button', { name: 'Done' }).click()
  await expect(check).toBeHidden()

  // The server keeps it for the person, and asks nobody twice.
  await page.reload()
  await page.getByRole('button', { name: 'App drawer' }).click()
  await page.getByText('Mood capture', { exact: true }).click()
  const capture = page.getByRole('dialog', { name: 'Mood capture' })
  await capture.getByRole('tab', { name: 'My last weeks' }).click()
  await expect(capture.getByText('A quiet morning.')).toBeVisible()
  await expect(check).toBeHidden()
})
