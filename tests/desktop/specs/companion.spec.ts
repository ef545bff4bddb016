import type { Page } from 'playwright-core'
import { ROOT } from '../support/app-folder.ts'
import { expect, signIn, test } from '../support/product.ts'

/** The device that the seeded company has paired with the person below. */
const PAIRED = 'NORTHGATE-COMPANION-0001'
const PERSON_KIND = 'companion-required'

const DELAY_MS = 2000
/** The delay is real time here, beside a client that starts. */
const PATIENCE = { timeout: 20_000 }

const client = (server: { readonly url: string }, deviceID?: string) => ({
  appFolder: ROOT,
  server: server.url,
  ...(deviceID !== undefined && { deviceID }),
})

const bar = (window: Page) => window.getByText('Signing in this device…')
const blocked = (window: Page) => window.getByRole('alertdialog', { name: 'Connect your companion device' })

/** When the page asked for a companion's token, in milliseconds since it began to load. */
function askedForToken(window: Page): Promise<number[]> {
  return window.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/api/auth/companion-token'))
      .map(({ startTime }) => startTime),
  )
}

test('S151 S259 a companion device signs itself in after 2 s, and not where the person cancels', async ({
  launch,
  server,
  held,
}) => {
  const { window: cancelled } = await launch(client(held, PAIRED))
  await cancelled.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar(cancelled)).toHaveCount(0)
  // However long that took, no answer could be there before.
  held.open()

  const { window } = await launch(client(server, PAIRED))
  await expect(window).toHaveURL(/\/dashboard$/, PATIENCE)
  const asked = await askedForToken(window)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toBeGreaterThanOrEqual(DELAY_MS)

  // This one began later and is in by now; the cancelled one is where it was.
  await expect(cancelled.getByRole('textbox', { name: 'User name' })).toBeVisible()
  await expect(cancelled).not.toHaveURL(/\/dashboard$/)
})

test('S151 a device that is nobody’s companion leaves the form as it is, and says nothing', async ({
  launch,
  server,
}) => {
  const { window } = await launch(client(server, 'NOBODYS-DEVICE-0001'))
  await expect.poll(() => askedForToken(window), PATIENCE).toHaveLength(1)
  await expect(bar(window)).toHaveCount(0)
  await expect(window.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
  await expect(window.getByRole('textbox', { name: 'User name' })).toBeEditable()
  await expect(window).not.toHaveURL(/\/dashboard$/)
})

test('S003 who needs a companion waits for it on the desktop, and again when it has gone', async ({
  launch,
  server,
}) => {
  const person = server.accounts.find(({ kind }) => kind === PERSON_KIND)
  if (!person) throw new Error(`The server has nobody of the kind ${PERSON_KIND}`)
  const { window } = await launch(client(server))
  await signIn(window, person)
  await expect(blocked(window)).toBeVisible()

  const companion = await launch(client(server, PAIRED))
  await expect(companion.window).toHaveURL(/\/dashboard$/, PATIENCE)
  await expect(blocked(window)).toHaveCount(0)
  await expect(companion.window.getByRole('alertdialog')).toHaveCount(0)
  await expect(window.getByRole('link', { name: /^Chat/ })).toBeVisible()

  await companion.close()
  await expect(blocked(window)).toBeVisible()
})
