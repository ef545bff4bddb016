import { basename } from 'node:path'
import { readFirstScreen } from '../../scripts/lib/first-screen.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { expect, test } from './support/fixtures.ts'

test('the size budget counts every script that the sign-in screen loads before it can be used', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('focusin', () => {
      Object.assign(globalThis, { usableAt: performance.now() })
    })
  })
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeFocused()
  // Of what was asked for before that moment; what comes later keeps nobody waiting.
  const loaded = await page.evaluate(() => {
    const { usableAt } = globalThis as unknown as { usableAt: number }
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < usableAt)
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
  })
  const counted = readFirstScreen(inRoot('dist/renderer')).map((file) => basename(file))
  expect(loaded.length).toBeGreaterThan(0)
  expect(counted).toEqual(expect.arrayContaining(loaded))
})
