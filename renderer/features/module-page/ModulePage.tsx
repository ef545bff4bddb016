import { Button } from '@mantine/core'
import { IconLayoutGrid } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useLabelOf, useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import styles from './ModulePage.module.css'
import { MODULE_PAGE_TEXT as TEXT } from './text.ts'

/** A page of a module that this installation has no content for: it says which it is, plainly. */
export function ModulePage({ pageID }: { pageID: string }) {
  const labelOf = useLabelOf()
  const route = useUiLabelsState(({ routes }) => routes.find(({ item }) => item.id === pageID))
  if (!route) return null
  return (
    <PlainPage title={labelOf(route.item)} above={route.within.map(labelOf).join(' / ')}>
      <p>{TEXT.noContent}</p>
    </PlainPage>
  )
}

/** One thing said in the middle of the screen, with a way back. */
export function PlainPage({
  title,
  above,
  icon,
  action,
  children,
}: {
  title: string
  above?: string
  icon?: ReactNode
  /** The way to the dashboard where it is absent. */
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <span className={styles.icon} aria-hidden="true">
          {icon ?? <IconLayoutGrid size={30} stroke={1.5} />}
        </span>
        {above ? (
          <p className={styles.module} title={above}>
            {above}
          </p>
        ) : null}
        <h2>{title}</h2>
        {children}
        <div className={styles.action}>
          {action === undefined ? (
            <Button component={Link} to="/dashboard" variant="default">
              {TEXT.toDashboard}
            </Button>
          ) : (
            action
          )}
        </div>
      </section>
    </div>
  )
}
