import { useEffect, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { ADMIN_TEXT as TEXT } from './text.ts'

/** Copies a text and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const { notices } = useServices()
  return (text) =>
    navigator.clipboard.writeText(text).then(
      () => void notices.show('success', TEXT.copied),
      () => void notices.show('warning', TEXT.refused),
    )
}

/** The same of a secret, which leaves the clipboard after 20 s, and when what showed it goes. */
export function useSecretCopy(): (secret: string) => Promise<void> {
  const { notices, timers } = useServices()
  const [clipboard] = useState(() => createSecretClipboard(timers))
  useEffect(() => () => void clipboard.clear(), [clipboard])
  return async (secret) => {
    if (await clipboard.copy(secret)) notices.show('success', TEXT.copiedSecret)
    else notices.show('warning', TEXT.refused)
  }
}
