import type { Page } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from '../../scripts/lib/chromium.ts'
import { findings } from './support/axe.ts'
import { allSent, composer, messages, openConversation } from './support/chat.ts'
import { newGroup } from './support/chat-api.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

// A microphone that beeps, and nobody who has to allow it.
const executablePath = findTestBrowser()
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [
      ...chromiumArgs(),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
})

async function choose(page: Page, files: readonly { name: string; content: string }[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Attach files')
  await (await chooser).setFiles(
    files.map(({ name, content }) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })),
  )
}

test('C007 files over a network that is cut, a voice note, an emoji and a GIF reach the other person, each once', async ({
  accounts,
  signedIn,
}) => {
  const supervisor = accountOf(accounts, 'supervisor')
  const interviewer = accountOf(accounts, 'interviewer')
  const hers = await signedIn(supervisor)
  const theirs = await signedIn(interviewer)
  // A conversation of their own, with nothing in it that another test or the seed has sent.
  const others = [interviewer.displayName, accountOf(accounts, 'admin').displayName]
  await newGroup(hers, 'Plans', others)
  await openConversation(hers, 'Plans')
  await openConversation(theirs, 'Plans')

  const cut = '**/send-attachment-to-thread'
  await hers.route(cut, (route) => route.abort('connectionreset'))
  const plan = `plan-${Date.now()}.txt`
  await choose(hers, [
    { name: plan, content: 'Wave 3' },
    { name: `second-${plan}`, content: 'Wave 4' },
  ])
  const dialog = hers.getByRole('dialog', { name: 'Send files' })
  await dialog.getByPlaceholder('Add a message').fill('Both plans')
  expect(await findings(hers, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  const uploads = hers.getByRole('region', { name: 'Uploads' })
  await expect(uploads.getByRole('alert')).toContainText('Not sent.')
  await expect(uploads).toContainText('Both plans')
  await hers.unroute(cut)
  await uploads.getByRole('button', { name: 'Try again' }).click()
  await expect(uploads).toBeHidden()
  const rows = messages(theirs).locator('article')
  await expect(rows.filter({ hasText: `second-${plan}` })).toHaveCount(1)
  await expect(rows.filter({ hasText: plan }).filter({ hasNotText: 'second-' })).toHaveCount(1)

  await press(hers, 'Record a voice note')
  await expect(hers.getByRole('timer')).toHaveText('0:01')
  expect(await findings(hers, 'section section, section:has(textarea), [role="timer"]')).toEqual([])
  await press(hers, 'Stop and listen')
  await press(hers, 'Send voice note')
  const note = theirs.getByRole('group', { name: /^Voice note/ })
  await note.getByRole('button', { name: 'Play' }).click()
  const sound = note.locator('audio')
  // Its place is back at the start once it has ended; what was played stays known.
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.played.length)).toBeGreaterThan(0)

  await press(hers, 'Emoji')
  await hers.getByRole('searchbox', { name: 'Search emoji' }).fill('rocket')
  const rocket = hers.getByRole('gridcell', { name: 'rocket', exact: true })
  await expect(rocket).toBeVisible()
  expect(await findings(hers, '[role="dialog"]')).toEqual([])
  await rocket.click()
  await expect(composer(hers)).toHaveValue('🚀')
  await expect(composer(hers)).toBeFocused()
  await press(hers, 'GIF')
  const done = hers.getByRole('dialog', { name: 'Choose a GIF' }).getByRole('button', { name: 'Done' })
  await expect(done).toBeVisible()
  expect(await findings(hers, '[role="dialog"]')).toEqual([])
  await done.click()
  await expect(composer(hers)).toHaveValue('🚀')
  const drawn = rows.filter({ has: theirs.locator('img[src*="done.gif"]') })
  await expect(drawn.or(rows.filter({ hasText: 'done.gif' })).last()).toBeVisible()
  await allSent(hers)
  await composer(hers).press('Enter')
  await expect(messages(theirs).getByText('🚀')).toBeVisible()
})

test('a name that is typed between colons becomes its emoji, and Backspace gives the name back', async ({
  accounts,
  signedIn,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await openConversation(page, accountOf(accounts, 'supervisor').displayName)
  await composer(page).pressSequentially('well done :smile')
  await expect(page.getByRole('option').first()).toContainText('😄')
  await composer(page).press(':')
  await expect(composer(page)).toHaveValue('well done 😄')
  await composer(page).press('Backspace')
  await expect(composer(page)).toHaveValue('well done :smile:')
  await composer(page).pressSequentially(' :tada:')
  await expect(composer(page)).toHaveValue('well done :smile: 🎉')
  await composer(page).press('Control+z')
  await expect(composer(page)).toHaveValue('well done :smile: :tada:')
  await composer(page).fill('')
})
