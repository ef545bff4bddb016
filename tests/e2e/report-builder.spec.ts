import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

test('A123 A124 A125 a report is built from a template, looked into, run, fetched and planned', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const tom = await signedIn(accountOf(accounts, 'admin'), url)
  await tom.goto('/admin/report-builder')
  await tom.getByRole('link', { name: /People by area/ }).click()
  const leeds = tom.getByRole('row', { name: /^Leeds/ })
  await expect(leeds).toBeVisible()
  expect(await findings(tom)).toEqual([])

  // A number opens as many records as it says.
  const count = leeds.getByRole('button', { name: /^Number of records: \d+/ })
  const said = Number(await count.textContent())
  await count.click()
  const dialog = tom.getByRole('dialog', { name: 'Records of Leeds' })
  await expect(dialog.getByText(`Showing 1–${said} of ${said}`)).toBeVisible()
  await tom.keyboard.press('Escape')

  // A second level shows at once; the report runs by the keyboard, and its file has the same total.
  await press(tom, 'then by …')
  await tom.getByRole('combobox', { name: 'Second level' }).selectOption('User type')
  await expect(tom.getByRole('row', { name: /^Interviewer/ }).first()).toBeVisible()
  await tom.getByRole('textbox', { name: 'Name of the report' }).press('Control+Enter')
  await expect(tom.getByRole('heading', { name: 'People by area' })).toBeVisible()
  await expect(tom.getByRole('row', { name: /^Total/ })).toBeVisible()
  expect(await findings(tom)).toEqual([])
  const [file] = await Promise.all([tom.waitForEvent('download'), press(tom, 'CSV')])
  expect(file.suggestedFilename()).toMatch(/^People by area \d{4}-\d\d-\d\d \d{4}\.csv$/)

  // Planned, it says so in the list.
  await tom.goBack()
  await press(tom, 'Schedule')
  await press(tom, 'Save the schedule')
  await press(tom, 'All reports')
  await expect(tom.getByRole('link', { name: 'Open People by area' })).toContainText('Mondays at 08:00')
})
