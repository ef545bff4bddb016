import type { NavigationItem } from './navigation.ts'
import { NAVIGATION } from './navigation-menu.ts'

/** What a stop of a tour can point at: the frame's parts, then every line of the menu, by their `data-tour`. */
export function tourTargets(): readonly { readonly element: string; readonly label: string }[] {
  const below = (items: readonly NavigationItem[], path: string): { element: string; label: string }[] =>
    items.flatMap(({ tourID, defaultLabel, children }) => {
      const label = path === '' ? defaultLabel : `${path} › ${defaultLabel}`
      return [{ element: tourID, label }, ...below(children, label)]
    })
  return [
    { element: 'side-bar', label: 'Side bar' },
    { element: 'notifications', label: 'Notifications' },
    { element: 'account-menu', label: 'Account menu' },
    ...below(NAVIGATION, ''),
  ]
}
