import type { Page } from '@playwright/test'
import { callingBrowser, codeOf, giveMedia, hasLetGo, hears } from './support/call-media.ts'
import { openConversation } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'

test.use(callingBrowser)

const room = (page: Page) => page.getByRole('region', { name: /^(Manager m|M)eeting$/ })

test('two people hear and see each other until they mute, turn the camera off, stop sharing or leave', async ({
  accounts,
  signedIn,
}) => {
  const [interviewer, supervisor] = [accountOf(accounts, 'interviewer'), accountOf(accounts, 'supervisor')]
  const [hers, theirs] = [await signedIn(interviewer), await signedIn(supervisor)]
  const [herTone, theirTone] = [700, 1900]
  await giveMedia(hers, { tone: herTone, code: 0b10110010 })
  await giveMedia(theirs, { tone: theirTone, code: 0b01101100 })

  await openConversation(theirs, interviewer.displayName)
  await theirs.getByRole('button', { name: 'Call all members' }).click()
  await theirs.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
  await hers.getByRole('button', { name: 'Accept' }).click()
  for (const page of [hers, theirs]) await expect(room(page).getByText('Connected directly')).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)
  await expect.poll(() => hears(hers, theirTone)).toBe(true)

  await room(hers).getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(room(theirs).getByText('Muted')).toBeVisible()
  await expect.poll(() => hears(theirs, herTone)).toBe(false)
  expect(await hears(hers, theirTone)).toBe(true)
  await room(hers).getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)

  const picture = `${interviewer.displayName}’s camera`
  await room(hers).getByRole('button', { name: 'Turn camera on' }).click()
  await expect.poll(() => codeOf(theirs, picture)).toBe(0b10110010)
  await room(hers).getByRole('button', { name: 'Turn camera off' }).click()
  await expect.poll(() => codeOf(theirs, picture)).toBe(null)

  // Her screen, with its sound, which is an octave above her voice.
  await room(hers).getByRole('button', { name: 'Share your screen' }).click()
  await expect.poll(() => codeOf(theirs, `${interviewer.displayName}’s screen`)).toBe(255 - 0b10110010)
  await room(hers).getByRole('button', { name: 'Mute', exact: true }).click()
  await expect.poll(() => hears(theirs, 2 * herTone)).toBe(true)
  await room(hers).getByRole('button', { name: 'Stop sharing' }).click()
  await expect.poll(() => hears(theirs, 2 * herTone)).toBe(false)
  await room(hers).getByRole('button', { name: 'Unmute' }).click()
  await expect.poll(() => hears(theirs, herTone)).toBe(true)

  await room(hers).getByRole('button', { name: 'Leave meeting' }).click()
  await expect(room(theirs).getByText('Nobody else is in the call yet.')).toBeVisible()
  expect(await hears(theirs, herTone)).toBe(false)
  expect(await hasLetGo(hers)).toBe(true)
  expect(await hasLetGo(theirs)).toBe(false)
})
