import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { getPending } from '#shared/contract/pending-recruitment.ts'
import type { ListedRow } from '#shared/records/record.ts'

export type Pending = ResponseOf<typeof getPending>

/** The record of the panel, as `getPending` answered it. */
export const pendingIn = (record: ListedRow) => record as unknown as Pending
