import { UnstyledButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Hint } from '../../ui/Hint.tsx'
import { LazyPopover } from '../../ui/LazyPopover.tsx'
import styles from './SideBar.module.css'

export type StatusTone = 'good' | 'quiet' | 'warning' | 'danger'

interface StatusProps {
  icon: Icon
  /** What it says, as its tooltip and name. */
  label: string
  tone?: StatusTone
  count?: number
}

/** A status that does something when pressed. */
export function StatusButton({ onClick, ...status }: StatusProps & { onClick: () => void }) {
  return (
    <Hint label={status.label} position="top" openDelay={300} multiline maw={260}>
      <UnstyledButton
        className={styles.status}
        data-tone={status.tone ?? 'quiet'}
        aria-label={status.label}
        onClick={onClick}
      >
        <Face {...status} />
      </UnstyledButton>
    </Hint>
  )
}

/** A status that says more when pressed. */
export function StatusMenu({ children, ...status }: StatusProps & { children?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <LazyPopover
      label={status.label}
      opened={opened}
      onChange={setOpened}
      position="right-end"
      withArrow
      width={270}
      className={styles.statusMenu ?? ''}
      target={<StatusMenuButton {...status} opened={opened} onClick={() => setOpened(!opened)} />}
    >
      <p className={styles.statusTitle}>{status.label}</p>
      {children}
    </LazyPopover>
  )
}

interface StatusMenuButtonProps extends StatusProps, Omit<ComponentProps<'button'>, 'color'> {
  opened: boolean
}

function StatusMenuButton({
  icon,
  label,
  tone = 'quiet',
  count = 0,
  opened,
  ...button
}: StatusMenuButtonProps) {
  return (
    <Hint label={label} disabled={opened} position="top" openDelay={300} multiline maw={260}>
      <UnstyledButton className={styles.status} data-tone={tone} aria-label={label} {...button}>
        <Face icon={icon} label={label} count={count} />
      </UnstyledButton>
    </Hint>
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
