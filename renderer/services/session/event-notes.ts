import { logEvent } from '#shared/contract/session.ts'
import type { ApiClient } from '../http/api-client.ts'

/** Adds to the person's event log (spec 1 §7). What can't be logged is let go: none of it is worth a notice. */
export type NoteEvent = (actionName: string, description: string) => void

export function createEventNotes(api: ApiClient): NoteEvent {
  return (actionName, description) =>
    void api.call(logEvent, { actionName, description }, { quiet: true }).catch(() => {})
}
