import { NOON } from '../../http/testing/test-server.ts'

const DAY = 86_400_000
const BOB = 2

/** Good requests; bob (2) is of ann's (1) line. */
export const INTERACTION_REQUESTS: Record<string, unknown> = {
  'interactions.listInteractions': {},
  'interactions.getInteraction': { id: BOB },
  'interactions.interactionStart': {},
  'interactions.interactionTimeline': { id: BOB },
  'interactions.planOneToOne': {
    ...{ userID: BOB, minutes: 30, agenda: 'How it goes' },
    start: new Date(NOON + 8 * DAY).toISOString(),
  },
  'interactions.logWelfareContact': { userID: BOB, day: '2026-05-04', kind: 'CALL', text: 'He is well' },
}
