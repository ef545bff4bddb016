import { Button } from '@mantine/core'
import { IconShieldX } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { NetworkUse } from '#shared/domain/device-guard.ts'
import { useShell } from '../shell-context.tsx'
import { FullScreen } from './FullScreen.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { OVERLAY_TEXT } from './text.ts'

/** A proxy or VPN that isn't the company's stops the work until it is off (spec 1 §8). */
export function NetworkRefused({ use: { proxy, vpn } }: { use: NetworkUse }) {
  const { guard } = useShell()
  const checking = useStore(guard.store, (state) => state.checking)
  const names = proxy === null ? vpn : [proxy, ...vpn]
  return (
    <FullScreen
      role="alertdialog"
      kind="stop"
      title={OVERLAY_TEXT.unauthorised}
      icon={<IconShieldX size={32} stroke={1.6} />}
      actions={
        <>
          {/* Not disabled meanwhile: it would lose the focus. */}
          <Button aria-disabled={checking} onClick={() => void guard.checkNetwork()}>
            {checking ? OVERLAY_TEXT.checking : OVERLAY_TEXT.checkAgain}
          </Button>
          <LogOutButton />
        </>
      }
    >
      <strong>{names.join(', ')}</strong>
      <br />
      {OVERLAY_TEXT.unauthorisedMore}
    </FullScreen>
  )
}
