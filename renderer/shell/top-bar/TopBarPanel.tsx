import type { ReactElement, ReactNode } from 'react'
import { LazyPopover, type PopoverTargetProps } from '../../ui/LazyPopover.tsx'
import styles from './TopBar.module.css'

interface TopBarPanelProps {
  readonly label: string
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The button that it hangs from. */
  readonly target: ReactElement<PopoverTargetProps>
  readonly children: ReactNode
}

/** What hangs from an icon of the top bar: a dialog that a click beside it or Escape closes. */
export function TopBarPanel({ label, opened, onChange, target, children }: TopBarPanelProps) {
  return (
    <LazyPopover
      label={label}
      opened={opened}
      onChange={onChange}
      target={target}
      className={styles.panel ?? ''}
      position="bottom-end"
      offset={10}
      trapFocus
      returnFocus
    >
      {children}
    </LazyPopover>
  )
}
