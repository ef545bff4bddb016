import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

const PASSPHRASE = 'seven green bottles'
const SECRET = 'planted-7Q2x-secret'

test('a vault is set up, filled, locked and opened again, and nothing of it leaves the page', async ({
  ownServer,
  signedIn,
}) => {
  const page = await signedIn(accountOf(ownServer.accounts, 'interviewer'), ownServer.url)
  const sent: string[] = []
  page.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await press(page, 'App drawer')
  await page.getByRole('button', { name: 'Secure vault' }).click()
  const vault = page.getByRole('dialog', { name: 'My secure vault' })
  await vault.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await vault.getByLabel('Passphrase again').fill(PASSPHRASE)
  await expect(vault.getByText('Strong', { exact: true })).toBeVisible()
  expect(await findings(page, '[role=dialog]')).toEqual([])
  await press(page, 'Make the vault')
  const printed = (await vault.getByRole('img', { name: /^Printed key/ }).textContent()) ?? 'none'
  await press(page, 'I have kept it')

  await press(page, 'Add entry')
  await vault.getByLabel('Label').fill('CRM admin')
  await vault.getByLabel('User name').fill('ann.lee')
  await vault.getByLabel('Password', { exact: true }).fill(SECRET)
  await press(page, 'Save')
  await press(page, 'Show CRM admin')
  await expect(vault.getByText(SECRET)).toBeVisible()
  expect(await findings(page, '[role=dialog]')).toEqual([])

  await press(page, 'Lock')
  await expect(vault.getByText(SECRET)).toHaveCount(0)
  await vault.getByLabel('Passphrase').fill(PASSPHRASE)
  await press(page, 'Unlock')
  await expect(vault.getByRole('listitem', { name: 'CRM admin' })).toBeVisible()

  await vault.getByRole('link', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/my-vault$/)
  await page.getByLabel('Passphrase').fill(PASSPHRASE)
  await press(page, 'Unlock')
  await press(page, 'Show CRM admin')
  await expect(page.getByText(SECRET)).toBeVisible()

  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const secret of [PASSPHRASE, SECRET, printed, 'ann.lee']) {
    expect(sent.filter((one) => one.includes(secret))).toEqual([])
    expect(kept).not.toContain(secret)
    expect(ownServer.log(1000)).not.toContain(secret)
  }
})
