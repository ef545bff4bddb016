import * as z from 'zod/mini'
import { watchAddresses } from './calls/networks.ts'
import { WindowsFailure } from './failure.ts'
import { type HelperAnswer, helperRequest } from './messages.ts'
import type { WindowsApi } from './windows-api.ts'
import { WINDOWS_CALLS } from './windows-calls.ts'

/** Changes come in bunches: a new network is several. */
const QUIET_MS = 500

/**
 * Answers the requests of main, one after the other. Whatever goes wrong becomes a failure; what isn't a
 * request is passed over.
 *
 * @param load gives Windows' functions; called at the first request
 */
export function answerRequests(load: () => WindowsApi, send: (answer: HelperAnswer) => void) {
  let api: WindowsApi | null = null
  return (message: unknown): void => {
    const request = z.safeParse(helperRequest, message)
    if (!request.success) return
    const { id, name, input } = request.data
    const fail = (error: unknown) => send({ id, failure: failureIn(name, error) })
    try {
      api ??= load()
      if (name === 'watchAddresses') {
        watchAddresses(
          api,
          inBunches(() => send({ event: 'addressesChanged' })),
        ).catch(fail)
        return
      }
      const call = WINDOWS_CALLS[name]
      const run = call.run as (api: WindowsApi, input: unknown) => unknown
      send({ id, value: run(api, z.parse(call.input as z.ZodMiniType, input)) })
    } catch (error) {
      fail(error)
    }
  }
}

function failureIn(name: string, error: unknown) {
  return error instanceof WindowsFailure
    ? { call: error.call, reason: error.reason, code: error.code }
    : { call: name, reason: 'failed' as const, code: null }
}

/** Calls once for all that comes within half a second. */
function inBunches(action: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      action()
    }, QUIET_MS)
  }
}
