import { Popover } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import styles from './TopBar.module.css'

interface TopBarPanelProps {
  readonly label: string
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The button that it hangs from. */
  readonly target: ReactElement
  readonly children: ReactNode
}

/** What hangs from an icon of the top bar: a dialog that a click beside it or Escape closes. */
export function TopBarPanel({ label, opened, onChange, target, children }: TopBarPanelProps) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      shadow="md"
      offset={10}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown className={styles.panel ?? ''} aria-label={label} aria-labelledby={undefined}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
