import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a picture is uploaded, can be cancelled on the way, and holds the person meanwhile', async ({
  ownServer,
  signedIn,
}) => {
  const page = await signedIn(accountOf(ownServer.accounts, 'admin'), ownServer.url)
  await page.getByRole('link', { name: /^Chat/ }).click()
  await expect(page).toHaveURL(/\/connect-plus\/chat$/)

  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Update my picture' }).click()
  await page
    .getByLabel('Choose a picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
  await expect(page.getByRole('img', { name: 'Your new picture' })).toBeVisible()

  // A server that takes its time.
  await page.route('**/api/users/profile-picture', () => {})
  await press(page, 'Upload')
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByText('Navigation locked')).toBeVisible()
  await expect(page).toHaveURL(/\/connect-plus\/chat$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Upload aborted.')).toBeVisible()

  await page.unroute('**/api/users/profile-picture')
  await press(page, 'Upload')
  await expect(page.getByText('Your picture is updated.')).toBeVisible()
  const picture = page.getByRole('button', { name: /, account$/ }).locator('img')
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
  await page.reload()
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/dashboard$/)
})
