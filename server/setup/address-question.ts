import type { FastifyInstance } from 'fastify'
import { SealError, type Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import { Refusal } from '../refusal.ts'

const PATH = '/company/reached'
const PLACE = 'address question'
/** How long a question is answered. It is asked and answered within seconds. */
const GOOD_MS = 30_000

/** Whether a request is the question; a proxy may pass it on for a host that isn't known yet. */
export const isAddressQuestion = (url: string): boolean => url.startsWith(`${PATH}?`)

/** The question by which an installation finds itself at an address. Only one with the same keys answers it. */
export const addressQuestion = (sealer: Sealer, now: number): string =>
  `${PATH}?${new URLSearchParams({ question: sealer.seal(String(now + GOOD_MS), PLACE) })}`

function isOurs(sealer: Sealer, question: string, now: number): boolean {
  try {
    return Number(sealer.unseal(question, PLACE)) > now
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/**
 * Answers an installation that asks for itself (spec 5 §5.7): who it is, and which proxy passed the question on.
 * Nobody else learns that.
 */
export function registerAddressQuestion(
  app: FastifyInstance,
  parts: { readonly sealer: Sealer; readonly clock: Clock; readonly installationID: () => Promise<string> },
): void {
  app.get<{ Querystring: { question?: unknown } }>(
    PATH,
    { schema: { hide: true } },
    async ({ query, sender }, reply) => {
      const { question } = query
      if (typeof question !== 'string' || !isOurs(parts.sealer, question, parts.clock()))
        throw new Refusal(404, 'request.noSuchPage')
      reply.header('cache-control', 'no-store')
      return { installationID: await parts.installationID(), forwardedBy: sender.forwardedBy }
    },
  )
}
