import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

/** Support has system flags; the server's ready line names nobody of theirs. */
const SUPPORT = {
  ...{ kind: 'support', userName: 'kerry.blackwood', password: 'Northgate-2026', role: '' },
  displayName: 'Kerry Blackwood',
}

test('A119 A121 what somebody changes stands in the audit a moment later, whole', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const tom = await signedIn(accountOf(accounts, 'admin'), url)
  await tom.goto('/admin/skills?open=new')
  await tom.getByRole('textbox', { name: /^Name/ }).fill('Cornish')
  await tom.getByRole('combobox', { name: /^Category/ }).selectOption('LANGUAGE')
  await press(tom, 'Save')
  await expect(tom.getByRole('row', { name: /Cornish/ })).toBeVisible()
  await tom.goto('/admin/audit-logs')
  await tom.getByRole('row', { name: /SKILL_ADDED.*Cornish/ }).click()
  await expect(tom.getByRole('complementary', { name: 'audit entry' })).toContainText(/category–LANGUAGE/)
  await expect(async () => {
    await press(tom, 'Verify')
    await expect(tom.getByText(/^Whole: \d+ entr(y|ies), .* to [^.]*\.$/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(await findings(tom)).toEqual([])
})

test('a system flag that one of support raises shows in the other’s window, who looks after it', async ({
  ownServer: { url },
  signedIn,
}) => {
  const [one, two] = [await signedIn(SUPPORT, url), await signedIn(SUPPORT, url)]
  for (const page of [one, two]) {
    await page.goto('/support/system-flags')
    await expect(page.getByRole('heading', { name: 'System flags' }).last()).toBeVisible()
  }
  await press(one, 'Raise a flag')
  const dialog = one.getByRole('dialog', { name: 'Raise a system flag' })
  await dialog.getByRole('textbox', { name: /^Flag/ }).fill('Dialler is down')
  await dialog.getByRole('textbox', { name: /^What is the matter/ }).fill('Nobody in Leeds can dial.')
  expect(await findings(one)).toEqual([])
  await dialog.getByRole('button', { name: 'Raise a flag' }).click()
  await two.getByRole('row', { name: /Dialler is down/ }).click()
  await press(two, 'Acknowledge')
  await two.getByRole('textbox', { name: 'Note' }).fill('On it')
  await two.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await expect(two.getByText('On it', { exact: true })).toBeVisible()
  expect(await findings(two)).toEqual([])
  await expect(one.getByRole('row', { name: /Dialler is down.*Kerry Blackwood/ })).toBeVisible()
})
