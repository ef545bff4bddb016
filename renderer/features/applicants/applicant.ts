import type * as z from 'zod/mini'
import type { ListedRow } from '#shared/records/record.ts'
import type { applicantRecord } from '#shared/records/recruitment/applicant.ts'

export type Applicant = z.output<typeof applicantRecord.row>

/** The record of the panel, as the server answered it. */
export const applicantIn = (record: ListedRow): Applicant => record as unknown as Applicant

export const timelineKey = (id: number) => ['applicant-timeline', id]

/** The form has an agency as a text, which may be none. */
export const agencyOf = (chosen: unknown): number | null =>
  chosen === '' || chosen === null || chosen === undefined ? null : Number(chosen)
