import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

test('A068 A069 a role is changed in the table, and its people’s open windows have it without a reload', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const [tom, jamie] = await Promise.all([
    signedIn(accountOf(accounts, 'admin'), url),
    signedIn(accountOf(accounts, 'interviewer'), url),
  ])
  const menu = jamie.getByRole('navigation').first()
  await expect(menu.getByText('Tracker', { exact: true })).toBeVisible()
  await expect(menu.getByText('Task', { exact: true })).toBeHidden()

  await tom.goto('/admin/active-users?tab=roles&open=1')
  await expect(tom.getByText(/^What it may do: \d+ permissions$/)).toBeVisible()
  await expect(tom.getByRole('row', { name: /Administrator/ })).toBeVisible()
  expect(await findings(tom)).toEqual([])

  await tom.getByRole('link', { name: 'Permissions', exact: true }).click()
  await tom.getByRole('searchbox', { name: 'Search permissions' }).fill('open task')
  const cell = tom.getByRole('checkbox', { name: /^Interviewer: Open Task/ })
  await cell.check()
  await expect(tom.getByText('1 change not saved')).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await press(tom, 'Save…')
  const dialog = tom.getByRole('dialog', { name: 'Save what roles may do' })
  await expect(dialog.getByText(/^1 permission, 3\d people gain, 0 lose$/)).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(menu.getByText('Task', { exact: true })).toBeVisible()

  await tom.goto('/admin/active-users?tab=who&what=PERMISSION:TASK_CAN_SEE_MODULE')
  await expect(tom.getByText('Jamie Whitfield')).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await tom.goto('/admin/active-users?tab=person&person=20')
  await expect(tom.getByText('Open Task')).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await tom.goto('/admin/agencies?open=1')
  await expect(tom.getByRole('textbox', { name: 'Code' })).toHaveValue('BRI')
  expect(await findings(tom)).toEqual([])
})
