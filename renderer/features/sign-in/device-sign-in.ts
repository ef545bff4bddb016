import { companionToken } from '#shared/contract/sign-in.ts'
import { COMPANION_SIGN_IN_DELAY_MS } from '#shared/domain/sign-in.ts'
import { wait } from '../../services/http/wait.ts'
import type { Services } from '../../services/services.ts'

export interface DeviceSignIn {
  start(): void
  /** The person signs in themselves. An answer that comes later changes nothing. */
  cancel(): void
}

type DeviceServices = Pick<Services, 'api' | 'session' | 'storage' | 'now' | 'deviceID'>

/**
 * A desktop client with a device ID signs itself in, 2 s after the screen shows (spec 1 §4.1, §9).
 * A refusal says nothing: most devices aren't paired, and the ordinary form is there.
 *
 * The key freshLogin, whose meaning the documents don't give, is true from a logout by the person
 * until the next sign-in by hand, in all windows of this browser or client: who has logged out isn't
 * signed in again behind their back.
 */
export function createDeviceSignIn(
  { api, session, storage, now, deviceID }: DeviceServices,
  onBusy: (busy: boolean) => void,
): DeviceSignIn {
  let attempt = new AbortController()

  const signIn = async (signal: AbortSignal) => {
    const shownAt = now()
    const id = await deviceID().catch(() => null)
    if (id === null || signal.aborted) return
    onBusy(true)
    try {
      await wait(COMPANION_SIGN_IN_DELAY_MS - (now() - shownAt), signal)
      const { token } = await api.call(companionToken, { deviceID: id }, { quiet: true, signal })
      if (!signal.aborted) session.signIn(token)
    } catch {
      // Refused, out of reach or cancelled: all the same to the person.
    }
    if (!signal.aborted) onBusy(false)
  }

  return {
    start() {
      attempt.abort()
      attempt = new AbortController()
      if (storage.get('freshLogin') !== true) void signIn(attempt.signal)
    },
    cancel() {
      if (attempt.signal.aborted) return
      attempt.abort()
      onBusy(false)
    },
  }
}
