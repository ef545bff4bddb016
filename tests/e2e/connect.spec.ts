import { accountOf, expect, test } from './support/fixtures.ts'

/** A moment as a field for day and time has it in London. */
function londonField(at: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' },
  }).format(at)
  return parts.replace(' ', 'T')
}

test('one plans a meeting, another answers, the host sees it at once, and they join', async ({
  ownServer,
  signedIn,
}) => {
  const { accounts, url } = ownServer
  const [interviewer, supervisor] = [accountOf(accounts, 'interviewer'), accountOf(accounts, 'supervisor')]
  const host = await signedIn(supervisor, url)
  await host.goto(`${url}/connect-plus/meeting`)
  await host.getByRole('button', { name: 'New meeting' }).click()
  const form = host.getByRole('dialog', { name: 'New meeting' })
  await form.getByLabel('Subject').fill('Quota talk')
  await form.getByLabel('Start').fill(londonField(Date.now() - 120_000))
  await form.getByLabel('Find people').fill(interviewer.displayName)
  await form.getByRole('checkbox', { name: new RegExp(interviewer.displayName) }).check()
  await form.getByRole('button', { name: 'Plan meeting' }).click()
  // Where the demo company's day has something else then, it asks.
  const anyway = form.getByRole('button', { name: 'Plan anyway' })
  await expect(form.or(host.getByText('The meeting is planned')).first()).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(form).toBeHidden()
  await host.getByRole('link', { name: 'Now' }).click()
  await host.getByRole('button', { name: 'Open Quota talk' }).click()
  const record = host.getByRole('dialog', { name: 'Quota talk' })
  await expect(record.getByText('No answer yet')).toBeVisible()

  const invited = await signedIn(interviewer, url)
  await invited.goto(`${url}/connect-plus/meeting?when=NOW`)
  await expect(invited.getByRole('button', { name: 'New meeting' })).toBeHidden()
  await invited.getByRole('button', { name: 'Open Quota talk' }).click()
  const invitation = invited.getByRole('dialog', { name: 'Quota talk' })
  await invitation.getByRole('button', { name: 'Tentative' }).click()
  await expect(record.getByText('Tentative')).toBeVisible()
  await invitation.getByRole('button', { name: 'Join' }).click()
  await invited.getByRole('button', { name: 'Join now' }).click()
  await expect(invited.getByRole('button', { name: 'Leave meeting' })).toBeVisible()
  await expect(record.getByText('here now')).toBeVisible()
})
