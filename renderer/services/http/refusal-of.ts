import { ApiError, reasonOf } from './api-client.ts'

/** What refusals are about whose own words say more than the shared ones of their status (spec 1 §8). */
const OWN_WORDS =
  /^(?:record|service|mail|adaptor|setting|licence|tenant|legal|experimental|faq|person|role|import|error|retention|privacy|report|credential|device)\./

/** Why something was refused: what the server says of it, where that is for people; else the shared words. */
export const refusalOf = (error: unknown): string =>
  error instanceof ApiError && OWN_WORDS.test(error.code) && error.value !== ''
    ? error.value
    : reasonOf(error)
