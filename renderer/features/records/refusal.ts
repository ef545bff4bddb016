import { ApiError, reasonOf } from '../../services/http/api-client.ts'

/** Why something of a record was refused: what the server says of it, which the shared words of a status don't know. */
export const refusalOf = (error: unknown): string =>
  error instanceof ApiError && error.code.startsWith('record.') && error.value !== ''
    ? error.value
    : reasonOf(error)
