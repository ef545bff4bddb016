import { basename } from 'node:path'
import { readFirstScreen } from '../../scripts/lib/first-screen.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { expect, test } from './support/fixtures.ts'

test('the size budget counts every script that the sign-in screen loads before it can be used', async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.push(basename(new URL(request.url()).pathname))
  })
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeFocused()
  const counted = readFirstScreen(inRoot('dist/renderer')).map((file) => basename(file))
  expect(loaded.length).toBeGreaterThan(0)
  expect(counted).toEqual(expect.arrayContaining(loaded))
})
