import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import {
  arranged,
  cardsOf,
  dashboardOrder,
  type FigureCard,
  maySeeCard,
  type PlacedCard,
} from '#shared/domain/dashboard.ts'
import { shiftsAround } from '../activity/shift-now.ts'
import type { BackgroundServices } from '../background-services/background-services.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KnownPerson, knownPeople, type LiveFacts } from '../live-panel/rows.ts'
import { isWithin, watchersOf } from '../live-panel/scope.ts'
import { shownPins } from '../power-report/pins.ts'
import {
  absenceCard,
  agencyCard,
  atRiskCard,
  behindCard,
  coverageCard,
  decidingCard,
  hiringCard,
  installationCard,
  outCard,
  payCard,
  peopleCard,
  qualityCard,
  teamCard,
  ticketsToHandleCard,
  trainingCard,
} from './others-cards.ts'
import {
  acknowledgeCard,
  appointmentCard,
  dayFiguresCard,
  meetingsCard,
  opportunitiesCard,
  pinsCard,
  requestsCard,
  shiftCard,
  tasksCard,
  ticketsCard,
} from './own-cards.ts'
import type { Reading } from './reading.ts'

/** What reads each card. A new one is one line here. */
const CARDS: Readonly<Record<FigureCard, (reading: Reading) => Promise<DashboardFigures>>> = {
  shift: shiftCard,
  dayFigures: dayFiguresCard,
  appointment: appointmentCard,
  requests: requestsCard,
  tickets: ticketsCard,
  tasks: tasksCard,
  acknowledge: acknowledgeCard,
  meetings: meetingsCard,
  team: teamCard,
  out: outCard,
  ticketsToHandle: ticketsToHandleCard,
  quality: qualityCard,
  deciding: decidingCard,
  coverage: coverageCard,
  behind: behindCard,
  atRisk: atRiskCard,
  opportunities: opportunitiesCard,
  pins: pinsCard,
  people: peopleCard,
  absence: absenceCard,
  pay: payCard,
  agency: agencyCard,
  hiring: hiringCard,
  training: trainingCard,
  installation: installationCard,
}

interface DashboardServices {
  readonly db: Database
  readonly clock: Clock
  readonly facts: LiveFacts
  readonly jobs: Pick<BackgroundServices, 'list'>
  /** Plays the demo; null without one, which then has no card. */
  readonly simulator: () => Promise<object | null>
}

/** The dashboard: its cards, and how people arrange them (spec 4 §4.1). */
export function dashboardHandlers(services: DashboardServices): AreaHandlers<'dashboard'> {
  const { db, clock, facts, jobs, simulator } = services

  /** The live panel's people of the caller. */
  async function panelOf(caller: Caller, now: number): Promise<readonly KnownPerson[]> {
    const watcher = (await watchersOf(db, [caller])).get(caller.userID)
    if (!watcher) return []
    const people = await db
      .selectFrom('users')
      .where('isActive', '=', 1)
      .select(['id', 'areaID', 'managerID', 'agencyID'])
      .execute()
    const ids = people.filter((place) => isWithin(watcher, place)).map(({ id }) => id)
    return ids.length === 0 ? [] : knownPeople(db, facts, now, ids)
  }

  return {
    getDashboardLayout: async (_input, { caller: { userID, permissions } }) => {
      const hasShift =
        dashboardOrder(permissions) === 'SUPERVISOR' &&
        (await shiftsAround(db, userID, clock())).today !== null
      const row = await db
        .selectFrom('dashboardLayouts')
        .where('userID', '=', userID)
        .select('cards')
        .executeTakeFirst()
      const kept = row ? (JSON.parse(row.cards) as PlacedCard[]) : []
      const cards = cardsOf(permissions, hasShift)
      const hasDemo = cards.includes('demo') && (await simulator()) !== null
      const hasPins = cards.includes('pins') && (await shownPins(db, { userID, permissions })).length > 0
      const there = cards.filter((card) => (card !== 'demo' || hasDemo) && (card !== 'pins' || hasPins))
      return { cards: arranged(there, kept), isOwn: row !== undefined }
    },

    saveDashboardLayout: async ({ cards }, { caller: { userID } }) => {
      const kept = { cards: JSON.stringify(cards) }
      await db
        .insertInto('dashboardLayouts')
        .values({ userID, ...kept })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet(kept))
        .execute()
      return { done: true }
    },

    resetDashboardLayout: async (_input, { caller }) => {
      await db.deleteFrom('dashboardLayouts').where('userID', '=', caller.userID).execute()
      return { done: true }
    },

    dashboardCards: async ({ names }, { caller }) => {
      const now = clock()
      let panel: Promise<readonly KnownPerson[]> | null = null
      const reading: Reading = {
        ...{ db, caller, now, facts, jobs },
        panel: () => {
          panel ??= panelOf(caller, now)
          return panel
        },
      }
      const seen = [...new Set(names)].filter((name) => maySeeCard(caller.permissions, name))
      const read = await Promise.all(seen.map(async (name) => [name, await CARDS[name](reading)] as const))
      return { cards: Object.fromEntries(read), asOf: new Date(now).toISOString() }
    },
  }
}
