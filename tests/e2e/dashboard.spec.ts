import { accountOf, expect, test } from './support/fixtures.ts'

test('D069 a card of the dashboard is dragged before another, and stays there after a reload', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const titles = () =>
    page.locator('[data-place]').evaluateAll((all) => all.map((one) => one.dataset.place ?? ''))
  await page.getByRole('button', { name: 'Customise' }).click()
  await page.locator('[data-place]').first().waitFor()
  const before = await titles()
  expect(before.length).toBeGreaterThan(3)
  const handle = page
    .locator(`[data-place="${before[2]}"]`)
    .getByRole('button', { name: /^Move (?!.*(earlier|later)$)/ })
  const target = page.locator(`[data-place="${before[0]}"]`)
  // What a card brings moves those below it, and a notice all of them: who misses the handle presses again.
  await page.waitForLoadState('networkidle')
  await expect(async () => {
    await page.mouse.up()
    await handle.hover()
    await page.mouse.down()
    await expect(page.locator(`[data-place="${before[2]}"]`)).toHaveAttribute('data-dragged', 'true', {
      timeout: 1000,
    })
  }).toPass()
  const to = await target.boundingBox()
  if (!to) throw new Error('no cards')
  await page.mouse.move(to.x + to.width / 3, to.y + to.height / 2, { steps: 4 })
  await expect(target).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  const after = [before[2], before[0], before[1], ...before.slice(3)]
  await expect.poll(titles).toEqual(after)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Customise' }).click()
  await expect.poll(titles).toEqual(after)
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(titles).toEqual(before)
})
