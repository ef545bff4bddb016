import { UnstyledButton } from '@mantine/core'
import { IconShieldCheck, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { useStore } from 'zustand'
import { vpnTone } from '#shared/domain/vpn.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { Hint } from '../../ui/Hint.tsx'
import { LazyPopover } from '../../ui/LazyPopover.tsx'
import { useToolServices } from './tools-context.tsx'
import styles from './Vpn.module.css'
import { VpnPanel, vpnLabel } from './VpnPanel.tsx'

/** The VPN's button with its menu, for who may use it: a pulse in the colour of its time (spec 1 §2.6, §4.8). */
export function VpnMenu() {
  const { vpn } = useToolServices()
  const { desktop } = useServices()
  const mayUse = useSession(({ permissions }) => permissions.can('CAN_USE_VPN'))
  const state = useStore(vpn.store)
  const [opened, setOpened] = useState(false)
  if (!mayUse) return null
  const { seconds } = state
  const Icon = seconds === null ? IconShieldQuestion : seconds > 0 ? IconShieldCheck : IconShieldOff
  const label = vpnLabel(state, desktop.available)
  return (
    <LazyPopover
      label="VPN"
      opened={opened}
      onChange={setOpened}
      position="right-end"
      width={280}
      trapFocus
      target={
        <VpnButton
          icon={Icon}
          label={label}
          tone={seconds === null ? 'unknown' : vpnTone(seconds)}
          opened={opened}
          onClick={() => setOpened((before) => !before)}
        />
      }
    >
      <VpnPanel />
    </LazyPopover>
  )
}

interface VpnButtonProps extends Omit<ComponentProps<'button'>, 'color'> {
  readonly icon: typeof IconShieldCheck
  readonly label: string
  readonly tone: string
  readonly opened: boolean
}

function VpnButton({ icon: Icon, label, tone, opened, ...button }: VpnButtonProps) {
  return (
    <Hint label={label} position="right" disabled={opened}>
      <UnstyledButton className={styles.button} data-tone={tone} aria-label={label} {...button}>
        <Icon size={18} stroke={1.7} aria-hidden="true" />
      </UnstyledButton>
    </Hint>
  )
}
