import { Popover, Tooltip, UnstyledButton } from '@mantine/core'
import { IconShieldCheck, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { vpnTone } from '#shared/domain/vpn.ts'
import { useServices, useSession } from '../../services/context.tsx'
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
    <Popover opened={opened} onChange={setOpened} position="right-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Tooltip label={label} position="right" disabled={opened}>
          <UnstyledButton
            className={styles.button}
            data-tone={seconds === null ? 'unknown' : vpnTone(seconds)}
            aria-label={label}
            onClick={() => setOpened((before) => !before)}
          >
            <Icon size={20} stroke={1.7} aria-hidden="true" />
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="VPN">
        <VpnPanel />
      </Popover.Dropdown>
    </Popover>
  )
}
