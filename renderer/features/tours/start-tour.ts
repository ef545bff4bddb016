import { fetchTour } from '#shared/contract/help.ts'
import { readTour } from '#shared/domain/tours.ts'
import { ApiError } from '../../services/http/api-client.ts'
import type { Services } from '../../services/services.ts'
import { TOUR_TEXT } from './text.ts'

/**
 * Fetches a tour and starts it (spec 3 §7). False where there is none or it can't be read; the person
 * was told.
 */
export async function startTour(
  { api, dialogs, notices }: Pick<Services, 'api' | 'dialogs' | 'notices'>,
  tourID: number,
): Promise<boolean> {
  try {
    const steps = readTour((await api.call(fetchTour, { tourID })).payload)
    if (steps.length === 0) {
      notices.show('error', TOUR_TEXT.broken)
      return false
    }
    dialogs.open('tour', { steps, tourID })
    return true
  } catch (error) {
    // The api client has told the person.
    if (error instanceof ApiError) return false
    throw error
  }
}
