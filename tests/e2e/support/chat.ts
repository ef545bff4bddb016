import { expect, type Locator, type Page } from '@playwright/test'

export const composer = (page: Page): Locator => page.getByPlaceholder('Type a new message here')

/** The messages of the open conversation. */
export const messages = (page: Page): Locator => page.getByRole('log')

/** The conversations of the list, without its group headings. */
export const conversations = (page: Page): Locator =>
  page.getByRole('region', { name: 'Chats' }).locator('[data-row]:not([aria-expanded])')

/**
 * Goes to the chat and opens the conversation with that name, as a person would find it: by the filter.
 *
 * @param topics how many topics it has that the reader is in: the filter finds them with their room
 */
export async function openConversation(page: Page, name: string, topics = 0): Promise<void> {
  await page.getByRole('link', { name: /^Chat/ }).click()
  await page.getByPlaceholder('Filter chats').fill(name)
  // The filter acts after a moment: a click before that may meet a row that is moving away.
  await expect(conversations(page).filter({ hasNotText: name })).toHaveCount(topics)
  const row = conversations(page)
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
  const heading = page.getByRole('heading', { name, exact: true })
  // The list comes in parts, and a row that moves under the pointer gives the click to another: a person clicks again.
  await expect(async () => {
    if (!(await heading.isVisible())) await row.click({ timeout: 10_000 })
    await expect(heading).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(composer(page)).toBeFocused()
}

/** Waits until nothing is on its way. */
export async function allSent(page: Page): Promise<void> {
  await expect(messages(page).getByText('Sending…')).toHaveCount(0)
}

/** Types a message, sends it with Enter and waits until it is sent. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await allSent(page)
}
