import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

test('A083 A084 A085 A086 a setting is changed, shown to an open window of somebody else, and restored from its history', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const tom = await signedIn(accountOf(accounts, 'admin'), url)
  const other = await signedIn(accountOf(accounts, 'supervisor'), url)
  await other.goto('/dashboard')

  await tom.goto('/admin/settings')
  await expect(tom.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await tom.getByRole('button', { name: 'Sign-in' }).click()
  const failures = tom.getByRole('listitem', { name: 'Failures until lock-out' })
  await failures.getByRole('textbox').fill('2')
  await expect(failures.getByText('It is a whole number, 3 to 100 failures.')).toBeVisible()
  await expect(tom.getByRole('button', { name: 'Review and save…' })).toBeDisabled()
  await failures.getByRole('textbox').fill('5')
  // What wasn't saved survives a reload.
  await tom.reload()
  await expect(failures.getByRole('textbox')).toHaveValue('5 failures')

  await tom.getByRole('searchbox', { name: 'Search settings' }).fill('menu')
  const names = tom.getByRole('listitem', { name: 'Names in the menu' })
  await names.getByText('Edit', { exact: true }).click()
  await names.getByRole('textbox', { name: 'Tracker', exact: true }).fill('My work')
  expect(await findings(tom)).toEqual([])
  await tom.getByRole('button', { name: 'Review and save…' }).click()
  const dialog = tom.getByRole('dialog', { name: 'Save these changes?' })
  await expect(dialog).toContainText('10 failures → 5 failures')
  await expect(dialog).toContainText('Tracker none → My work')
  expect(await findings(tom)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tom.getByText('Saved 2 settings.')).toBeVisible()
  await expect(other.getByRole('navigation').getByText('My work').first()).toBeVisible({ timeout: 5000 })

  await tom.getByRole('searchbox', { name: 'Search settings' }).fill('lock-out')
  await expect(failures).toContainText('Changed by Tom Hargreaves on')
  await failures.getByRole('button', { name: 'History: Failures until lock-out' }).click()
  await expect(tom.getByRole('dialog')).toContainText('10 failures → 5 failures')
  expect(await findings(tom)).toEqual([])
})
