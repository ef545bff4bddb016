import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { openSignedIn } from './support/sign-in.ts'

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 1024, height: 700 }, screen: { width: 1024, height: 700 } })

  test("S320 'Unsupported device' is told once, and in what", async ({ page, accounts, baseURL }) => {
    await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
    const dialog = page.getByRole('dialog', { name: 'Unsupported device' })
    await expect(dialog.getByText('A screen of at least 1366 by 768')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Continue anyway' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: /^Chat/ }).click()
    await expect(dialog).toBeHidden()
  })
})

test('S318 a VPN that is not the company’s stops the work until it is off', async ({
  page,
  accounts,
  baseURL,
}) => {
  // A desktop client around this browser, whose VPN connections the page keeps.
  await page.addInitScript(() => {
    const state = { vpn: ['Sneaky VPN'] }
    const refused = { ok: false, error: { code: 'unsupported', message: 'Not here.' } }
    const invoke = async (name: string) =>
      name === 'vpnProxyCheck' ? { ok: true, value: { proxy: null, allowed: [], ...state } } : refused
    const client = { version: '1.0.0', platform: 'linux', serverUrl: '', logs: '~/logs' }
    Object.assign(globalThis, { vpnState: state, fieldworkHost: { client, invoke, on: () => () => {} } })
  })
  await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
  const stop = page.getByRole('alertdialog', { name: 'Unauthorised VPN or proxy detected' })
  await expect(stop.getByText('Sneaky VPN')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.evaluate(() =>
    Object.assign((globalThis as never as { vpnState: object }).vpnState, { vpn: [] }),
  )
  await stop.getByRole('button', { name: 'Check again' }).click()
  await expect(stop).toBeHidden()
  await page.getByRole('link', { name: /^Chat/ }).click()
  await expect(page).toHaveURL(/chat$/)
})
