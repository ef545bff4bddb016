import { useEffect, useState } from 'react'
import { useServices, useSession } from '../../services/context.tsx'
import { type LiveServices, useLive } from '../../services/live.tsx'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { holdInPage } from './crypto/identity.ts'
import { holdInHost } from './hold-in-host.ts'
import { stretchInWorker } from './stretch.ts'
import { createVaults, type Vaults } from './vaults.ts'

/** One for each sign-in: a vault that was opened in the dialog is open in the page and in a task, too. */
const kept = new WeakMap<
  LiveServices,
  { readonly vaults: Vaults; readonly userID: number; watching: boolean }
>()

/** The person's vaults in this window, for as long as they are signed in. */
export function useVaults(): Vaults {
  const services = useServices()
  const live = useLive()
  const userID = useSession(({ user }) => user?.id ?? 0)
  const [held] = useState(() => {
    const known = kept.get(live)
    if (known?.userID === userID) return known
    const clipboard = createSecretClipboard(services.timers)
    const hold = services.desktop.available ? holdInHost(services.desktop) : holdInPage
    const vaults = createVaults({ services, live, userID, stretch: stretchInWorker, hold, clipboard })
    const made = { vaults, userID, watching: false }
    kept.set(live, made)
    return made
  })
  useEffect(() => {
    if (held.watching) return
    held.watching = true
    held.vaults.watch(window, () => {
      held.watching = false
      if (kept.get(live) === held) kept.delete(live)
    })
  }, [held, live])
  return held.vaults
}
