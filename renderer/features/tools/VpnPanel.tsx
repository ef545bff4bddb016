import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { vpnTone } from '#shared/domain/vpn.ts'
import { useServices } from '../../services/context.tsx'
import type { VpnState } from '../../services/desktop/vpn.ts'
import { TOOL_TEXT as TEXT, uptimeText } from './text.ts'
import { useToolServices } from './tools-context.tsx'
import styles from './Vpn.module.css'

/** What the VPN's state is, in words. */
export function vpnLabel({ seconds, doing }: VpnState, inDesktop: boolean): string {
  if (doing === 'connecting') return TEXT.vpnConnecting
  if (doing === 'ending') return TEXT.vpnEnding
  if (seconds === null) return inDesktop ? TEXT.vpnAsking : TEXT.vpnUnknown
  return seconds > 0 ? `VPN connected for ${uptimeText(seconds)}` : TEXT.vpnOff
}

const WARNINGS = { off: null, normal: null, warning: TEXT.longUp, danger: TEXT.soonOver } as const

/** The content of the VPN menu: whether it stands and for how long, and what ends or begins that (spec 1 §4.8). */
export function VpnPanel() {
  const { vpn } = useToolServices()
  const { desktop } = useServices()
  const state = useStore(vpn.store)
  const seconds = state.seconds ?? 0
  const tone = vpnTone(seconds)
  return (
    <div className={styles.panel}>
      <p className={styles.state} data-tone={tone} role="status">
        <span className={styles.dot} aria-hidden="true" />
        {vpnLabel(state, desktop.available)}
      </p>
      {WARNINGS[tone] ? <p className={styles.warning}>{WARNINGS[tone]}</p> : null}
      {seconds > 0 ? (
        <Button
          variant="default"
          fullWidth
          loading={state.doing !== 'nothing'}
          onClick={() => void vpn.stop()}
        >
          {TEXT.disconnect}
        </Button>
      ) : (
        <Button fullWidth loading={state.doing !== 'nothing'} onClick={() => void vpn.start()}>
          {TEXT.connect}
        </Button>
      )}
    </div>
  )
}
