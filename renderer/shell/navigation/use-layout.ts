import { useMediaQuery } from '@mantine/hooks'
import { BREAKPOINTS } from '#shared/domain/breakpoints.ts'
import { hasSideBar } from '#shared/domain/navigation.ts'
import { useSession } from '../../services/context.tsx'
import { useSideBarState } from './use-side-bar.ts'

/** Phones, also lying down, and tablets (spec 1 §9). */
const MOBILE = `(max-width: ${BREAKPOINTS.mobile}px), (max-height: ${BREAKPOINTS.mobile}px)`
const TABLET = `(max-width: ${BREAKPOINTS.tablet}px)`
const READ_AT_ONCE = { getInitialValueInEffect: false }

/**
 * How the side bar stands: `open` with names, `collapsed` to icons, `over` the content on a tablet,
 * `mobile` where it covers the screen when asked for, or `none` for who has none (spec 1 §2.6).
 */
export type SideBarLayout = 'open' | 'collapsed' | 'over' | 'mobile' | 'none'

export function useSideBarLayout(): SideBarLayout {
  const has = useSession(({ permissions }) => hasSideBar(permissions))
  const collapsed = useSideBarState((state) => state.collapsed)
  const mobileOpen = useSideBarState((state) => state.mobileOpen)
  const mobile = useIsPhone()
  const tablet = useIsNarrow()
  if (!has) return 'none'
  if (mobile) return 'mobile'
  if (tablet) return mobileOpen ? 'over' : 'collapsed'
  return collapsed ? 'collapsed' : 'open'
}

/** Whether the window is a phone's. */
export function useIsPhone(): boolean {
  return useMediaQuery(MOBILE, undefined, READ_AT_ONCE) ?? false
}

/** Whether names beside the content would leave too little of it. */
export function useIsNarrow(): boolean {
  return useMediaQuery(TABLET, undefined, READ_AT_ONCE) ?? false
}
