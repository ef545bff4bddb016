import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { TEXT } from './text.ts'

/** Copies a secret, which leaves the clipboard after 20 s, and when what showed it goes. */
export function useSecretCopy(): (secret: string) => Promise<void> {
  const { notices, timers } = useServices()
  const [clipboard] = useState(() => createSecretClipboard(timers))
  useEffect(() => () => void clipboard.clear(), [clipboard])
  return async (secret) => {
    if (await clipboard.copy(secret)) notices.show('success', TEXT.copied)
    else notices.show('warning', TEXT.copyRefused)
  }
}
