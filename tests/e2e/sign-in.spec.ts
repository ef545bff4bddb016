import AxeBuilder from '@axe-core/playwright'
import { conversations } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { signIn } from './support/sign-in.ts'

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
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on sign-in, dashboard and chat, ${colorScheme}`, async ({
    browser,
    baseURL,
    accounts,
  }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const check = async (where: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      const told = violations.map(
        ({ id, nodes }) => `${where}: ${id} ${nodes.map((n) => n.target.join(' ')).join(', ')}`,
      )
      expect(told).toEqual([])
    }
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await check('sign-in')
    await signIn(page, accountOf(accounts, 'interviewer'))
    await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
    await check('dashboard')
    await page.getByRole('link', { name: /^Chat/ }).click()
    await conversations(page).first().click()
    await expect(page.getByPlaceholder('Type a new message here')).toBeVisible()
    await check('chat')
    await context.close()
  })
}
