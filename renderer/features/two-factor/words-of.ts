import { ApiError } from '../../services/http/api-client.ts'
import { TWO_FACTOR_TEXT } from './text.ts'

/** What the person is told of a call that failed. */
export function wordsOf(error: unknown): string {
  return error instanceof ApiError && error.failure === 'refused'
    ? error.message
    : TWO_FACTOR_TEXT.unreachable
}
