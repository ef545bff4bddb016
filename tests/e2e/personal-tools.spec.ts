import type { Page } from '@playwright/test'
import { accountOf, expect, test } from './support/fixtures.ts'
import { openSignedIn, press } from './support/sign-in.ts'

/** Opens a tool from the app drawer. */
async function openTool(page: Page, name: string): Promise<void> {
  await press(page, 'App drawer')
  const drawer = page.getByRole('dialog', { name: 'App drawer' })
  await drawer
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible()
}

const lastNote = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true }).last()

test('notes, scratch pad and documents outlive the page, and the summary of the day leads out', async ({
  ownServer,
  page,
}) => {
  await openSignedIn(page, accountOf(ownServer.accounts, 'supervisor'), ownServer.url)
  await openTool(page, 'Sticky notes')
  await press(page, 'New note')
  await expect(lastNote(page)).toHaveValue('')
  await lastNote(page).fill('Ring the printers')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await openTool(page, 'Scratch pad')
  await page.getByRole('textbox', { name: 'Scratch pad' }).fill('Two refusals to convert')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.keyboard.press('Escape')
  await openTool(page, 'Documents')
  const file = { name: 'rota.csv', mimeType: 'text/csv', buffer: Buffer.from('Mon,Tue') }
  await page.getByLabel('Upload documents').setInputFiles(file)
  await expect(page.getByRole('button', { name: 'Open rota.csv' })).toBeVisible()

  await page.reload()
  await openTool(page, 'Sticky notes')
  await expect(lastNote(page)).toHaveValue('Ring the printers')
  await page.keyboard.press('Escape')
  await openTool(page, 'Scratch pad')
  await expect(page.getByRole('textbox', { name: 'Scratch pad' })).toHaveValue('Two refusals to convert')
  await page.keyboard.press('Escape')
  await openTool(page, 'Documents')
  await page.getByRole('button', { name: 'Open interviewer-handbook.pdf' }).click()
  await expect(page.getByRole('img', { name: 'interviewer-handbook.pdf' }).locator('canvas')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('region', { name: 'Activity' }).getByText('Signed in').first()).toBeVisible()
  await press(page, 'Confirm Logout')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
