import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { inRoot } from '../../scripts/lib/paths.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { headerOf, type ReceivedMail, startMailServer } from '../../server/mail/testing/mail-server.ts'
import { messages, openConversation, say } from './support/chat.ts'
import { press } from './support/sign-in.ts'

const COUNT = 50
const PASSWORD = 'lantern-ferry-42-oak'
const THEIRS = 'harbour-crane-17-tide'
/** Payroll signs in with two factors. */
const ZOE = { name: 'Zoe Ash', userName: 'zoe.ash', type: 'FINANCE' }
const MAX = { name: 'Max Bay', userName: 'max.bay', type: 'INTERVIEWER' }

let folder: string
let server: ServerProcess
let code: string
let smtp: Awaited<ReturnType<typeof startMailServer>>

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-moves-in-'))
  smtp = await startMailServer()
  const told = Promise.withResolvers<string>()
  server = await startServer({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    logFile: join(folder, 'server.log'),
    staticDir: inRoot('dist/renderer'),
    args: ['--no-seed'],
    onSentence: told.resolve,
  })
  code = / with the code (\S+)\. /.exec(await told.promise)?.[1] ?? ''
})
test.afterEach(async () => {
  await server.stop()
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const step = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
/** Each code is good once: the second is that of half a minute later, as the app shows it soon. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later })

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.goto(server.url)
  await field(page, 'User name').fill(userName)
  const agreement = page.getByRole('checkbox')
  if (!(await agreement.isChecked())) await agreement.check()
  await press(page, 'Next')
  await field(page, 'Password').fill(password)
  await press(page, 'Sign in')
}

/** Fifty people as a company has them: in a spreadsheet of its own, with its own headings. */
function people(): Buffer {
  const others = Array.from({ length: COUNT - 2 }, (_, place) => ({
    name: `Person ${place + 1}`,
    userName: `person.${place + 1}`,
    type: 'INTERVIEWER',
  }))
  const rows = [ZOE, MAX, ...others].map(({ name, userName, type }) => ({
    Login: userName,
    'Full name': name,
    Mail: `${userName}@harbour.example`,
    Type: type,
    Role: type === 'FINANCE' ? 'Payroll' : '',
    Office: 'Head office',
    Contract: 'Employee',
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), 'Staff')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** The link of the invitation that somebody got. */
function invitationOf(userName: string): string {
  const mail = smtp.received.find(({ to }) => to.includes(`${userName}@harbour.example`))
  const text = (mail?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /https?:\/\/\S+\/public\/invitation\/[\w-]+/.exec(text)?.[0] ?? ''
}

async function accept(page: Page, userName: string): Promise<void> {
  await page.goto(invitationOf(userName))
  await field(page, 'Password').fill(THEIRS)
  await field(page, 'Password again').fill(THEIRS)
  await page.getByRole('checkbox').check()
  await press(page, 'Accept the invitation')
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
}

test('A038 A042 A051 from an empty folder to a company that works: set-up, mail, fifty people from a spreadsheet, an invitation, a second factor, a role, a talk and a leaver', async ({
  page: admin,
  browser,
}) => {
  await admin.goto(server.url)
  await field(admin, 'Set-up code').fill(code)
  await admin.keyboard.press('Enter')
  await step(admin, 'Your company')
  await field(admin, 'Company name').fill('Harbour Surveys')
  await field(admin, 'Legal name').fill('Harbour Surveys Ltd')
  await field(admin, 'Registered address').fill('1 Quay Street\nLeeds')
  await field(admin, 'Contact for data protection (e-mail)').fill('privacy@harbour.example')
  await field(admin, 'Support contact').fill('help@harbour.example')
  await press(admin, 'Next')
  await step(admin, 'Where people reach it')
  await press(admin, 'Next')
  await step(admin, 'The first administrator')
  await field(admin, 'Display name').fill('Mary Quay')
  await field(admin, 'User name').fill('mary.quay')
  await field(admin, 'E-mail').fill('mary@harbour.example')
  await field(admin, 'Password').fill(PASSWORD)
  await field(admin, 'Password again').fill(PASSWORD)
  await press(admin, 'Next')
  await step(admin, 'Mail')
  await admin.getByRole('radio', { name: 'Set up mail now' }).check()
  await field(admin, 'Mail server').fill('127.0.0.1')
  await field(admin, 'Encryption').selectOption('NONE')
  await field(admin, 'Port').fill(String(smtp.port))
  await field(admin, 'From').fill('office@harbour.example')
  await field(admin, 'E-mails a minute').fill('600')
  await press(admin, 'Send a test to mary@harbour.example')
  await expect(admin.getByText(/^Test letter Sent to mary@harbour\.example/)).toBeVisible()
  await press(admin, 'Next')
  await step(admin, 'Is everything right?')
  await press(admin, 'Finish')
  await expect(admin.getByText('The installation is set up. Sign in as mary.quay.')).toBeVisible()
  await signIn(admin, 'mary.quay', PASSWORD)
  await expect(admin).toHaveURL(`${server.url}/dashboard`)

  // Fifty people, and their invitations by mail.
  await admin.goto(`${server.url}/admin/active-users?tab=imports`)
  await admin.locator('input[type=file]').setInputFiles({
    name: 'staff.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: people(),
  })
  await expect(admin.getByLabel('Field: Office')).toHaveValue('area')
  await press(admin, 'Dry run')
  await expect(admin.getByRole('button', { name: 'Add 50' })).toBeVisible()
  await press(admin, 'Import 50 people')
  await expect(admin.getByText('50 people added, 0 people changed')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(COUNT + 1)
  expect(headerOf(smtp.received.at(-1) as ReceivedMail, 'From')).toContain('Harbour Surveys')

  // One of them comes by the invitation. Her role asks for a second factor: she sets it up before anything else.
  const zoe = await (await browser.newContext()).newPage()
  await accept(zoe, ZOE.userName)
  await signIn(zoe, ZOE.userName, THEIRS)
  await expect(zoe.getByRole('heading', { name: 'Set up two-factor sign-in' })).toBeVisible()
  const secret = ((await zoe.locator('code').first().textContent()) ?? '').replaceAll(/\s/g, '')
  await field(zoe, 'Code from the app').fill(codeOf(secret))
  await press(zoe, 'Confirm')
  await press(zoe, 'I’ve kept them')
  await expect(zoe.getByRole('button', { name: /, account$/ })).toBeVisible()
  const again = await (await browser.newContext()).newPage()
  await signIn(again, ZOE.userName, THEIRS)
  await field(again, 'One-time code').fill(codeOf(secret, 30_000))
  await press(again, 'Sign in')
  await expect(again).toHaveURL(`${server.url}/dashboard`)
  await zoe.context().close()

  // Her role changes under her hands: the open window has the new module without a reload.
  const supervising = again.getByRole('navigation').getByRole('button', { name: 'Supervisor' })
  await expect(supervising).toHaveCount(0)
  await again.evaluate(() => Object.assign(window, { isTheSame: true }))
  await admin.goto(`${server.url}/admin/active-users?tab=people`)
  await admin.getByRole('searchbox').fill(ZOE.name)
  await admin.getByRole('row', { name: new RegExp(ZOE.name) }).click()
  const panel = admin.getByRole('complementary')
  await panel.getByRole('tab', { name: 'Roles' }).click()
  await panel.getByRole('link').click()
  await admin.getByLabel('Add a role').selectOption('Supervisor')
  await press(admin, 'Add')
  await expect(supervising).toBeVisible()
  expect(await again.evaluate(() => 'isTheSame' in window)).toBe(true)

  // Two of the new company talk.
  const max = await (await browser.newContext()).newPage()
  await accept(max, MAX.userName)
  await signIn(max, MAX.userName, THEIRS)
  await expect(max).toHaveURL(`${server.url}/dashboard`)
  await again.getByRole('link', { name: /^Chat/ }).click()
  await press(again, 'New chat')
  const picker = again.getByRole('dialog', { name: 'New chat' })
  await picker.getByLabel('Filter user').fill(MAX.name)
  await picker.getByRole('button', { name: MAX.name }).click()
  await expect(again.getByRole('heading', { name: MAX.name, exact: true })).toBeVisible()
  await say(again, 'Welcome on board')
  await openConversation(max, ZOE.name)
  await expect(messages(max).getByText('Welcome on board')).toBeVisible()
  await say(max, 'Thank you')
  await expect(messages(again).getByText('Thank you')).toBeVisible()

  // One leaves: their window ends at once.
  await admin.goto(`${server.url}/admin/active-users`)
  await admin.getByRole('searchbox').fill(MAX.name)
  await admin.getByRole('row', { name: new RegExp(MAX.name) }).click()
  await press(admin, 'More')
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Reason').selectOption({ label: 'Never started' })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(max.getByText('Your session is no longer valid.')).toBeVisible({ timeout: 2000 })
  await max.context().close()
  await again.context().close()
})
