import { errorSharing, reportErrors, type SentError } from '#shared/contract/error-log.ts'
import {
  ERROR_MESSAGE_MAX,
  ERROR_PLACE_MAX,
  ERROR_STACK_MAX,
  ERRORS_SENT_MAX,
} from '#shared/domain/errors.ts'
import type { Services } from '../services.ts'
import { type Clean, messageOf } from './diagnostics.ts'

/** How long errors wait for further ones, and how long nothing is sent after a failure. */
const WAIT_MS = 5000
const PAUSE_MS = 600_000

/** The rules are large, and are fetched with the first error. */
const loadClean = async (): Promise<Clean> =>
  (await import('#shared/domain/redaction.ts')).withoutPersonalText

type ReportServices = Pick<Services, 'api' | 'desktop' | 'diagnostics' | 'session' | 'storage' | 'timers'>

/**
 * Sends what goes wrong in this window to the error log, without secrets and personal text, while somebody is
 * signed in who hasn't said that they don't want it (spec 5 §5.6). Failed calls aren't sent: the server has
 * those. What can't be sent is given up.
 */
export function watchErrors(
  { api, desktop, diagnostics, session, storage, timers }: ReportServices,
  clean: () => Promise<Clean> = loadClean,
): () => void {
  let sent = 0
  let end: (() => void) | null = null
  const pause = (ms: number) => {
    end = timers.after(ms, () => {
      end = null
      void send()
    })
  }
  async function send(): Promise<void> {
    if (end !== null) return
    const kept = diagnostics.faults(sent)
    const last = kept.at(-1)
    if (!last) return
    // Until this is over, others wait.
    end = () => {}
    let next = 0
    try {
      if (session.store.getState().token !== null) {
        const { isOn } = await api.call(errorSharing, undefined, { quiet: true })
        if (isOn) {
          const words = await clean()
          await api.call(
            reportErrors,
            {
              source: desktop.available ? 'DESKTOP' : 'WEB',
              build: storage.get('build') ?? '',
              errors: kept.slice(-ERRORS_SENT_MAX).map((fault) => sentOf(messageOf(fault, words), fault)),
            },
            { quiet: true },
          )
        }
      }
      next = WAIT_MS
    } catch {
      next = PAUSE_MS
    }
    sent = last.number
    pause(next)
  }
  const off = diagnostics.onFault(() => {
    if (end === null) pause(WAIT_MS)
  })
  if (diagnostics.faults(sent).length > 0) pause(WAIT_MS)
  return () => {
    off()
    end?.()
    end = null
  }
}

/** A fault as it is sent: its first line, and the places in the code below it. */
function sentOf(text: string, { at, place }: { readonly at: number; readonly place: string }): SentError {
  const [first = '', ...frames] = text.split('\n')
  return {
    at: new Date(at).toISOString(),
    message: first.slice(0, ERROR_MESSAGE_MAX) || 'An error without words',
    place: place.slice(0, ERROR_PLACE_MAX),
    stack: frames.join('\n').slice(0, ERROR_STACK_MAX),
  }
}
