import { coveredControls } from './support/covered.ts'
import { type AccountKind, accountOf, expect, test } from './support/fixtures.ts'
import { pagesOf } from './support/pages.ts'

const FIXED = ['/dashboard', '/my-calendar', '/my-experience']
const SIZES = [
  [1366, 768],
  [1920, 1080],
  [390, 844],
] as const
/** Each page is looked at as the first of them who may visit it. */
const KINDS: readonly AccountKind[] = ['admin', 'supervisor', 'interviewer', 'agency user']

test('what floats lies on no control of any page, and none scrolls sideways, in three sizes', async ({
  accounts,
  signedIn,
}) => {
  test.slow()
  const seen = new Set<string>()
  for (const kind of KINDS) {
    const page = await signedIn(accountOf(accounts, kind))
    const wanted = [...FIXED, ...(await pagesOf(page))].filter((path) => !seen.has(path))
    if (kind === 'admin') {
      // A ticket that was put aside: its card goes with the person from page to page.
      await page.getByRole('button', { name: /^Support tickets/ }).click()
      await page.getByRole('combobox', { name: 'Whose' }).selectOption('ALL')
      await page
        .getByRole('button', { name: /^Open ticket/ })
        .first()
        .click()
      await page.getByRole('button', { name: 'Minimise', exact: true }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('list', { name: 'Minimised tickets' })).toBeVisible()
    }
    for (const [width, height] of SIZES) {
      const size = `as ${kind}, ${width} by ${height}`
      // Away from the start page, where a phone's menu would open by itself over all of it.
      await coveredControls(page, ['/my-experience'])
      await page.setViewportSize({ width, height })
      const { visited, covered, sideways } = await coveredControls(page, wanted)
      expect(covered, size).toEqual([])
      expect(sideways, size).toEqual([])
      expect(visited, size).toEqual(wanted)
    }
    for (const path of wanted) seen.add(path)
  }
  expect(seen.size).toBeGreaterThan(60)
})

test('a banner that comes or goes waits until nobody is about to click', async ({ accounts, signedIn }) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  // No other banner comes meanwhile.
  await page.route(/\/api\/broadcast\//, (route) => route.fulfill({ json: [] }))
  await page.goto('/my-experience')
  let expiresIn = 30 * 86_400_000
  await page.route('**/api/license', (route) =>
    route.fulfill({ json: { expiryDate: new Date(Date.now() + expiresIn).toISOString() } }),
  )
  await expect(page.getByRole('heading', { name: 'Levels' })).toBeVisible()
  const top = () =>
    page.getByRole('heading', { level: 1 }).evaluate((title) => Math.round(title.getBoundingClientRect().top))
  const banner = page.getByRole('timer')
  /** As the licence is asked for again, and its banner drawn. */
  const renew = async (left: number, shown: boolean) => {
    expiresIn = left
    await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
    await expect(banner).toBeAttached({ attached: shown })
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  const before = await top()
  await page.mouse.move(600, 400)
  await page.mouse.down()
  await renew(3 * 86_400_000, true)
  expect(await top()).toBe(before)
  await page.mouse.up()
  // The pointer rests, and the page makes room.
  await expect.poll(top).toBeGreaterThan(before + 20)
  const moved = await top()
  await page.mouse.down()
  await renew(30 * 86_400_000, false)
  expect(await top()).toBe(moved)
  await page.mouse.up()
  await expect.poll(top).toBeLessThan(moved - 20)
})
