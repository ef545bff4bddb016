import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

/** Makes a call as the page's person. */
function ask(page: Page, path: string, body: object): Promise<unknown> {
  return page.evaluate(
    async ([path, body]) => {
      const authorization = JSON.parse(localStorage.getItem('fieldwork.token') ?? '""')
      const headers = { 'content-type': 'application/json', authorization }
      const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
      return answer.json()
    },
    [path, body] as const,
  )
}

test('a broadcast and a popup message reach a colleague at once, by keyboard alone, and axe finds nothing', async ({
  accounts,
  signedIn,
}) => {
  const hers = await signedIn(accountOf(accounts, 'interviewer'))
  const theirs = await signedIn(accountOf(accounts, 'supervisor'))
  const { userId } = await hers.evaluate(() => {
    const token = JSON.parse(localStorage.getItem('fieldwork.token') ?? '""')
    return JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')))
  })

  const message = `Lift out of order — ${Date.now()}`
  const endDate = new Date(Date.now() + 600_000).toISOString()
  const posted = await ask(theirs, '/api/broadcast/new', { message, endDate })
  await expect(hers.getByRole('region', { name: 'Broadcasts' })).toContainText(message)
  await ask(theirs, '/api/broadcast/end', posted as object)
  await expect(hers.getByText(message)).toBeHidden()

  await ask(theirs, '/api/communication/popup/send', { userIDs: [userId], message: 'Please ring me.' })
  const alert = hers.getByRole('dialog', { name: 'Alert number: 1' })
  await expect(alert).toContainText('Please ring me.')
  await expect(alert.getByRole('button', { name: 'I have read it' })).toBeEnabled({ timeout: 10_000 })
  expect(await findings(hers)).toEqual([])
  await hers.keyboard.press('Tab')
  await hers.keyboard.press('Enter')
  await expect(alert).toBeHidden()
})
