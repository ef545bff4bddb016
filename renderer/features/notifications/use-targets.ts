import { exportFile } from '#shared/contract/prepared-exports.ts'
import { extractID, type TargetKind } from '#shared/domain/notifications.ts'
import type { Meetings } from '../../services/calls/meetings.ts'
import { useServices } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { saveFile } from '../../services/page/save-file.ts'
import type { Services } from '../../services/services.ts'
import { startTour } from '../tours/index.ts'

type Parts = Pick<Services, 'api' | 'dialogs' | 'notices'> & { readonly meetings: Meetings }

/** Opens the record; false where it can't be shown, which the person was told. */
async function openTarget(parts: Parts, kind: TargetKind, id: number): Promise<boolean> {
  const { dialogs, meetings } = parts
  switch (kind) {
    case 'TASK':
      dialogs.open('tasks', { taskID: id })
      return true
    // An issue of a ticket has the ticket's number.
    case 'TICKET_ISSUE':
    case 'TICKET':
      dialogs.open('tickets', { ticketID: id })
      return true
    case 'TOUR':
      return startTour(parts, id)
    case 'EXPORT':
      try {
        saveFile(await parts.api.call(exportFile, { exportID: id }))
        return true
      } catch {
        // Why is told by itself.
        return false
      }
    case 'MEETING':
      meetings.join({ ID: id, screenShare: false })
      return true
  }
}

/**
 * Goes to what a notification's subject names (spec 3 §2, §8). False where the subject has no usable
 * id, or it can't be shown; the person was told.
 */
export function useTargets(): (kind: TargetKind, subject: string) => Promise<boolean> {
  const services = useServices()
  const { meetings } = useLive()
  return async (kind, subject) => {
    const extracted = extractID(kind, subject)
    if (extracted.ok) return openTarget({ ...services, meetings }, kind, extracted.id)
    services.notices.show('error', extracted.message)
    return false
  }
}
