import type { ApplicantSource, ApplicantStage } from '#shared/domain/applicants.ts'
import type { WorkLocation } from '#shared/domain/person.ts'
import { newApplicant } from '../applicants/applicant-rules.ts'
import type { Database } from '../db/database.ts'
import { personCalled } from './people.ts'
import { DAY } from './timeline.ts'

type Row = readonly [
  name: string,
  mobile: string,
  source: ApplicantSource,
  stage: ApplicantStage,
  days: number,
  languages: string,
  at: WorkLocation,
  owner: string | null,
  notes: string,
]

/** Who applies at the demo company. */
const ROWS: readonly Row[] = [
  ['Ayesha Rahman', '07700 900611', 'WEBSITE', 'NEW', 0.2, 'English, Bengali', 'OFFICE', null, 'Evenings.'],
  ['Tom Ogden', '07700 900612', 'JOB_BOARD', 'NEW', 1.4, 'English', 'HOME', null, ''],
  ['Marta Silva', '07700 900613', 'WEBSITE', 'NEW', 2.3, 'English, Portuguese', 'BOTH', 'Tariq Mahmood', ''],
  [
    ...(['Gwen Price', '07700 900614', 'REFERRAL', 'SCREENING', 3, 'English, Welsh'] as const),
    ...(['OFFICE', 'Tariq Mahmood', 'Knows Carys Evans.'] as const),
  ],
  ['Liam Docherty', '07700 900615', 'WEBSITE', 'SCREENING', 6, 'English', 'HOME', 'Laura Finch', ''],
  ['Noor Haddad', '07700 900616', 'JOB_BOARD', 'TEST', 4, 'English, Arabic', 'OFFICE', 'Laura Finch', ''],
  ['Peter Lumb', '07700 900617', 'RETURNER', 'INTERVIEW', 5, 'English', 'OFFICE', 'Laura Finch', ''],
  ['Sasha Boyd', '07700 900618', 'AGENCY', 'INTERVIEW', 8, 'English', 'HOME', 'Laura Finch', ''],
  ['Marta da Silva', '07700900613', 'JOB_BOARD', 'REJECTED', 40, 'English', 'BOTH', 'Tariq Mahmood', ''],
  ['Ewan Muir', '07700 900619', 'WALK_IN', 'HIRED', 3, 'English', 'OFFICE', 'Laura Finch', ''],
]

/** Applicants of the demo company, at most stages. */
export async function seedApplicants(trx: Database, now: number): Promise<void> {
  await trx
    .insertInto('applicants')
    .values(
      ROWS.map(([name, mobile, source, stage, days, languages, workLocation, owner, notes]) => {
        const since = Math.round(now - days * DAY)
        const values = {
          ...{ name, mobile, source, languages, workLocation, notes, address: '', skills: '' },
          hasConsent: true,
          email: `${name.toLowerCase().replaceAll(' ', '.')}@mail.example`,
          ...{ agencyID: source === 'AGENCY' ? 1 : null, availability: 'Weekday evenings and Saturdays' },
        }
        return {
          ...newApplicant(values, since - DAY, null),
          ...{ stage, stageSince: since, ownerID: owner === null ? null : personCalled(owner).id },
          stageReason: stage === 'REJECTED' ? 'Couldn’t be reached' : '',
          ...(stage === 'HIRED' && {
            ...{
              contractTypeID: 1,
              areaID: 1,
              startDate: new Date(now + 9 * DAY).toISOString().slice(0, 10),
            },
          }),
        }
      }),
    )
    .execute()
}
