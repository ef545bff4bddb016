import type { Page } from '@playwright/test'
import { headerOf, type ReceivedMail, startMailServer } from '../../server/mail/testing/mail-server.ts'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('A090 A094 A095 A116 mail is set up, tested and sent; its log and the services that work for it show what became of it', async ({
  ownServer: { url, accounts },
  signedIn,
}) => {
  const login = { user: 'office', password: 'post-office-box' }
  let answer: string | null = null
  const smtp = await startMailServer({ login, recipient: () => answer })
  const tom = await signedIn(accountOf(accounts, 'admin'), url)

  await tom.goto('/admin/connection-adaptors')
  await expect(tom.getByText('Mail isn’t set up yet.', { exact: false })).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await field(tom, 'Mail server').fill('127.0.0.1')
  await field(tom, 'Encryption').selectOption('NONE')
  await field(tom, 'Port').fill(String(smtp.port))
  await field(tom, 'Mail user').fill(login.user)
  await field(tom, 'Mail password').fill('wrong')
  await field(tom, 'From').fill('office@northgate.example')
  await field(tom, 'Send a test to').fill('tom@northgate.example')
  await press(tom, 'Test')
  await expect(tom.getByText(/The server refused the sign-in: 535/)).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await press(tom, 'Save')
  const asked = tom.getByRole('dialog', { name: 'Save although the test failed?' })
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await field(tom, 'Mail password').fill(login.password)
  await press(tom, 'Test')
  await expect(tom.getByText(/^Test letter Sent to tom@northgate\.example\./)).toBeVisible()
  expect(headerOf(smtp.received[0] as ReceivedMail, 'Subject')).toBe('A test letter from Northgate Research')
  await press(tom, 'Save')
  await expect(tom.getByText(/^Set on .* by Tom Hargreaves\./)).toBeVisible()
  await expect(field(tom, 'Mail password')).toHaveValue('')
  await tom.getByText('Show the last exchanges').click()
  expect(await findings(tom)).toEqual([])

  // A mail that is refused, seen in the log, is sent again.
  answer = '550 no such user'
  await tom.request.post(`${url}/api/auth/forgot-password`, { data: { userName: 'jamie.whitfield' } })
  await tom.goto('/admin/email-log')
  const row = tom.getByRole('row', { name: /A new password for Fieldwork/ })
  await expect(row).toContainText('Failed')
  await expect(tom.getByRole('link', { name: '1 Failed' })).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await row.click()
  const mail = tom.getByRole('complementary', { name: 'e-mail' })
  await expect(mail.getByText('550 no such user')).toBeVisible()
  expect(await findings(tom)).toEqual([])
  answer = null
  await mail.getByRole('button', { name: 'Send again' }).click()
  await expect(mail.getByText('Handed over')).toBeVisible()
  await expect.poll(() => smtp.received.length).toBe(2)

  await tom.goto('/admin/background-services')
  const queue = tom.getByRole('listitem', { name: 'Mail queue' })
  await queue.getByRole('button', { name: 'Run now: Mail queue' }).click()
  await expect(queue.getByText(/^Done, /)).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await queue.getByRole('button', { name: 'Pause Mail queue' }).click()
  const pause = tom.getByRole('dialog', { name: 'Pause Mail queue' })
  await pause.getByLabel('Reason').fill('The mail server moves')
  expect(await findings(tom)).toEqual([])
  await pause.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(queue.getByText('Paused by Tom Hargreaves: The mail server moves')).toBeVisible()
  await queue.getByRole('button', { name: 'Runs of Mail queue' }).click()
  await expect(
    tom.getByRole('dialog', { name: 'Runs of Mail queue' }).getByText(/by Tom Hargreaves/),
  ).toBeVisible()
  expect(await findings(tom)).toEqual([])
  await smtp.close()
})
