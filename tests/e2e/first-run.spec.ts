import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { inRoot } from '../../scripts/lib/paths.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { findings } from './support/axe.ts'

let folder: string
let server: ServerProcess
let code: string

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-first-run-'))
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
  rmSync(folder, { recursive: true, force: true })
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const step = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

test('A003 A007 A010 A013 A014 a company moves in: from the printed code to the first administrator’s dashboard and the next person’s', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.url}/dashboard`)
  await expect(page).toHaveURL(`${server.url}/setup`)
  await step(page, 'Set up this installation')
  await expect(field(page, 'Set-up code')).toBeFocused()
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This set-up code is not right, or has ended.')).toBeVisible()
  await field(page, 'Set-up code').fill(code.toLowerCase())
  await page.keyboard.press('Enter')

  await step(page, 'Your company')
  await next(page)
  await expect(field(page, 'Company name')).toBeFocused()
  await expect(page.getByText('The company needs a name of 1 to 200 characters.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await field(page, 'Company name').fill('Harbour Surveys')
  await field(page, 'Legal name').fill('Harbour Surveys Ltd')
  await field(page, 'Registered address').fill('1 Quay Street\nLeeds')
  await field(page, 'Contact for data protection (e-mail)').fill('privacy@harbour.example')
  await field(page, 'Support contact').fill('help@harbour.example')
  await next(page)

  await step(page, 'Where people reach it')
  await expect(field(page, 'Public address')).toHaveValue(server.url)
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('This address reaches this installation.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(field(page, 'Company name')).toHaveValue('Harbour Surveys')
  await next(page)
  await step(page, 'Where people reach it')
  await next(page)

  await step(page, 'The first administrator')
  await field(page, 'Display name').fill('Mary Quay')
  await field(page, 'User name').fill('mary.quay')
  await field(page, 'E-mail').fill('mary@harbour.example')
  await field(page, 'Password').fill('unbelievable')
  await field(page, 'Password again').fill('unbelievable')
  await next(page)
  await step(page, 'Mail')
  await page.getByRole('radio', { name: 'Set up mail now' }).check()
  await next(page)
  await expect(field(page, 'Mail server')).toBeFocused()
  await expect(page.getByText('Type the mail server’s name, such as smtp.example.com.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test to mary@harbour.example' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('radio', { name: 'Set up mail later' }).check()
  await next(page)
  await step(page, 'Is everything right?')
  await expect(page.getByText('unbelievable')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Finish' }).click()

  // Only the server knows the list of common passwords: its refusal stands at the field, and the rest is kept.
  await step(page, 'The first administrator')
  await expect(page.getByText('This password is among the commonly used ones.')).toBeVisible()
  await expect(field(page, 'Password')).toBeFocused()
  await field(page, 'Password').fill('lantern-ferry-42-oak')
  await field(page, 'Password again').fill('lantern-ferry-42-oak')
  await next(page)
  await next(page)
  await page.getByRole('button', { name: 'Finish' }).click()

  await expect(page.getByText('The installation is set up. Sign in as mary.quay.')).toBeVisible()
  await expect(field(page, 'User name')).toHaveValue('mary.quay')
  await page.getByRole('checkbox').check()
  await next(page)
  await field(page, 'Password').fill('lantern-ferry-42-oak')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  await page.goto(`${server.url}/setup`)
  await expect(page).not.toHaveURL(/setup/)

  // The next person, who replaces their temporary password as they sign in.
  await page.goto(`${server.url}/admin/active-users`)
  await page.getByRole('button', { name: 'New person' }).click()
  const panel = page.getByRole('complementary')
  await panel.getByRole('textbox', { name: /^Name/ }).fill('Ann Ash')
  await panel.getByRole('textbox', { name: /^User name/ }).fill('ann.ash')
  await panel.getByRole('combobox', { name: /^User type/ }).selectOption('INTERVIEWER')
  await panel.getByRole('combobox', { name: /^Area/ }).click()
  await page.getByRole('option', { name: 'Head office' }).click()
  await panel.getByRole('combobox', { name: /^Contract type/ }).click()
  await page.getByRole('option', { name: 'Employee' }).click()
  await panel.getByRole('combobox', { name: /^How they get in/ }).selectOption('TEMPORARY_PASSWORD')
  await panel.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('dialog')
  const temporary = (await told.locator('output').textContent()) ?? ''
  await told.getByRole('button', { name: 'I have noted it' }).click()

  const own = await (await browser.newContext({ baseURL: server.url })).newPage()
  await own.goto('/')
  await field(own, 'User name').fill('ann.ash')
  await own.getByRole('checkbox').check()
  await next(own)
  await field(own, 'Password').fill(temporary)
  await own.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    own.getByText('Your password is a temporary one. Choose one of your own to go on.'),
  ).toBeVisible()
  await field(own, 'New password').fill('harbour-crane-17-tide')
  await field(own, 'New password again').fill('harbour-crane-17-tide')
  await own.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(own).toHaveURL(`${server.url}/dashboard`)
  await own.context().close()
})
