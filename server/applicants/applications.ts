import type { RequestOf } from '#shared/contract/http-call.ts'
import type { sendApplication } from '#shared/contract/public-pages.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import { network } from '../address.ts'
import { type AttemptCounts, bucketOf } from '../auth/attempt-counts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { PublicLinks } from '../public/link-store.ts'
import { audit } from '../records/audit.ts'
import { contactKeys, newApplicant } from './applicant-rules.ts'

/** So many applications come from one address in an hour, and through one link in a day. Ours. */
export const APPLICATIONS_AN_ADDRESS = { failures: 20, windowSeconds: 3600 } as const
export const APPLICATIONS_A_LINK = { failures: 1000, windowSeconds: 86_400 } as const
/** Who applies again within that time is the same application. */
const SAME_MS = 24 * 3_600_000

type Application = Omit<RequestOf<typeof sendApplication>, 'token'>

interface Parts {
  readonly db: Database
  readonly clock: Clock
  readonly counts: Pick<AttemptCounts, 'take'>
  readonly publicLinks: Pick<PublicLinks, 'add'>
}

/** What comes through public forms (spec 6 §3, source WEBSITE). */
export class Applications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Makes an applicant at NEW. What is sent twice, or by somebody who applied through a form within a day, makes no
   * second one; the visitor learns nothing of that. @throws Refusal 429 for too many from an address or link
   */
  async take(
    by: {
      readonly linkID: number
      readonly title: string
      readonly address: string
      readonly key: string | null
    },
    { message, name, ...application }: Application,
  ): Promise<void> {
    const { db, clock, counts, publicLinks } = this.#parts
    await counts.take(`applications from ${bucketOf(network(by.address))}`, APPLICATIONS_AN_ADDRESS)
    await counts.take(`applications by link ${by.linkID}`, APPLICATIONS_A_LINK)
    const at = clock()
    await withinUnit(async () => {
      // Of two at once the second sees the first.
      await holdTurn(db)
      // What they wrote stands with the applicant alone, and goes with them.
      const answer = { kind: 'APPLICATION', answer: {}, key: by.key }
      const added = await publicLinks.add(by.linkID, answer)
      if (added === null || (await this.#isSame(application, at))) return
      const values = {
        ...{ ...application, name: name.trim(), address: '', source: 'WEBSITE' as const, agencyID: null },
        ...{ skills: '', notes: [by.title, message].filter(Boolean).join('\n\n').slice(0, 2000) },
      }
      const { id } = await db
        .insertInto('applicants')
        .values(newApplicant(values, at, null))
        .returning('id')
        .executeTakeFirstOrThrow()
      const { page, name: recordType } = applicantRecord
      await audit(db, { userID: null, displayName: 'Application form' }, at, {
        ...{ action: 'APPLICANT_APPLIED', page, recordType, recordID: id, label: values.name },
        changes: [{ field: 'stage', before: null, after: 'NEW' }],
        reason: by.title,
      })
    })
  }

  async #isSame(contact: Pick<Application, 'email' | 'mobile'>, at: number): Promise<boolean> {
    const { emailKey, mobileKey } = contactKeys(contact)
    const row = await this.#parts.db
      .selectFrom('applicants')
      .where('source', '=', 'WEBSITE')
      .where('createdAt', '>', at - SAME_MS)
      .where('emailKey', '=', emailKey)
      .where('mobileKey', '=', mobileKey)
      .select('id')
      .executeTakeFirst()
    return row !== undefined
  }
}
