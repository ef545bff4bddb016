import type { Locator, Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

/** The Monday after next, 'YYYY-MM-DD': no holiday is asked for today. */
const MONDAY = (() => {
  const now = new Date()
  const days = 14 - ((now.getDay() + 6) % 7)
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
    .toISOString()
    .slice(0, 10)
})()

const eventOf = (page: Page, subject: string): Locator =>
  page.locator('[data-event]', { hasText: subject }).first()
const said = (page: Page): Locator => page.getByRole('status').filter({ hasText: / is now / })

async function openCalendar(page: Page): Promise<void> {
  await page.goto('/my-calendar')
  await expect(page.getByRole('button', { name: 'New event' })).toBeVisible()
  await expect(page.locator('[aria-busy="false"]').first()).toBeVisible()
}

/** Makes an event of tomorrow or of the week's first day by the form, with the keyboard alone. */
async function makeByKeys(page: Page, subject: string, start: string, end: string): Promise<void> {
  await page.getByRole('button', { name: 'New event' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New event' })
  await expect(form.getByLabel('Subject')).toBeFocused()
  await page.keyboard.type(subject)
  await form.getByLabel('Starts at').fill(start)
  await form.getByLabel('Ends at').fill(end)
  await form.getByLabel('Subject').focus()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(eventOf(page, subject)).toBeVisible()
}

test('W003 W043 a week is planned with the keyboard alone: made, moved, stretched, said, undone', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await openCalendar(page)
  // Next week, early, where nothing stands in the way: single keys go there from anywhere in the calendar.
  await page.getByRole('button', { name: 'Today' }).focus()
  await page.keyboard.press('j')
  await makeByKeys(page, 'Plan the boost', '07:00', '08:00')
  await makeByKeys(page, 'Call the client', '09:00', '09:30')

  const plan = eventOf(page, 'Plan the boost')
  await plan.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(said(page)).toContainText('07:15 – 08:15')
  await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(said(page)).toContainText('07:15 – 08:30')
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Alt+Shift+ArrowDown')
  await expect(said(page)).toContainText('Overlaps Call the client.')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(said(page)).not.toContainText('Overlaps')

  // Ctrl+Z takes back one after the other; arrows go to the next event, Enter opens it.
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('status').filter({ hasText: 'Undone.' })).toBeVisible()
  // Back on its day, where the arrows find the other one.
  const [, day = 'no day'] = (
    (await eventOf(page, 'Call the client').getAttribute('aria-label')) ?? ''
  ).split(', ')
  await expect(plan).toHaveAccessibleName(new RegExp(`${day}, 07:15 – 09:15`))
  await plan.focus()
  await page.keyboard.press('ArrowDown')
  await expect(eventOf(page, 'Call the client')).toBeFocused()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Call the client' })
  await expect(card).toBeVisible()
  expect(await findings(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await eventOf(page, 'Call the client').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('status').filter({ hasText: 'Call the client was deleted.' })).toBeVisible()
  await expect(eventOf(page, 'Call the client')).toBeHidden()
  for (const [key, name] of [
    ['m', 'Month'],
    ['a', 'Agenda'],
    ['w', 'Week'],
  ] as const) {
    await page.getByRole('button', { name: 'Today' }).focus()
    await page.keyboard.press(key)
    await expect(page.getByRole('radio', { name })).toBeChecked()
    await expect(page.locator('[aria-busy="false"]').first()).toBeVisible()
    expect(await findings(page, 'main')).toEqual([])
  }
})

test('a pointer makes, moves and stretches; what it would collide with shows meanwhile, Escape takes it back', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await openCalendar(page)
  await page.getByRole('button', { name: 'Today' }).focus()
  await page.keyboard.press('j')
  await makeByKeys(page, 'Physio', '09:00', '10:00')
  await makeByKeys(page, 'Dentist', '13:00', '14:00')
  const [physio, dentist] = [eventOf(page, 'Physio'), eventOf(page, 'Dentist')]
  const boxOf = async (event: Locator) => {
    const box = await event.boundingBox()
    if (!box) throw new Error('It is not shown.')
    return box
  }
  const from = await boxOf(physio)
  const hour = from.height
  const [x, y] = [from.x + from.width / 2, from.y + hour / 2]

  // Over the other one it is marked, and Escape leaves all as it was.
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 10)
  await page.mouse.move(x, y + 3.5 * hour, { steps: 6 })
  await expect(dentist).toHaveAttribute('data-collides', '')
  await expect(page.getByText('Overlaps Dentist.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(dentist).not.toHaveAttribute('data-collides')
  await expect(physio).toHaveAccessibleName(/09:00 – 10:00/)

  // Moved by an hour and a day.
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + from.width, y + hour, { steps: 6 })
  await page.mouse.up()
  await expect(said(page)).toContainText('10:00 – 11:00')
  await expect(physio).toHaveAccessibleName(/10:00 – 11:00/)

  // Its end is taken and put an hour later.
  const now = await boxOf(physio)
  const end = now.y + now.height - 3
  await page.mouse.move(now.x + now.width / 2, end)
  await page.mouse.down()
  await page.mouse.move(now.x + now.width / 2, end + hour, { steps: 6 })
  await page.mouse.up()
  await expect(said(page)).toContainText('10:00 – 12:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(physio).toHaveAccessibleName(/10:00 – 11:00/)

  // Free time is drawn, and the form has it.
  const free = await boxOf(dentist)
  await page.mouse.move(free.x + free.width / 2, free.y + 2 * hour + 2)
  await page.mouse.down()
  await page.mouse.move(free.x + free.width / 2, free.y + 3 * hour + 2, { steps: 6 })
  await page.mouse.up()
  const form = page.getByRole('dialog', { name: 'New event' })
  await expect(form.getByLabel('Starts at')).toHaveValue('15:00')
  await expect(form.getByLabel('Ends at')).toHaveValue(/^16:(00|15)$/)
})

test('D167 a holiday is asked for and approved by somebody else: both see it without reloading', async ({
  signedIn,
  accounts,
}) => {
  const asker = await signedIn(accountOf(accounts, 'interviewer'))
  const decider = await signedIn(accountOf(accounts, 'admin'))
  const name = accountOf(accounts, 'interviewer').displayName
  await decider.getByRole('button', { name: /^Resource/ }).click()
  await decider.getByRole('button', { name: /^Bookings/ }).click()
  await decider.getByRole('button', { name: /^Pending requests/ }).click()
  const pending = decider.getByRole('dialog', { name: 'Pending requests' })
  const approve = pending.getByRole('button', { name: `Approve: Holiday of ${name}` })
  await expect(pending.getByRole('listitem').first()).toBeVisible()
  await expect(approve).toBeHidden()

  await openCalendar(asker)
  await asker.getByRole('button', { name: 'Request', exact: true }).click()
  const form = asker.getByRole('dialog', { name: 'Request' })
  await form.getByLabel('First day').fill(MONDAY)
  await form.getByLabel('Last day').fill(MONDAY)
  await form.getByLabel('Reason').fill('Wedding')
  await form.getByRole('button', { name: 'Send request' }).click()
  await expect(asker.getByText('Your request was sent.')).toBeVisible()

  await expect(approve).toBeVisible()
  expect(await findings(decider, '[role="dialog"]')).toEqual([])
  await asker.getByText('Month', { exact: true }).click()
  const month = asker.getByRole('button', { name: 'Later days' })
  if (!(await eventOf(asker, 'Holiday').isVisible())) await month.click()
  await expect(eventOf(asker, 'Holiday')).toHaveAccessibleName(/Pending/)
  await approve.click()
  await expect(approve).toBeHidden()
  await expect(eventOf(asker, 'Holiday')).toHaveAccessibleName(/Approved/)
})

test('W252 a quick meeting of 15 minutes called General Call rings, and is joined from its event', async ({
  signedIn,
  accounts,
}) => {
  const host = await signedIn(accountOf(accounts, 'supervisor'))
  const guest = await signedIn(accountOf(accounts, 'interviewer'))
  const { displayName } = accountOf(accounts, 'interviewer')
  await openCalendar(host)
  await host.getByRole('button', { name: 'More of the calendar' }).click()
  await host.getByRole('menuitem', { name: 'Quick meeting' }).click()
  const form = host.getByRole('dialog', { name: 'Quick meeting' })
  await expect(form.getByText('15 minutes')).toContainText('General Call')
  await form.getByLabel('With').fill(displayName)
  await host
    .getByRole('option', { name: new RegExp(displayName) })
    .first()
    .click()
  await form.getByRole('button', { name: 'Start now' }).click()
  await expect(form).toBeHidden()
  await openCalendar(guest)
  await guest.getByText('Agenda', { exact: true }).click()
  await guest.locator('[data-event]', { hasText: 'General Call' }).first().click()
  await expect(
    guest.getByRole('dialog', { name: 'General Call' }).getByRole('button', { name: 'Join' }),
  ).toBeVisible()
})

test('S011 W016 opened from another window it confirms what was asked for there', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open('/my-calendar')),
  ])
  const dialog = popup.getByRole('dialog', { name: 'Your request has been confirmed' })
  await expect(dialog).toContainText('You can now close this screen')
})
