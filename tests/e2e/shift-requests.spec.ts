import { findings } from './support/axe.ts'
import { composer, messages } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

test('D172 a shift that somebody can’t work is theirs until a planner approves, who reads what is against it', async ({
  accounts,
  signedIn,
}) => {
  const jamie = await signedIn(accountOf(accounts, 'interviewer'))
  await jamie.goto('/my-calendar')
  await jamie.getByRole('button', { name: 'Later days' }).click()
  const shift = jamie.getByRole('button', { name: /^Shift: .*Approved/ }).first()
  await shift.click()
  await jamie.getByRole('button', { name: 'Change this shift…' }).click()
  const form = jamie.getByRole('dialog', { name: 'Change this shift' })
  await form.getByLabel('Reason').fill('My train is cancelled')
  expect(await findings(jamie)).toEqual([])
  await form.getByRole('button', { name: 'Send request' }).click()
  const asks = jamie.getByRole('region', { name: 'Requests about shifts' })
  await expect(asks).toContainText('Waiting for a decision')
  await expect(shift).toBeVisible()
  await asks.getByRole('button', { name: /^Conversation:/ }).click()
  await expect(messages(jamie)).toContainText('My train is cancelled')
  await composer(jamie).fill('The next one is at noon')
  await composer(jamie).press('Enter')

  const planner = await signedIn(accountOf(accounts, 'planner'))
  await planner.goto('/resource/shift-requests')
  await planner.getByRole('row').filter({ hasText: 'My train is cancelled' }).click()
  await expect(planner.getByText('My train is cancelled').last()).toBeVisible()
  expect(await findings(planner)).toEqual([])
  // What is said about it goes both ways at once (spec 4 §4.2.2).
  await planner.getByRole('button', { name: /^Conversation:/ }).click()
  await expect(messages(planner)).toContainText('The next one is at noon')
  expect(await findings(planner)).toEqual([])
  await composer(planner).fill('Then somebody else has it')
  await composer(planner).press('Enter')
  await expect(messages(jamie)).toContainText('Then somebody else has it')
  await planner.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await planner.getByRole('button', { name: 'Approve…' }).click()
  await planner.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(planner.getByText('The request of Jamie Whitfield is approved.')).toBeVisible()

  await expect(messages(jamie).getByText('Approved', { exact: true })).toBeVisible()
  await jamie.keyboard.press('Escape')
  await expect(asks).toBeHidden()
  await expect(jamie.getByRole('button', { name: /^Shift: .*Cancelled/ }).first()).toBeVisible()
})
