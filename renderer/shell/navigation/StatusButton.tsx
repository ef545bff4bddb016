import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import styles from './SideBar.module.css'

export type StatusTone = 'good' | 'quiet' | 'warning' | 'danger'

interface StatusProps {
  icon: Icon
  /** What it says, as its tooltip and name. */
  label: string
  tone?: StatusTone
  count?: number
}

const TOOLTIP_EVENTS = { hover: true, focus: true, touch: false }

/** A status that does something when pressed. */
export function StatusButton({ onClick, ...status }: StatusProps & { onClick: () => void }) {
  return (
    <Tooltip label={status.label} position="top" openDelay={300} events={TOOLTIP_EVENTS} multiline maw={260}>
      <UnstyledButton
        className={styles.status}
        data-tone={status.tone ?? 'quiet'}
        aria-label={status.label}
        onClick={onClick}
      >
        <Face {...status} />
      </UnstyledButton>
    </Tooltip>
  )
}

/** A status that says more when pressed. */
export function StatusMenu({ children, ...status }: StatusProps & { children?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="right-end" withArrow shadow="md" width={270}>
      <Tooltip
        label={status.label}
        disabled={opened}
        position="top"
        openDelay={300}
        events={TOOLTIP_EVENTS}
        multiline
        maw={260}
      >
        <Popover.Target>
          <UnstyledButton
            className={styles.status}
            data-tone={status.tone ?? 'quiet'}
            aria-label={status.label}
            onClick={() => setOpened(!opened)}
          >
            <Face {...status} />
          </UnstyledButton>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={styles.statusMenu} aria-label={status.label}>
        <p className={styles.statusTitle}>{status.label}</p>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

function Face({ icon: StatusIcon, count = 0 }: StatusProps) {
  return (
    <>
      <StatusIcon size={18} stroke={1.7} aria-hidden="true" />
      {count > 0 ? (
        <span className={styles.statusCount} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </>
  )
}
