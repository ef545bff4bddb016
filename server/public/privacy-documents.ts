import type { ResponseOf } from '#shared/contract/http-call.ts'
import type { privacyPolicy } from '#shared/contract/public-pages.ts'
import type { PRIVACY_NAMES } from '#shared/domain/privacy.ts'
import type { Database } from '../db/database.ts'
import { presentText } from '../legal/legal-texts.ts'

type PrivacyDocument = ResponseOf<typeof privacyPolicy>

/** The present privacy document. @throws where the deployment's own can't be read. */
export const readPrivacyDocument = (
  db: Database,
  kind: keyof typeof PRIVACY_NAMES,
): Promise<PrivacyDocument> => presentText(db, kind === 'pp' ? 'POLICY' : 'NOTICE')
