import { sameMobile } from '#shared/domain/applicants.ts'
import { searchable } from '#shared/domain/locale.ts'
import type { ApplicantValues } from '#shared/records/recruitment/applicant.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

type Contact = Pick<ApplicantValues, 'email' | 'mobile'>

/** What two applicants who are one person have in common. */
export const contactKeys = ({ email, mobile }: Contact) => ({
  emailKey: searchable(email.trim()),
  mobileKey: sameMobile(mobile),
})

/** What is wrong with how somebody can be reached and where they come from; null where nothing is. */
export function applicantFault({
  email,
  mobile,
  source,
  agencyID,
}: Pick<ApplicantValues, 'email' | 'mobile' | 'source' | 'agencyID'>): {
  readonly field: 'email' | 'agencyID'
  readonly refusal: Refusal
} | null {
  if (email === '' && mobile === '')
    return { field: 'email', refusal: new Refusal(400, 'applicant.noContact') }
  if (source === 'AGENCY' && agencyID === null)
    return { field: 'agencyID', refusal: new Refusal(400, 'applicant.agencyNeeded') }
  if (source !== 'AGENCY' && agencyID !== null)
    return { field: 'agencyID', refusal: new Refusal(400, 'applicant.agencyNotNeeded') }
  return null
}

/** Applicants on their way, or hired, whom the address or number reaches. */
export async function knownApplicant(db: Database, contact: Contact): Promise<{ name: string } | undefined> {
  const { emailKey, mobileKey } = contactKeys(contact)
  return db
    .selectFrom('applicants')
    .where('stage', 'not in', ['STARTED', 'REJECTED', 'WITHDRAWN'])
    .where('mergedInto', 'is', null)
    .where((eb) =>
      eb.or([
        ...(emailKey === '' ? [] : [eb('emailKey', '=', emailKey)]),
        ...(mobileKey === '' ? [] : [eb('mobileKey', '=', mobileKey)]),
      ]),
    )
    .orderBy('id')
    .select('name')
    .executeTakeFirst()
}

/** The display name of who works here under an address; null for nobody. */
export async function workerWith(db: Database, email: string): Promise<string | null> {
  if (email === '') return null
  const person = await db
    .selectFrom('users')
    .where('status', '=', 'ACTIVE')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', searchable(email)))
    .select('displayName')
    .executeTakeFirst()
  return person?.displayName ?? null
}

const namesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** What the form holds as its columns have it. */
export const columnsOfApplicant = ({ languages, skills, hasConsent: _has, ...values }: ApplicantValues) => ({
  ...values,
  languages: JSON.stringify(namesIn(languages)),
  skills: JSON.stringify(namesIn(skills)),
  ...contactKeys(values),
})

/** Names of a column as the form has them. */
export const inForm = (names: string): string => (JSON.parse(names) as string[]).join(', ')

/** Somebody new at NEW, whose right to work wasn't checked. */
export const newApplicant = (values: ApplicantValues, at: number, by: number | null) => ({
  ...columnsOfApplicant(values),
  ...{ rightToWork: 'NOT_CHECKED' as const, rightToWorkDocument: '', rightToWorkBy: null },
  ...{ rightToWorkAt: null, rightToWorkExpires: null, consentAt: at, stage: 'NEW' as const },
  ...{ stageSince: at, ownerID: null, contractTypeID: null, areaID: null, startDate: null },
  ...{ personID: null, createdAt: at, version: 1, changedBy: by, changedAt: at },
})
