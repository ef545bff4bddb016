import { menuOf, type NavigationItem } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLabelOf, useUiLabelsState } from '../../services/page/ui-labels-context.tsx'

/** The modules that the person sees, with their pages. */
export function useModules(): readonly NavigationItem[] {
  const permissions = useSession((session) => session.permissions)
  return menuOf(permissions, NAVIGATION)
}

/** How a line of the menu is called and where it leads. */
export interface MenuLine {
  readonly label: string
  /** Null for what opens a dialog. */
  readonly path: string | null
  /** Opens the dialog of a line without a path. */
  readonly open: () => void
}

/** Looks a line up. */
export function useMenuLine(): (item: NavigationItem) => MenuLine {
  const { dialogs } = useServices()
  const labelOf = useLabelOf()
  const routes = useUiLabelsState((state) => state.routes)
  return (item) => {
    const { dialog } = item
    return {
      label: labelOf(item),
      path: dialog ? null : (routes.find((route) => route.item.id === item.id)?.path ?? '/dashboard'),
      open: () => {
        if (dialog) dialogs.open(dialog)
      },
    }
  }
}
