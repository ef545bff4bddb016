import { registerFcm } from '#shared/contract/push.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'

/** The window event by which a host that has push messaging supplies its device token, as `detail`. */
export const PUSH_TOKEN_EVENT = 'PUSH_TOKEN'

/** Registers this device for push messages once a host supplies its token; returns what ends that. */
export function watchPushToken(page: EventTarget, api: ApiClient): () => void {
  let registered: string | null = null
  const heard = async (event: Event) => {
    const token = (event as CustomEvent<unknown>).detail
    if (typeof token !== 'string' || token === '' || token === registered) return
    registered = token
    try {
      await api.call(registerFcm, { fcm: token }, { quiet: true })
    } catch (error) {
      // Tried again when the host supplies it again.
      registered = null
      if (!(error instanceof ApiError)) throw error
    }
  }
  const listener = (event: Event) => void heard(event)
  page.addEventListener(PUSH_TOKEN_EVENT, listener)
  return () => page.removeEventListener(PUSH_TOKEN_EVENT, listener)
}
