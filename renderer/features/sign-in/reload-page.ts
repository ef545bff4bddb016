import { wait } from '../../services/http/wait.ts'
import type { Navigation } from '../../services/page/navigation.ts'

/** How long until a page that couldn't be had is asked for again, in milliseconds. */
const TRY_AGAIN_MS = 5000

/**
 * Reloads the page (spec 1 §8, sign-in) as soon as it can be had: a reload while its server is down
 * would leave the person with the browser's own error page. Gives up when the signal aborts.
 */
export async function reloadPage(
  navigation: Pick<Navigation, 'isServed' | 'reload'>,
  signal: AbortSignal,
): Promise<void> {
  while (!(await navigation.isServed())) {
    try {
      await wait(TRY_AGAIN_MS, signal)
    } catch {
      return
    }
  }
  if (!signal.aborted) navigation.reload()
}
