import type { Page } from '@playwright/test'
import { mayVisit } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { routesOf } from '#shared/domain/navigation-routes.ts'
import { parsePermissionNumbers, permissionsOf } from '#shared/domain/permissions.ts'

const PAGES = routesOf(NAVIGATION, (item) => item.defaultLabel)

/** The addresses of the menu's pages that the page's person may visit. */
export async function pagesOf(page: Page): Promise<string[]> {
  const numbers = await page.evaluate(() => {
    const [, claims = ''] = (localStorage.getItem('fieldwork.token') ?? '').split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).allowedPermissions as string
  })
  const permissions = permissionsOf(parsePermissionNumbers(numbers))
  return PAGES.filter((leaf) => mayVisit(permissions, leaf)).map(({ path }) => path)
}
