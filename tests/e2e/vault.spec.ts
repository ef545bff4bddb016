import type { Page } from '@playwright/test'
import { whole } from '../whole.ts'
import { findings } from './support/axe.ts'
import { openConversation } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { filesWith, heapOf, holds, memoryHolds, storedIn } from './support/planted.ts'
import { press } from './support/sign-in.ts'

const PASSPHRASE = 'seven green bottles'
const SECRET = 'planted-7Q2x-secret'

/** Sets a vault up where it is asked for. */
async function setUp(page: Page) {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await page.getByLabel('Passphrase again').fill(PASSPHRASE)
  await press(page, 'Make the vault')
  await press(page, 'I have kept it')
}

/** The vault of a task that one of the lists of the planner has. */
async function openTaskVault(page: Page, list: string, word: string) {
  await page.getByRole('button', { name: /^To-do tasks/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Tasks' })
  await dialog.getByRole('tab', { name: list, exact: true }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${word}`) }).click()
  const task = dialog.getByRole('complementary', { name: /^Task \d+$/ })
  await task.getByRole('tab', { name: 'Vault' }).click()
  return task
}

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
  await press(page, 'Show CRM admin')
  await expect(page.getByText(SECRET)).toBeVisible()

  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const secret of [PASSPHRASE, SECRET, printed, 'ann.lee']) {
    expect(sent.filter((one) => one.includes(secret))).toEqual([])
    expect(kept).not.toContain(secret)
    expect(ownServer.log(1000)).not.toContain(secret)
  }
})

test('W008 an entry of a task’s vault is shared with whose task it is, and revoked when it is somebody else’s', async ({
  ownServer,
  signedIn,
}) => {
  const supervisor = accountOf(ownServer.accounts, 'supervisor')
  const interviewer = accountOf(ownServer.accounts, 'interviewer')
  const hers = await signedIn(supervisor, ownServer.url)
  const theirs = await signedIn(interviewer, ownServer.url)
  await hers.getByRole('button', { name: /^To-do tasks/ }).click()
  const planner = hers.getByRole('dialog', { name: 'Tasks' })
  await planner.getByRole('tab', { name: 'Delegated', exact: true }).click()
  const line = planner.getByRole('textbox', { name: 'New task in a line' })
  await line.fill(`Client portal @"${interviewer.displayName}"`)
  await expect(planner.getByRole('list', { name: 'What the line says' }).getByText('Office')).toBeVisible()
  await line.press('Enter')
  await expect(line).toHaveValue('')
  await hers.keyboard.press('Escape')

  // Whose task it is sets their vault up first: what is written afterwards is written for both.
  const given = await openTaskVault(theirs, 'My tasks', 'Client portal')
  await setUp(theirs)
  await expect(given.getByText('Nothing in this vault yet.')).toBeVisible()
  const task = await openTaskVault(hers, 'Delegated', 'Client portal')
  await setUp(hers)
  await press(hers, 'Add entry')
  await task.getByLabel('Label').fill('Portal')
  await task.getByLabel('Password', { exact: true }).fill(SECRET)
  await press(hers, 'Save')
  await expect(task.getByRole('listitem', { name: 'Portal' })).toBeVisible()

  // It comes to the other without a reload, and opens there.
  await given.getByRole('button', { name: 'Show Portal' }).click()
  await expect(given.getByText(SECRET)).toBeVisible()
  expect(await findings(theirs, '[role=dialog]')).toEqual([])

  // The task is somebody else's now: the vault is shut for who had it, and the password counts as known.
  await task.getByRole('tab', { name: 'Details' }).click()
  await task.getByRole('button', { name: `Remove ${interviewer.displayName}` }).click()
  await task.getByRole('textbox', { name: 'Whose task' }).fill('Ellie')
  await hers.getByRole('option', { name: /Ellie Thornton/ }).click()
  await expect(given.getByText(SECRET)).toHaveCount(0)
  await task.getByRole('tab', { name: 'Vault' }).click()
  await expect(task.getByText('Change it at the source')).toBeVisible()

  // What is written now is not for them: not even sealed does it come to their browser.
  await task.getByRole('button', { name: 'Edit Portal' }).click()
  await task.getByLabel('Password', { exact: true }).fill('another-9K1w-secret')
  await press(hers, 'Save')
  await expect(task.getByText('Change it at the source')).toHaveCount(0)
  await theirs.goto('/my-vault')
  await theirs.getByLabel('Passphrase').fill(PASSPHRASE)
  await press(theirs, 'Unlock')
  await expect(theirs.getByText('Nothing in your vault yet.')).toBeVisible()
  await expect(theirs.getByRole('navigation', { name: 'Vaults' })).toHaveCount(0)
})

/** As many as the whole proof plants; npm test plants a few. */
const PLANTED = whole(6, 1000)

test('W008 planted secrets are nowhere but in the open vault: not in files, logs and memory of the server, on the wire, in storage, or in the locked page', async ({
  ownServer,
  signedIn,
}) => {
  test.setTimeout(whole(240_000, 3_600_000))
  const mark = 'pl4nt-7Q2xW9-'
  // Labels aren't secret: they show that the search finds what is there.
  const label = 'l4bel-8R3yV0-'
  const page = await signedIn(accountOf(ownServer.accounts, 'interviewer'), ownServer.url)
  let sent = ''
  page.on('request', (request) => {
    sent += `${request.url()} ${request.postData() ?? ''}\n`
  })
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      sent += `${payload.toString('latin1')}\n`
    })
  })
  await page.goto('/my-vault')
  await setUp(page)
  for (let n = 1; n <= PLANTED; n += 1) {
    await press(page, 'Add entry')
    await page.getByLabel('Label').fill(`${label}${n}`)
    await page.getByLabel('User name').fill(`${mark}user-${n}`)
    await page.getByLabel('Password', { exact: true }).fill(`${mark}password-${n}`)
    await page.getByLabel('Notes').fill(`${mark}notes-${n}`)
    await press(page, 'Save')
    await expect(page.getByRole('button', { name: 'Add entry' })).toBeVisible({
      timeout: whole(10_000, 60_000),
    })
  }
  await page.getByRole('button', { name: `Show ${label}1`, exact: true }).click()
  await expect(page.getByText(`${mark}password-1`, { exact: true })).toBeVisible()
  expect(holds(await heapOf(page), mark)).toBe(true)
  await press(page, 'Lock')
  await expect(page.getByLabel('Passphrase')).toBeVisible()

  expect(holds(await heapOf(page), mark)).toBe(false)
  expect([holds(sent, label), holds(sent, mark)]).toEqual([true, false])
  expect([holds(await storedIn(page), 'vaultKnown'), holds(await storedIn(page), mark)]).toEqual([
    true,
    false,
  ])
  const files = (text: string) => ownServer.folders.flatMap((folder) => filesWith(folder, text))
  expect(files(label).length).toBeGreaterThan(0)
  expect(files(mark)).toEqual([])
  expect(holds(ownServer.log(100_000), mark)).toBe(false)
  const inMemory = (text: string) => ownServer.pids().some((pid) => memoryHolds(pid, text))
  if (process.platform === 'linux') expect([inMemory(label), inMemory(mark)]).toEqual([true, false])
})

test('W008 W084 a project’s vault opens from its conversation, and what one of its people writes another reads at once', async ({
  ownServer,
  signedIn,
}) => {
  const interviewer = accountOf(ownServer.accounts, 'interviewer')
  const hers = await signedIn(accountOf(ownServer.accounts, 'admin'), ownServer.url)
  const theirs = await signedIn(interviewer, ownServer.url)
  const open = async (page: Page, topics: number) => {
    await openConversation(page, 'Household Travel Survey', topics)
    await press(page, 'Vault of this project')
    const vault = page.getByRole('dialog', { name: 'My secure vault' })
    await vault.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await vault.getByLabel('Passphrase again').fill(PASSPHRASE)
    await press(page, 'Make the vault')
    await press(page, 'I have kept it')
    return vault
  }
  const given = await open(theirs, 2)
  await expect(given.getByText('Nothing in this vault yet.')).toBeVisible()
  const vault = await open(hers, 0)
  await press(hers, 'Add entry')
  await vault.getByLabel('Label').fill('Sample portal')
  await vault.getByLabel('Password', { exact: true }).fill(SECRET)
  await press(hers, 'Save')
  await expect(vault.getByRole('button', { name: 'Show Sample portal' })).toBeVisible()
  expect(await findings(hers, '[role=dialog]')).toEqual([])
  await given.getByRole('button', { name: 'Show Sample portal' }).click()
  await expect(given.getByText(SECRET)).toBeVisible()
})
