import { composer, messages, openConversation, say } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

// The first path of all as most people see it: with what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('a message between two people', () => {
  test('is sent with Enter and appears in the other window, and in their unread count', async ({
    accounts,
    signedIn,
  }) => {
    const interviewer = accountOf(accounts, 'interviewer')
    const supervisor = accountOf(accounts, 'supervisor')
    const hers = await signedIn(interviewer)
    const theirs = await signedIn(supervisor)
    const text = `The dialler is back on wave 3 — ${Date.now()}`

    await openConversation(hers, supervisor.displayName)
    await say(hers, text)
    await expect(messages(hers).getByText(text)).toBeVisible()

    // They are on the dashboard: the side bar counts it, the list previews it.
    await expect(theirs.getByRole('link', { name: /^Chat \d+ unread/ })).toBeVisible()
    await expect(theirs).toHaveTitle(/^\(\d+\) Fieldwork$/)
    await openConversation(theirs, interviewer.displayName)
    await expect(messages(theirs).getByText(text)).toBeVisible()

    const answer = `Thank you, going back in now — ${Date.now()}`
    await say(theirs, answer)
    await expect(messages(hers).getByText(answer)).toBeVisible()
  })
})

test('two messages typed quickly both go, in their order, while the first is still on its way', async ({
  accounts,
  signedIn,
}) => {
  const interviewer = accountOf(accounts, 'interviewer')
  const supervisor = accountOf(accounts, 'supervisor')
  const hers = await signedIn(interviewer)
  const theirs = await signedIn(supervisor)
  await openConversation(hers, supervisor.displayName)
  await openConversation(theirs, interviewer.displayName)
  const said = ['first', 'second'].map((word) => `The ${word} of two ${Date.now()}`)
  const onItsWay = Promise.withResolvers<void>()
  await hers.route('**/send-message-to-thread', async (route) => {
    await onItsWay.promise
    await route.continue()
  })
  for (const text of said) {
    await composer(hers).fill(text)
    await composer(hers).press('Enter')
    await expect(composer(hers)).toHaveValue('')
  }
  await expect(hers.getByText('Busy', { exact: true })).toHaveCount(0)
  await expect(messages(hers).getByText(/of two/)).toHaveText(said)
  await expect(messages(theirs).getByText(/of two/)).toHaveCount(0)
  onItsWay.resolve()
  await expect(messages(theirs).getByText(/of two/)).toHaveText(said)
  await expect(messages(hers).getByText(/of two/)).toHaveText(said)
})

test('a reload keeps the session and the draft', async ({ accounts, signedIn }) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await openConversation(page, accountOf(accounts, 'supervisor').displayName)
  const draft = 'Half a thought about the quota on'
  await composer(page).fill(draft)
  await page.reload()
  await expect(page).toHaveURL(/\/connect-plus\/chat/)
  await openConversation(page, accountOf(accounts, 'supervisor').displayName)
  await expect(composer(page)).toHaveValue(draft)
  await composer(page).fill('')
})

test('a message typed while the server is down is not lost, and arrives once it is back', async ({
  ownServer,
  signedIn,
}) => {
  const interviewer = accountOf(ownServer.accounts, 'interviewer')
  const supervisor = accountOf(ownServer.accounts, 'supervisor')
  const hers = await signedIn(interviewer, ownServer.url)
  const theirs = await signedIn(supervisor, ownServer.url)
  await openConversation(hers, supervisor.displayName)
  await openConversation(theirs, interviewer.displayName)
  await say(hers, 'Before the crash')
  await expect(messages(theirs).getByText('Before the crash')).toBeVisible()

  await ownServer.kill()
  await composer(hers).fill('Typed while it was down')
  await expect(hers.getByText('Reconnecting hub...')).toBeVisible()
  await ownServer.start()

  await expect(hers.getByText('Reconnecting hub...')).toBeHidden({ timeout: 20_000 })
  await expect(composer(hers)).toHaveValue('Typed while it was down')
  await composer(hers).press('Enter')
  await expect(messages(theirs).getByText('Typed while it was down')).toHaveCount(1, {
    timeout: 20_000,
  })
})

test('a call rings at the other person until its caller hangs up, it is declined or accepted', async ({
  accounts,
  signedIn,
}) => {
  const interviewer = accountOf(accounts, 'interviewer')
  const hers = await signedIn(interviewer)
  const theirs = await signedIn(accountOf(accounts, 'supervisor'))
  const rings = hers.getByText(/: calling you$/)
  const calling = theirs.getByText('Ringing…')
  await openConversation(theirs, interviewer.displayName)
  const call = async () => {
    await theirs.getByRole('button', { name: 'Call all members' }).click()
    await theirs.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
    await expect(calling).toBeVisible()
    await expect(rings).toBeVisible()
  }
  await call()
  await theirs.getByRole('button', { name: 'Hang up' }).click()
  await expect(rings).toBeHidden()
  await call()
  await hers.getByRole('button', { name: 'Decline' }).click()
  await expect(rings).toBeHidden()
  await expect(calling).toBeHidden()
  await expect(theirs.getByText('Declined the call.').first()).toBeVisible()
  await call()
  await hers.getByRole('button', { name: 'Accept' }).click()
  await expect(rings).toBeHidden()
  await expect(calling).toBeHidden()
})
