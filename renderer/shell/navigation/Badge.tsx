import styles from './SideBar.module.css'

/** How much waits behind a line of the menu; nothing where nothing does. */
export function Badge({ count, corner = false }: { count: number; corner?: boolean }) {
  if (count <= 0) return null
  return (
    <span className={styles.badge} data-corner={corner || undefined}>
      {count > 99 ? '99+' : count}
      <span className="visually-hidden"> unread</span>
    </span>
  )
}
