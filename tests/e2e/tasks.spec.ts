import type { Page } from '@playwright/test'
import { accountOf, expect, test } from './support/fixtures.ts'

/** What has the focus, by its name. */
const focused = (page: Page) => page.locator(':focus')

test('W002 W032 W154 a week is planned with the keyboard alone', async ({ signedIn, accounts }) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.getByRole('button', { name: /^To-do tasks/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tasks' })
  await expect(dialog.getByRole('heading', { name: 'Tasks' })).toBeFocused()

  // A task by a line of words, whose parts show before it is added.
  await page.keyboard.press('2')
  await expect(dialog.getByRole('tab', { name: 'My week' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('n')
  await page.keyboard.type('Plan the boost tomorrow 3pm 2h #Travel !high due next Friday')
  const parts = dialog.getByRole('list', { name: 'What the line says' })
  for (const part of ['Starts tomorrow 15:00', 'Takes 2 h', 'Household Travel Survey', 'High'])
    await expect(parts.getByText(part)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'New task in a line' })).toHaveValue('')

  // Tomorrow may be next week: there it is put on another day, and that is said.
  if (new Date().getDay() === 0) {
    await dialog.getByRole('button', { name: 'Next week' }).focus()
    await page.keyboard.press('Enter')
  }
  const card = dialog.getByRole('button', { name: 'Plan the boost', exact: true })
  await card.focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText(/^Plan the boost taken up from/)).toBeAttached()
  const step =
    new Date().getDay() === 6 ? 'ArrowLeft' : new Date().getDay() === 0 ? 'ArrowRight' : 'ArrowRight'
  await page.keyboard.press(step)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/^Plan the boost moved to/)).toBeVisible()
  await expect(focused(page)).toHaveText('Plan the boost')

  // Taken back, finished, and opened: all from where it is.
  await page.keyboard.press('Control+z')
  await expect(dialog.getByText('Undone')).toBeVisible()
  await card.focus()
  await page.keyboard.press('c')
  await expect(dialog.getByText('Plan the boost finished')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByText('Undone')).toBeVisible()
  await card.focus()
  await page.keyboard.press('Enter')
  const task = dialog.getByRole('complementary', { name: /^Task \d+$/ })
  await expect(task.getByRole('textbox', { name: /^Task \d+$/ })).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type(' in Wales')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Plan the boost in Wales', exact: true })).toBeVisible()

  // Escape goes back a step at a time: the task, then the dialog.
  await task.getByRole('button', { name: 'Close task' }).focus()
  await page.keyboard.press('Escape')
  await expect(task).toBeHidden()
  await expect(focused(page)).toHaveText('Plan the boost in Wales')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
