import type { Permissions } from '#shared/domain/permissions.ts'
import { INSTANCE_POPUP_SIZE, type PopOut, popOutSize, type WindowSize } from '#shared/domain/pop-outs.ts'

/** Told where the browser or the desktop client doesn't open the window. */
export const WINDOW_BLOCKED = 'The window could not be opened. Please allow pop-ups for this site.'

type OpeningPage = {
  open(url: string, target: string, features?: string): unknown
  readonly screen: { readonly availWidth: number; readonly availHeight: number }
}

function features({ width, height }: WindowSize): string {
  return `popup=yes,width=${width},height=${height},resizable=yes,scrollbars=yes`
}

/**
 * Opens a pop-out in a window of its own, or brings the one that is open to the front. The chat's is
 * at most 1200 by 768 (spec 1 §9). False where no window came.
 */
export function openPopOut(page: OpeningPage, name: PopOut): boolean {
  const { availWidth: width, availHeight: height } = page.screen
  const size = popOutSize(name, { width, height })
  return page.open(`/${name}`, `fieldwork-${name}`, features(size)) !== null
}

/**
 * How somebody opens the application once more: with the web-app permission in a tab, supervisors
 * without it in a popup of 768 by 1024, others not at all (spec 1 §6).
 */
export function newInstanceWay(permissions: Permissions): 'tab' | 'popup' | null {
  if (permissions.can('CAN_USE_WEB_APP')) return 'tab'
  return permissions.isSupervisorLevel ? 'popup' : null
}

/** Opens it that way. False where no window came. */
export function openNewInstance(page: OpeningPage, way: 'tab' | 'popup'): boolean {
  return page.open('/', '_blank', way === 'tab' ? undefined : features(INSTANCE_POPUP_SIZE)) !== null
}
