import type { AppLink } from '#shared/domain/app-link.ts'
import type { Desktop } from './desktop.ts'

/**
 * Opens what a link of the client's own scheme named (spec 1 §2.1), the one that started the client
 * and each that comes later.
 *
 * @param open goes to what the link names
 * @returns what ends it
 */
export function watchAppLinks(desktop: Desktop, open: (link: AppLink) => void): () => void {
  let ended = false
  const take = async () => {
    const answer = await desktop.invoke('takeAppLink', null)
    if (!ended && answer.ok && answer.value !== null) open(answer.value)
  }
  const off = desktop.on('appLink', () => void take())
  void take()
  return () => {
    ended = true
    off()
  }
}
