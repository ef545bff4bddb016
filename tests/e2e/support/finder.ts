import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Opens the quick switcher by its key and gives its field. The shell listens to keys only once it has drawn itself:
 * where the first press comes before that, it is pressed again.
 */
export async function openFinder(page: Page): Promise<Locator> {
  const finder = page.getByRole('combobox', { name: 'Go to anything' })
  await page.getByRole('button', { name: /, account$/ }).waitFor()
  await expect(async () => {
    if (!(await finder.isVisible())) await page.keyboard.press('Control+k')
    await expect(finder).toBeFocused({ timeout: 5_000 })
  }).toPass()
  return finder
}
