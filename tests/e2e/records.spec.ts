import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

test('D011 D013 D014 a page of records is filtered, changed by two at once, and worked through by keyboard', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const admin = accountOf(accounts, 'admin')
  const [tom, other] = await Promise.all([signedIn(admin, url), signedIn(admin, url)])
  await tom.goto('/admin/skills')
  await expect(tom.getByRole('row', { name: /Telephone interviewing/ })).toBeVisible()
  expect(await findings(tom)).toEqual([])

  // A filter, and the same page by its address somewhere else.
  await press(tom, 'Add filter')
  await tom.getByRole('menuitem', { name: 'Category' }).click()
  const form = tom.getByRole('form', { name: 'Filter by Category' })
  await form.getByRole('checkbox', { name: 'Duty' }).check()
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect(tom.getByText('Showing 1–2 of 2')).toBeVisible()
  await tom.getByRole('gridcell', { name: 'First aid', exact: true }).click()
  await expect(tom.getByRole('textbox', { name: 'Name' })).toHaveValue('First aid')
  expect(await findings(tom)).toEqual([])
  await other.goto(tom.url())
  await expect(other.getByText('Showing 1–2 of 2')).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Name' })).toHaveValue('First aid')

  // Both change it: the second to save sees what the first made of it, and keeps what was typed.
  await tom.getByRole('textbox', { name: 'Name' }).fill('First aid at work')
  await press(tom, 'Save')
  await expect(tom.getByRole('gridcell', { name: 'First aid at work', exact: true })).toBeVisible()
  await other.getByRole('textbox', { name: 'Name' }).fill('Emergency first aid')
  await press(other, 'Save')
  await expect(other.getByText(/^Changed by Tom Hargreaves at \d\d:\d\d\./)).toBeVisible()
  await expect(other.getByText('Name is ‘First aid at work’ by now.')).toBeVisible()
  expect(await findings(other)).toEqual([])
  await press(other, 'Keep mine')
  await press(other, 'Save')
  await expect(other.getByRole('gridcell', { name: 'Emergency first aid', exact: true })).toBeVisible()

  // By keyboard alone: close, move, choose both, deactivate, and back.
  await other.getByRole('textbox', { name: 'Name' }).press('Escape')
  await expect(other.getByRole('complementary')).toHaveCount(0)
  await expect(other.locator('[role=row] :focus')).toHaveCount(1)
  await other.keyboard.press('Space')
  await other.keyboard.press('ArrowDown')
  await other.keyboard.press('ArrowUp')
  await other.keyboard.press('ArrowUp')
  await expect(other.getByText('1 selected')).toBeVisible()
  await press(other, 'Select all 2')
  await expect(other.getByText('2 selected')).toBeVisible()
  await press(other, 'Deactivate')
  await expect(other.getByText('2 of 2 done')).toBeVisible()
  await expect(other.getByRole('gridcell', { name: 'No', exact: true })).toHaveCount(2)
  await press(other, 'Undo')
  await expect(other.getByRole('gridcell', { name: 'Yes', exact: true })).toHaveCount(2)

  // The way back steps through what was open and filtered.
  await tom.goBack()
  await expect(tom.getByRole('complementary')).toHaveCount(0)
  await tom.goBack()
  await expect(tom.getByText('Showing 1–15 of 15')).toBeVisible()

  const [file] = await Promise.all([tom.waitForEvent('download'), tom.locator('body').press('e')])
  expect(file.suggestedFilename()).toMatch(/^Skills \d{4}-\d\d-\d\d \d{4}\.xlsx$/)

  // Where rows are long in coming, it shows after 300 ms where they will be (spec 4 §1.7).
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await tom.route(/\/api\/admin\/skills(\/list)?$/, async (route) => {
    await held
    await route.continue()
  })
  await tom.reload()
  const bone = tom.getByRole('status', { name: 'Loading' }).locator('span').first()
  // With reduced motion, as here, it doesn't breathe besides.
  await expect(bone).toHaveCSS('animation-delay', /^0\.3s/)
  await expect(bone).toBeVisible()
  release()
  await expect(bone).toHaveCount(0)
})

test('D007 rows are grouped, a group is closed, and a view keeps it; a record is a page of its own; a phone has the same', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'admin'), url)
  await page.goto('/admin/skills')
  await expect(page.getByRole('row', { name: /Telephone interviewing/ })).toBeVisible()
  await press(page, 'Group by')
  await page.getByRole('menuitem', { name: 'Category' }).click()
  const grid = page.getByRole('grid', { name: 'List of skills, grouped by Category' })
  await expect(grid).toBeVisible()
  const duty = grid.getByRole('button', { name: 'Duty 2 skills' })
  await expect(duty).toHaveAttribute('aria-expanded', 'true')
  expect(await findings(page)).toEqual([])
  await duty.press('Enter')
  await expect(duty).toHaveAttribute('aria-expanded', 'false')
  await expect(duty).toBeFocused()
  await expect(page.getByText('Showing 1–13 of 13, 2 more in closed groups')).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'First aid', exact: true })).toHaveCount(0)
  await duty.press('Enter')
  await expect(grid.getByRole('gridcell', { name: 'First aid', exact: true })).toBeVisible()

  // A view keeps it, and the page opens with that.
  await press(page, 'Save as')
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('By category')
  await page.getByRole('checkbox', { name: 'Open the page with it' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/admin/skills')
  await expect(grid).toBeVisible()

  // A page of its own, and on to the next.
  await grid.getByRole('gridcell', { name: 'First aid', exact: true }).click()
  await page.getByRole('button', { name: 'Open as page' }).press('Enter')
  const title = page.getByRole('heading', { level: 1, name: 'First aid', exact: true })
  await expect(title).toBeFocused()
  await expect(page).toHaveTitle(/First aid – Fieldwork/)
  await expect(grid).toBeHidden()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Alt+ArrowUp')
  await expect(title).toHaveCount(0)
  await page.goBack()
  await expect(title).toBeVisible()
  await press(page, 'Back')
  await expect(grid.locator('[role=row] :focus')).toHaveText(/First aid|Duty/)

  // The same on a phone, whose filters are a sheet.
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = page.getByRole('list', { name: 'Duty' })
  await expect(cards.getByRole('listitem')).toHaveCount(2)
  await press(page, 'Filters')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Category' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const heights = await sheet
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(44)
  await sheet.getByRole('button', { name: 'Category' }).click()
  await sheet.getByRole('checkbox', { name: 'Duty' }).check()
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Showing 1–2 of 2')).toBeVisible()
})
