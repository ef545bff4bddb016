import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { pdfFile } from './support/pdf-file.ts'

const PDF = { mimeType: 'application/pdf' }

/** 'My checklist', as the app drawer opens it. */
async function openChecklist(page: Page) {
  await page.getByRole('button', { name: 'App drawer' }).click()
  await page.getByText('My checklist', { exact: true }).click()
  const profile = page.getByRole('dialog', { name: 'My Profile & Communication' })
  await expect(profile.getByRole('tab', { name: 'My checklist' })).toHaveAttribute('aria-selected', 'true')
  await expect(profile.getByRole('list', { name: 'To do' })).toBeVisible()
  return profile
}

test('W010 W035 W098 W099 W134 W135 W216 a checklist task is completed with a PDF, and goes back to do', async ({
  signedIn,
  accounts,
}) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  const profile = await openChecklist(page)
  const toDo = profile.getByRole('list', { name: 'To do' })
  const task = toDo
    .getByRole('button', { name: /^Complete / })
    .filter({ hasText: 'Needs a PDF' })
    .first()
  const name = ((await task.getAttribute('aria-label')) ?? '').replace(/^Complete | Needs a PDF$/g, '')
  await task.click()
  const upload = page.getByRole('dialog', { name: 'Upload File' })
  const complete = upload.getByRole('button', { name: 'Complete Task' })
  await expect(complete).toBeDisabled()
  expect(await findings(page)).toEqual([])

  // What isn't a PDF is refused, by its kind here and by its bytes on the server.
  const file = upload.locator('input[type="file"]')
  await file.setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expect(upload.getByText('Invalid file format')).toBeVisible()
  await expect(complete).toBeDisabled()
  await file.setInputFiles({ name: 'false.pdf', ...PDF, buffer: Buffer.from('no pdf at all') })
  await expect(complete).toBeEnabled()
  await complete.click()
  await expect(upload.getByText('Invalid file format')).toBeVisible()
  await expect(upload.getByText('false.pdf')).toBeVisible()

  // A real one shows its progress: it is held on its way until that was seen.
  const pass = Promise.withResolvers<void>()
  await page.route('**/complete-with-attachment', async (route) => {
    await pass.promise
    await route.continue()
  })
  await file.setInputFiles({ name: 'contract.pdf', ...PDF, buffer: Buffer.from(pdfFile(1, 1)) })
  await complete.click()
  await expect(upload.getByRole('progressbar', { name: 'Upload of the file' })).toBeVisible()
  await expect(complete).toBeDisabled()
  pass.resolve()
  await expect(upload).toBeHidden()
  const done = profile.getByRole('list', { name: 'Completed' })
  const item = done.getByRole('button', { name: `Put ${name} back to do` })
  await expect(item).toBeVisible()
  const download = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Download contract.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('contract.pdf')

  // Back to do by a click; it is still so after a reload, and its PDF is kept.
  await item.click()
  await expect(page.getByText(/^\d+ task\(s\) to do$/).first()).toBeVisible()
  await expect(toDo.getByRole('button', { name: `Complete ${name}` })).toBeVisible()
  await profile.getByRole('button', { name: 'Undo' }).click()
  await expect(item).toBeVisible()
  await item.click()
  await expect(toDo.getByRole('button', { name: `Complete ${name}` })).toBeVisible()
  await page.reload()
  const again = await openChecklist(page)
  await expect(
    again.getByRole('list', { name: 'To do' }).getByRole('button', { name: `Complete ${name}` }),
  ).toBeVisible()
})

test('an upload that loses its connection says so and keeps the file', async ({ signedIn, accounts }) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  const profile = await openChecklist(page)
  const list = profile.getByRole('list', { name: 'To do' })
  await list
    .getByRole('button', { name: /^Complete / })
    .filter({ hasText: 'Needs a PDF' })
    .first()
    .click()
  const upload = page.getByRole('dialog', { name: 'Upload File' })
  await upload
    .locator('input[type="file"]')
    .setInputFiles({ name: 'contract.pdf', ...PDF, buffer: Buffer.from(pdfFile(1, 1)) })
  await page.route('**/complete-with-attachment', (route) => route.abort())
  await upload.getByRole('button', { name: 'Complete Task' }).click()
  await expect(upload.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(upload.getByText('contract.pdf')).toBeVisible()
  await page.unroute('**/complete-with-attachment')
  await upload.getByRole('button', { name: 'Complete Task' }).click()
  await expect(upload).toBeHidden()
  await expect(profile.getByRole('button', { name: 'Download contract.pdf' })).toBeVisible()
})
