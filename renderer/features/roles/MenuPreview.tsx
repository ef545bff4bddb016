import { hasSideBar, menuOf, type NavigationItem } from '#shared/domain/navigation.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { useLabelOf } from '../../services/page/ui-labels-context.tsx'
import styles from './Roles.module.css'
import { TEXT } from './text.ts'

/** The menu as whoever has these permissions sees it, by the side bar's own rule (spec 5 §4.2). Nothing opens from it. */
export function MenuPreview({ names }: { readonly names: readonly PermissionName[] }) {
  const permissions = permissionsOf(names.map((name) => PERMISSIONS[name]))
  const modules = hasSideBar(permissions) ? menuOf(permissions, NAVIGATION) : []
  if (modules.length === 0) return <p className={styles.hint}>{TEXT.noMenu}</p>
  return (
    <ul className={styles.menu} aria-label={TEXT.menu}>
      {modules.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </ul>
  )
}

function Line({ item }: { readonly item: NavigationItem }) {
  const labelOf = useLabelOf()
  return (
    <li>
      {labelOf(item)}
      {item.children.length === 0 ? null : (
        <ul>
          {item.children.map((child) => (
            <Line key={child.id} item={child} />
          ))}
        </ul>
      )}
    </li>
  )
}
