import { findings } from './support/axe.ts'
import { expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

const PAGES = [
  ['wurksafe/northgate-sample-safety', 'How are you getting on?'],
  ['survey/northgate-sample-survey', 'How was your interview?'],
  ['survey/northgate-expired-survey', 'This link is too old'],
  ['whatsapp/pre-auth/ticket/northgate-sample-ticket', 'Voucher has not arrived'],
  ['contact-details/validate/northgate-sample-contacts', 'Is this right?'],
  ['customer/job-order-details/northgate-sample-order', 'Customer satisfaction tracker, wave 4'],
  ['expenses/submit-doc/northgate-sample-expense', 'Hand in your receipts'],
  ['user-meeting/northgate-sample-meeting', 'Wave 4: results and next steps'],
  ['shared/client/pn/privacy-notice', 'Privacy Notice'],
  ['nothing', 'There is nothing here'],
] as const

test.describe('who has no account', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('finds public screens that fit a phone, light and dark, with nothing for axe', async ({ page }) => {
    for (const [place, [path, heading]] of PAGES.entries()) {
      // By turns: what they are made of is the same.
      await page.emulateMedia({ colorScheme: place % 2 === 0 ? 'light' : 'dark', reducedMotion: 'reduce' })
      await page.goto(`/public/${path}`)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect({ path, found: await findings(page) }).toEqual({ path, found: [] })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })

  test('hands a receipt in, and finds it again', async ({ page }) => {
    const address = '/public/expenses/submit-doc/northgate-sample-expense'
    await page.goto(address)
    await page.getByLabel(/Choose a file/).setInputFiles({
      name: 'train ticket.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await expect(page.getByText('train ticket.pdf has reached us.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('listitem').filter({ hasText: 'train ticket.pdf' })).toBeVisible()
  })

  test('answers a survey once, over a reload', async ({ ownServer, page }) => {
    await page.goto(`${ownServer.url}/public/survey/northgate-sample-survey`)
    await page.getByRole('radio', { name: '9' }).check()
    await page.reload()
    await expect(page.getByRole('radio', { name: '9' })).toBeChecked()
    await page.getByRole('radio', { name: 'Very friendly' }).check()
    await page.getByRole('radio', { name: 'About right' }).check()
    await press(page, 'Send my answers')
    await expect(page.getByRole('heading', { name: 'Thank you for your answers' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This link has been used' })).toBeVisible()
  })

  test('S043 S045 S046 sees a widget that is handed its data and can reach nothing of the page around it', async ({
    page,
  }) => {
    await page.goto('/public/wurkshare/widget/northgate-sample-widget')
    const widget = page.frameLocator('iframe')
    await expect(widget.getByRole('heading', { name: 'Pennine Water tracker' })).toBeVisible()
    await expect(widget.getByText('212 of 300')).toBeVisible()
    const [, frame] = page.frames()
    const reached = await frame?.evaluate(() => {
      try {
        return String(window.parent.document.title + window.localStorage.length)
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    })
    expect(reached).toBe('SecurityError')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
  })
})
