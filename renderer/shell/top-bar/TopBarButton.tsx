import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Hint } from '../../ui/Hint.tsx'
import styles from './TopBar.module.css'

interface TopBarButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'color'> {
  readonly label: string
  readonly icon: typeof import('@tabler/icons-react').IconBell
  /** What waits; nothing is drawn for 0. */
  readonly count?: number
  /** Draws the badge in the colour of what is wrong. */
  readonly alarming?: boolean
  /** Not on a phone, whose app drawer has it. */
  readonly wideOnly?: boolean
}

/** An icon of the top bar with its name as a tooltip and a badge that counts. */
export function TopBarButton({
  label,
  icon: Icon,
  count = 0,
  alarming = false,
  wideOnly = false,
  className = '',
  ...rest
}: TopBarButtonProps) {
  return (
    <Hint label={label} openDelay={400} disabled={rest['aria-expanded'] === true}>
      <UnstyledButton className={`${styles.button} ${className}`} data-wide-only={wideOnly} {...rest}>
        <span className="visually-hidden">{label}</span>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
        {count > 0 ? (
          <span className={styles.badge} data-alarming={alarming}>
            <span className="visually-hidden">, </span>
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </UnstyledButton>
    </Hint>
  )
}
