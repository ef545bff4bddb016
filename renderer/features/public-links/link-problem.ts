import { ApiError } from '../../services/http/api-client.ts'
import { UNREACHABLE } from './text.ts'

/**
 * What came of a link: `dead` where the link itself is no good and no try helps; otherwise the
 * trouble passes, and the person may try the same link again. `message` is null where the server
 * said nothing about it.
 */
export type LinkProblem =
  | { readonly dead: true; readonly message: string | null }
  | { readonly dead: false; readonly message: string }

/** Longest token of a link that is sent (see `linkToken` of the contract). */
export const LINK_TOKEN_MAX = 200

/** Refusals that say something about the link; the rest are about the moment or about other input. */
export const ABOUT_THE_LINK: readonly number[] = [401, 403, 404, 409, 410]
/** The same where the link's token is all that was sent: then a bad request is about the link too. */
export const ABOUT_NOTHING_BUT_THE_LINK: readonly number[] = [400, ...ABOUT_THE_LINK]

export function linkProblemOf(error: unknown, aboutTheLink: readonly number[]): LinkProblem {
  if (!(error instanceof ApiError) || error.failure !== 'refused') {
    return { dead: false, message: UNREACHABLE }
  }
  if (!aboutTheLink.includes(error.status)) return { dead: false, message: error.message }
  // The shared words for 404 are about the network, which isn't what is wrong with a link.
  return { dead: true, message: error.status === 404 ? null : error.message }
}
