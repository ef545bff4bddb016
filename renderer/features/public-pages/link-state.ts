import { ApiError } from '../../services/http/api-client.ts'
import { UNREACHABLE } from '../public-links/index.ts'

/** Why a link leads nowhere. */
export type Death = 'unknown' | 'used' | 'expired' | 'over'

/** The statuses that say so (shared/contract/public-pages.ts). */
const DEATHS: Readonly<Record<number, Death>> = {
  403: 'unknown',
  404: 'unknown',
  409: 'used',
  410: 'expired',
}

/** Refusals that say more of the link than their status. */
const OVER: Readonly<Record<string, Death>> = { 'applicant.offerOver': 'over' }

/** What the failure of a call says about its link; null where it is about the moment, or other input. */
export function deathOf(error: unknown): Death | null {
  if (!(error instanceof ApiError) || error.failure !== 'refused') return null
  return OVER[error.code] ?? DEATHS[error.status] ?? null
}

/** The failure in words for who came by the link. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return UNREACHABLE
  return error.failure === 'refused' || error.failure === 'aborted' ? error.message : UNREACHABLE
}
