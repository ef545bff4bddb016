import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Theme = 'light' | 'dark'

/** Shows the page as it stands in that theme, which is a matter of its stylesheet alone. Gives the one before. */
const inTheme = (page: Page, theme: string | null): Promise<string | null> =>
  page.evaluate(async (name) => {
    const attribute = 'data-mantine-color-scheme'
    const before = document.documentElement.getAttribute(attribute)
    if (name !== null && name !== before) document.documentElement.setAttribute(attribute, name)
    // Colours change over some frames when the theme does. An inherited colour begins only once its parent's
    // has arrived, so that it takes several turns until nothing moves.
    const moving = () =>
      document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity)
    for (let quiet = 0, turn = 0; quiet < 2 && turn < 200; turn++) {
      await new Promise((painted) => requestAnimationFrame(painted))
      const animations = moving()
      quiet = animations.length === 0 ? quiet + 1 : 0
      await Promise.allSettled(animations.map(({ finished }) => finished))
    }
    return before
  }, theme)

/**
 * Runs axe in the page itself, where it takes a tenth of the time of its Playwright package, which
 * opens a page of its own for each look. Frames are left out: ours show other people's pages.
 */
async function violations(page: Page, theme: Theme, within: string | null, rules: string[] | null) {
  const found = await page.evaluate(
    async ([selector, only]) => {
      const { axe: runner } = globalThis as unknown as { axe: typeof axe }
      const results = await runner.run(selector ?? document, {
        resultTypes: ['violations'],
        iframes: false,
        ...(only ? { runOnly: only } : {}),
      })
      return results.violations.map(({ id, nodes }) => ({
        id,
        targets: nodes.map(({ target }) => target.join(' ')),
      }))
    },
    [within, rules] as const,
  )
  return found.map(({ id, targets }) => `${theme}: ${id}: ${targets.join(', ')}`)
}

/** Waits until nothing says that it is on its way, or that is what the page stays at. */
const ready = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const isBusy = () => document.querySelector('[aria-busy="true"]') !== null
    for (let frames = 0; frames < 600 && isBusy(); frames++) await new Promise(requestAnimationFrame)
  })

/** One look at the page in both themes. */
async function look(page: Page, within: string | null): Promise<string[]> {
  await ready(page)
  const before = await inTheme(page, 'light')
  const light = await violations(page, 'light', within, null)
  await inTheme(page, 'dark')
  const dark = await violations(page, 'dark', within, ['color-contrast'])
  await inTheme(page, before)
  return [...light, ...dark]
}

/**
 * What axe finds on the page as it stands, in both themes, a line each; only colours differ by theme.
 * What only a moment had isn't how the page stands: what is found is looked for once more. The page is
 * left in the theme it was in.
 *
 * @param within a selector of what is looked at, where the rest has been looked at already
 */
export async function findings(page: Page, within: string | null = null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await look(page, within)
  if (found.length === 0) return []
  const again = new Set(await look(page, within))
  return found.filter((one) => again.has(one))
}
