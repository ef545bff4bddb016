import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { openSignedIn } from './support/sign-in.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('what goes wrong in the page shows in About this session and is copied, without what is personal', async ({
  page,
  accounts,
  baseURL,
}) => {
  await page.route('**/api/passport-validation/counters*', (route) =>
    route.fulfill({ status: 500, body: '{}', headers: { 'x-request-id': 'known-to-the-log' } }),
  )
  await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
  // Before it has begun the application hears of no fault, and of keys only once it has drawn itself; pressed twice,
  // they would close the dialog again.
  await page.getByRole('button', { name: /, account$/ }).waitFor()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('no room for "my salary" at /a?token=planted')
    })
    void Promise.reject(new TypeError('nobody waited'))
  })
  const dialog = page.getByRole('dialog', { name: 'About this session' })
  await expect(async () => {
    await page.keyboard.press('Control+i')
    await expect(dialog).toBeVisible({ timeout: 15_000 })
  }).toPass()
  await expect(dialog.getByText('not caught: Error: no room for [text]')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('not caught in a promise: TypeError: nobody waited')
  expect(text).toContain('/api/passport-validation/counters: refused 500, request known-to-the-log')
  expect(text).toContain('Hub: connected')
  for (const secret of ['salary', 'planted', accountOf(accounts, 'admin').userName]) {
    expect(text).not.toContain(secret)
  }
})
