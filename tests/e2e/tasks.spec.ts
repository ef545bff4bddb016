import type { Locator, Page } from '@playwright/test'
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

/** The planner of somebody who is signed in, at one of its tabs. */
async function planner(page: Page, tab: string) {
  await page.getByRole('button', { name: /^To-do tasks/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Tasks' })
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
  await expect(dialog.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true')
  return dialog
}

/** Adds a task by the quick line, for what the line says. */
async function addByLine(dialog: Locator, words: string) {
  const line = dialog.getByRole('textbox', { name: 'New task in a line' })
  await line.fill(words)
  await expect(dialog.getByRole('list', { name: 'What the line says' }).getByText('Office')).toBeVisible()
  await line.press('Enter')
  await expect(line).toHaveValue('')
}

test('W002 W032 a day is planned with the keyboard alone, and its badge counts what its click lists', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const badge = page.getByRole('button', { name: /^To-do tasks/ })
  await badge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tasks' })
  await expect(dialog.getByRole('heading', { name: 'Tasks' })).toBeFocused()
  await page.keyboard.press('n')
  for (const words of ['Ring the agency 30m', 'Read the brief 1h !high']) {
    await page.keyboard.type(words)
    await expect(dialog.getByRole('list', { name: 'What the line says' }).getByText('Office')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'New task in a line' })).toHaveValue('')
  }
  const ring = dialog.getByRole('button', { name: /^Ring the agency/ })
  const brief = dialog.getByRole('button', { name: /^Read the brief/ })
  await expect(ring).toBeVisible()
  await expect(brief).toBeVisible()

  // Both are selected and made urgent at once, and taken back at once.
  for (const task of [ring, brief]) {
    await task.focus()
    await page.keyboard.press('x')
  }
  await expect(dialog.getByText('2 selected')).toBeVisible()
  await dialog.getByRole('button', { name: 'Set priority' }).focus()
  await page.keyboard.press('Enter')
  const emergency = page.getByRole('menuitem', { name: 'Emergency' })
  await expect(emergency).toBeVisible()
  await emergency.press('Enter')
  await expect(dialog.getByText('2 tasks changed')).toBeVisible()
  await ring.focus()
  await page.keyboard.press('Control+z')
  await expect(dialog.getByText('Undone')).toBeVisible()

  // One is put off: it leaves the day. One is finished, one deleted and brought back.
  await ring.focus()
  await page.keyboard.press('x')
  await dialog.getByRole('button', { name: 'Reschedule' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Tomorrow' }).press('Enter')
  await expect(ring).toBeHidden()
  await brief.focus()
  await page.keyboard.press('c')
  await expect(dialog.getByText('Read the brief finished')).toBeVisible()
  await expect(brief).toBeHidden()

  // The badge says as many as 'My day' lists.
  const summed = await dialog.getByText(/^\d+ tasks? ·/).textContent()
  const listed = Number(/^\d+/.exec(summed ?? '')?.[0])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(badge).toBeFocused()
  await expect(badge).toHaveAccessibleName(new RegExp(`\\b${listed}\\b`))
})

test('a card is dragged between days and states by mouse and by finger, and goes back', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const dialog = await planner(page, 'Board')
  await addByLine(dialog, 'Carry me')
  const column = (name: string) => dialog.getByRole('region', { name: new RegExp(`^${name}, \\d+$`) })
  const card = dialog.getByRole('button', { name: 'Carry me', exact: true })
  await expect(column('To do').getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()

  const middleOf = async (locator: Locator) => {
    await locator.scrollIntoViewIfNeeded()
    const box = await locator.boundingBox()
    if (!box) throw new Error('Nothing is there to be dragged or dropped on.')
    return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 160) }
  }
  const from = await middleOf(card)
  const to = await middleOf(column('On hold'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 10, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 8 })
  await expect(column('On hold')).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  await expect(dialog.getByText('Carry me moved to On hold')).toBeVisible()
  await expect(column('On hold').getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()
  // A drag opens nothing, and is taken back like any change.
  await expect(dialog.getByRole('complementary')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(column('To do').getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()

  // Escape puts a card back that hangs on the mouse, and the dialog stays.
  const again = await middleOf(card)
  await page.mouse.move(again.x, again.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await expect(column('On hold')).toHaveAttribute('data-over', 'true')
  await page.keyboard.press('Escape')
  await expect(column('On hold')).toHaveAttribute('data-over', 'false')
  await page.mouse.up()
  await expect(column('To do').getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()
  await expect(dialog).toBeVisible()

  // A finger that rests on the card takes it up.
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  const start = await middleOf(card)
  await touch('touchStart', [start])
  await expect(page.locator('[data-dragging="true"]')).toBeVisible()
  for (const share of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [
      { x: start.x + (to.x - start.x) * share, y: start.y + (to.y - start.y) * share },
    ])
  await expect(column('On hold')).toHaveAttribute('data-over', 'true')
  await touch('touchEnd', [])
  await expect(column('On hold').getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()

  // Between the days of the week.
  await dialog.getByRole('tab', { name: 'My week', exact: true }).click()
  const days = dialog.locator('[data-column]:not([data-column="earlier"])')
  await expect(days).toHaveCount(7)
  const today = dialog.locator('[data-column][data-now="true"]')
  await expect(today.getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()
  const other = days.nth((await days.first().getAttribute('data-now')) === 'true' ? 1 : 0)
  const day = await middleOf(today.getByRole('button', { name: 'Carry me', exact: true }))
  const goal = await middleOf(other)
  await page.mouse.move(day.x, day.y)
  await page.mouse.down()
  await page.mouse.move(goal.x, goal.y, { steps: 8 })
  await expect(other).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  await expect(dialog.getByText(/^Carry me moved to /)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Carry me', exact: true })).toBeVisible()
})

test('what somebody else does to a task shows live, and who was first is told whoever saves second', async ({
  signedIn,
  accounts,
}) => {
  const supervisor = accountOf(accounts, 'supervisor')
  const interviewer = accountOf(accounts, 'interviewer')
  const hers = await signedIn(supervisor)
  const theirs = await signedIn(interviewer)
  const dialog = await planner(hers, 'Delegated')
  const word = `Shared ${Date.now()}`
  await addByLine(dialog, `${word} @"${interviewer.displayName}"`)
  const line = (on: Locator) => on.getByRole('button', { name: new RegExp(`^${word}`) })
  await expect(line(dialog)).toBeVisible()

  // It comes to the other's list without a reload.
  const list = await planner(theirs, 'My tasks')
  await line(list).click()
  const task = list.getByRole('complementary', { name: /^Task \d+$/ })
  await task.getByRole('combobox', { name: 'Priority' }).selectOption('Emergency')
  await expect(line(dialog).locator('xpath=ancestor::li').getByText('Emergency')).toBeAttached()

  // Both have the task open. What is saved second, having seen the older, is refused and stays as it was typed.
  await line(dialog).click()
  const own = dialog.getByRole('complementary', { name: /^Task \d+$/ })
  const description = own.getByRole('textbox', { name: 'Description' })
  await description.fill('Written on the older version')
  await hers.route('**/tasks/get', (route) => route.abort())
  await task.getByRole('combobox', { name: 'Priority' }).selectOption('High')
  await expect(list.getByText('High', { exact: true }).first()).toBeAttached()
  await description.blur()
  await expect(own.getByText(/was changed by .+ in the meantime/)).toBeVisible()
  await expect(description).toHaveValue('Written on the older version')
  await hers.unroute('**/tasks/get')

  // A task that is finished by one leaves the open list of the other.
  await task.getByRole('button', { name: `Finish ${word}` }).click()
  await expect(line(dialog)).toBeHidden()
})
