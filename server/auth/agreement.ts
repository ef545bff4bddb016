import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { userAgreement } from '#shared/contract/sign-in.ts'
import type { Database } from '../db/database.ts'
import { presentText } from '../legal/legal-texts.ts'

type Agreement = ResponseOf<typeof userAgreement>

/** The present end-user agreement (spec 1 §2.3, 5 §5.7). @throws where the deployment's own can't be read. */
export const readAgreement = (db: Database): Promise<Agreement> => presentText(db, 'AGREEMENT')
