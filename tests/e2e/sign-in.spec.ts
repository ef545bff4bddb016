import { accountOf, expect, test } from './support/fixtures.ts'
import { askToLogOut, press, signIn } from './support/sign-in.ts'

test('S007 S008 the sign-in screen is at /, the dashboard behind it', async ({ page, accounts }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(page, accountOf(accounts, 'interviewer'))
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a wrong password is refused in the same words as a user who does not exist', async ({
  page,
  accounts,
}) => {
  const words = []
  for (const userName of [accountOf(accounts, 'admin').userName, 'nobody.at.all']) {
    await page.goto('/')
    await page.getByRole('textbox', { name: 'User name' }).fill(userName)
    await page.getByRole('checkbox', { name: /agreement/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).not.toBeEmpty()
    words.push(await page.getByRole('alert').textContent())
  }
  expect(words[0]).toBe(words[1])
})

test('logging out ends the session in every tab', async ({ context, page, accounts }) => {
  await signIn(page, accountOf(accounts, 'admin'))
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await askToLogOut(page)
  await press(page, 'Confirm Logout')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
