import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

async function axe(page: Page, within: string | null, rules?: string[]): Promise<string[]> {
  const all = new AxeBuilder({ page })
  const builder = within === null ? all : all.include(within)
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Shows the page as it stands in that theme, which is a matter of its stylesheet alone. */
const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (name) => {
    document.documentElement.setAttribute('data-mantine-color-scheme', name)
    // Colours on their way from one theme to the other are nobody's.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const finite = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  }, theme)

/**
 * What axe finds on the page as it stands, in both themes, a line each; only colours differ by theme.
 *
 * @param within a selector of what is looked at, where the rest has been looked at already
 */
export async function findings(page: Page, within: string | null = null): Promise<string[]> {
  await inTheme(page, 'light')
  const light = await axe(page, within)
  await inTheme(page, 'dark')
  const dark = await axe(page, within, ['color-contrast'])
  await inTheme(page, 'light')
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)]
}
