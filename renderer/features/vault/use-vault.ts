import { useEffect, useState } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { stretchInWorker } from './stretch.ts'
import { createVault, type Vault } from './vault-store.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel'] as const

/** Locks the vault when nobody is there: idle in the window or at the machine, signed out, or gone from here. */
function useLocks(vault: Vault): void {
  const { desktop, session } = useServices()
  useEffect(() => {
    const { touch, lock } = vault
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, touch, { passive: true })
    const offs = [
      desktop.on('idleWatch', ({ idle }) => {
        if (idle) lock()
      }),
      session.store.subscribe(({ user }) => {
        if (!user) lock()
      }),
    ]
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, touch)
      for (const off of offs) off()
      lock()
    }
  }, [vault, desktop, session])
}

/** The person's own vault in this window, for as long as what asks for it is there. */
export function useVault(): Vault {
  const services = useServices()
  const userID = useSession(({ user }) => user?.id ?? 0)
  const [vault] = useState(() =>
    createVault({
      ...services,
      userID,
      stretch: stretchInWorker,
      clipboard: createSecretClipboard(services.timers),
    }),
  )
  useEffect(() => void vault.load(), [vault])
  useLocks(vault)
  return vault
}
