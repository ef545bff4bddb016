import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

/** Three weeks on: what is planned there are drafts. */
const THERE = (() => {
  const day = new Date(Date.now() + 21 * 86_400_000)
  return `/resource/planner?day=${day.toISOString().slice(0, 10)}&search=Shona`
})()

test('D160 a shift is made, moved, resized, split, copied and deleted by pointer and by keys, and each is taken back', async ({
  accounts,
  signedIn,
}) => {
  const demo = accountOf(accounts, 'planner')
  const page = await signedIn(demo)
  const other = await signedIn({ ...demo, userName: 'anjali.deshmukh' })
  for (const one of [page, other]) {
    await one.goto(THERE)
    await expect(one.locator('[data-shift]').first()).toBeVisible()
  }
  const names = async (where: Page) =>
    (
      await where
        .locator('[data-shift]')
        .evaluateAll((all) => all.map((box) => `${box.getAttribute('title')}`.slice(0, 11)))
    ).sort()
  const before = await names(page)
  const undo = async () => {
    await page.keyboard.press('Control+z')
    await expect.poll(() => names(page)).toEqual(before)
  }
  const first = page.locator('[data-shift]').first()
  // Each sees what the other has chosen (spec 4 §4.5.5).
  const chosen = page.locator('[data-shift][data-chosen]')
  await expect(page.getByRole('list', { name: 'Also in the planner' })).toHaveText('Anjali Deshmukh')
  await other.locator('[data-shift]').first().focus()
  await expect(chosen).toHaveCount(1)
  await other.locator('[data-shift]').first().press('End')
  await expect(page.locator('[data-day][data-chosen]')).toHaveCount(1)
  await expect(chosen).toHaveCount(0)
  // By pointer: to another hour, then its end, then another one beside it.
  const box = await first.boundingBox()
  if (!box) throw new Error('no shift')
  const drag = async (from: number, by: number) => {
    await page.mouse.move(from, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(from + by / 2, box.y + box.height / 2, { steps: 3 })
    await page.mouse.move(from + by, box.y + box.height / 2, { steps: 3 })
    await page.mouse.up()
  }
  await drag(box.x + box.width / 2, 18)
  await expect.poll(() => names(page)).not.toEqual(before)
  // The other planner sees it without a reload.
  await expect.poll(() => names(other)).toEqual(await names(page))
  await first.focus()
  await undo()
  await drag(box.x + box.width - 2, -12)
  await expect.poll(() => names(page)).not.toEqual(before)
  await undo()
  // By keys.
  await first.focus()
  for (const key of ['Alt+ArrowRight', 'Alt+Shift+ArrowLeft', 'Delete']) {
    await page.locator('[data-shift]').first().focus()
    await page.keyboard.press(key)
    await expect.poll(() => names(page)).not.toEqual(before)
    await undo()
  }
  await page.locator('[data-shift]').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  expect(await names(page)).toEqual(before)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).not.toEqual(before)
  await undo()
  // Copied to the free Sunday.
  await page.locator('[data-shift]').first().focus()
  await page.keyboard.press('Control+c')
  await page.keyboard.press('End')
  await page.keyboard.press('Control+v')
  // A fifth day is over their contract.
  await page.getByLabel('Why it is to be so').fill('Wave 3 begins')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names(page)).length).toBe(before.length + 1)
  await undo()
  // Made and split by the form.
  await page.locator('[data-day]').last().click()
  await page.getByRole('button', { name: 'Add shift' }).click()
  await page.getByRole('button', { name: 'Do it anyway' }).click()
  await expect.poll(async () => (await names(page)).length).toBe(before.length + 1)
  await undo()
  await page.locator('[data-shift]').first().press('Enter')
  await page.getByRole('button', { name: 'Split', exact: true }).click()
  await expect.poll(async () => (await names(page)).length).toBe(before.length + 1)
  await undo()
  expect(await findings(page)).toEqual([])
  // Who closes their window is gone from it.
  await other.close()
  await expect(page.getByRole('list', { name: 'Also in the planner' })).toBeHidden()
})
