import { SETTINGS } from '#shared/settings/registry.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** A question that a form holds. */
export const QUESTION = {
  question: 'Where do I park?',
  answer: 'Behind the office.\n\nAsk for a permit.',
  category: 'Office',
  audience: [],
  place: 1,
}
/** A tour that a form holds. */
export const TOUR = {
  name: 'First day',
  audience: [],
  steps: [{ element: 'side-bar', title: 'Where things are', text: 'All of it.', placement: 'RIGHT' }],
}

/** Types, teams and clocks of tickets, as nobody has changed them but for one clock. */
export const TICKET_DESK = {
  clocks: { ...SETTINGS['help.clocks'].usual, LOW: { response: 60, resolution: 600 } },
  types: SETTINGS['help.ticketTypes'].usual,
  teams: SETTINGS['help.teams'].usual,
  versions: { clocks: 0, types: 0, teams: 0 },
}

/** Good requests where `addQuestion` was called, and a tour 1 is there. */
export const HELP_REQUESTS: Record<string, unknown> = {
  'faq.viewFaq': { id: 1 },
  'faq.rateFaq': { id: 1, helpful: true },
  'faq.missFaq': { searchTerm: 'parking' },
  'help.finishTour': { tourID: 1 },
  'helpCenter.listFaq': {},
  'helpCenter.getFaq': { id: 1 },
  'helpCenter.saveFaq': QUESTION,
  'helpCenter.publishFaq': { id: 1, version: 1 },
  'helpCenter.settleMiss': { searchTerm: 'parking' },
  'helpCenter.listTours': {},
  'helpCenter.getTour': { id: 1 },
  'helpCenter.saveTour': TOUR,
  'helpCenter.tourFinishers': { id: 1 },
  'helpCenter.getTicketDesk': {},
  'helpCenter.saveTicketDesk': TICKET_DESK,
  'helpCenter.saveTeamMember': { team: 'Facilities', userID: 1, isMember: false },
}

/** A published question for everybody, with id 1. */
export async function addQuestion(db: Database): Promise<void> {
  await db
    .insertInto('faqArticles')
    .values({ ...QUESTION, audience: '[]', state: 'PUBLISHED', version: 1, updatedAt: NOON })
    .execute()
}
