import type { Timers } from '../../ui/timers.ts'

/** How long a secret stays in the clipboard, in milliseconds (issue of the vault: 20 s). */
export const SECRET_MS = 20_000

export interface SecretClipboard {
  /** Copies a secret and takes it out again after 20 s; false where the browser refused. */
  copy(secret: string): Promise<boolean>
  /** Takes out at once what is still there of the last secret. */
  clear(): Promise<void>
}

/**
 * The clipboard for secrets. A page can't ask what is in the clipboard without a permission, so what
 * somebody else copied meanwhile goes, too.
 */
export function createSecretClipboard(
  timers: Timers,
  write: (text: string) => Promise<void> = (text) => navigator.clipboard.writeText(text),
): SecretClipboard {
  let cancel: (() => void) | null = null
  const clear = async () => {
    if (!cancel) return
    cancel()
    cancel = null
    // A window without the focus may be refused: it tries again with the next secret.
    await write('').catch(() => {})
  }
  return {
    clear,
    async copy(secret) {
      try {
        await write(secret)
      } catch {
        return false
      }
      cancel?.()
      cancel = timers.after(SECRET_MS, () => void clear())
      return true
    },
  }
}
