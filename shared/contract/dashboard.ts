import * as z from 'zod/mini'
import { DASHBOARD_CARDS, FIGURE_CARDS } from '../domain/dashboard.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

const placedCard = z.object({
  name: z.enum(DASHBOARD_CARDS),
  isHidden: z.boolean(),
  isWide: z.boolean(),
})

export const getDashboardLayout = call({
  path: '/api/dashboard/get-layout',
  request: noPayload,
  response: z.object({
    /** Those whose permission the person holds, in their order. */
    cards: z.array(placedCard),
    /** Whether the person arranged them. */
    isOwn: z.boolean(),
  }),
  summary: 'The person’s cards in their order: as they arranged them, else as their role has them.',
  spec: '4 §4.1, §5.5',
})

export const saveDashboardLayout = call({
  path: '/api/dashboard/save-layout',
  request: z.object({
    cards: z.array(placedCard).check(
      z.maxLength(DASHBOARD_CARDS.length),
      z.refine((cards) => new Set(cards.map(({ name }) => name)).size === cards.length, {
        error: 'A card stands there once.',
      }),
    ),
  }),
  response: done,
  summary: 'Keeps how the person arranged their cards.',
  spec: '4 §4.1, §5.5',
})

export const resetDashboardLayout = call({
  path: '/api/dashboard/reset-layout',
  request: noPayload,
  response: done,
  summary: 'Goes back to the cards as the person’s role has them.',
  spec: '4 §4.1, §5.5',
})

const when = z.nullable(timestamp)

export const dashboardCard = z.object({
  /** Of the page that the card’s link opens; null where the card counts nothing. */
  total: z.nullable(z.int()),
  figures: z.array(z.object({ name: z.string(), value: z.nullable(z.number()) })),
  /** 5 at most. What `kind`, `detail` and `count` mean is the card’s. */
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.string(),
      detail: z.string(),
      at: when,
      until: when,
      count: z.nullable(z.number()),
      /** Of a rate: whether it is of few data (spec 4 §2.5). */
      isFew: z.optional(z.boolean()),
    }),
  ),
})
export type DashboardFigures = z.output<typeof dashboardCard>

export const dashboardCards = call({
  path: '/api/dashboard/cards',
  request: z.object({ names: z.array(z.enum(FIGURE_CARDS)).check(z.maxLength(FIGURE_CARDS.length)) }),
  response: z.object({
    cards: z.record(z.string(), dashboardCard),
    asOf: timestamp,
  }),
  summary: 'Figures and rows of these cards; those whose permission the person doesn’t hold are left out.',
  spec: '4 §4.1, §5.5',
})
