import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  APPLICANT_SOURCES,
  APPLICANT_STAGES,
  type ApplicantSource,
  type ApplicantStage,
  RIGHT_TO_WORK,
  type RightToWork,
} from '../../domain/applicants.ts'
import { isOneLine } from '../../domain/one-line.ts'
import { WORK_LOCATION_WORDS, WORK_LOCATIONS } from '../../domain/person.ts'
import { type Field, recordType } from '../record.ts'

/** Longest texts of an applicant. Ours. */
export const APPLICANT_MAX = {
  ...{ name: 200, email: 254, mobile: 40, address: 500, languages: 500, skills: 500 },
  ...{ availability: 500, notes: 2000 },
} as const

const sources = Object.keys(APPLICANT_SOURCES) as ApplicantSource[]
const line = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.refine(isOneLine, 'This is one line of text.'))
const text = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')

/** What the form of an applicant holds (spec 6 §3). Languages and skills are names with commas between. */
export const applicantValues = z.object({
  name: line(APPLICANT_MAX.name).check(z.minLength(1)),
  /** '' for none; one of both is needed. */
  email: z._default(z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(254), z.email())]), ''),
  mobile: z._default(line(APPLICANT_MAX.mobile), ''),
  address: text(APPLICANT_MAX.address),
  source: z._default(z.enum(sources), 'OTHER'),
  /** Of the source AGENCY alone. */
  agencyID: z._default(z.nullable(recordID), null),
  languages: z._default(line(APPLICANT_MAX.languages), ''),
  skills: z._default(line(APPLICANT_MAX.skills), ''),
  availability: text(APPLICANT_MAX.availability),
  workLocation: z._default(z.enum(WORK_LOCATIONS), 'OFFICE'),
  notes: text(APPLICANT_MAX.notes),
  /** That they agreed to this being kept; nobody is kept without. */
  hasConsent: z._default(z.boolean(), false),
})
export type ApplicantValues = z.output<typeof applicantValues>

export const APPLICANT_FORM = {
  name: { kind: 'text', label: 'Name', max: APPLICANT_MAX.name, isRequired: true },
  email: { kind: 'text', label: 'E-mail', max: APPLICANT_MAX.email, hint: 'This or a mobile number.' },
  mobile: { kind: 'text', label: 'Mobile', max: APPLICANT_MAX.mobile },
  address: { kind: 'longText', label: 'Address', max: APPLICANT_MAX.address },
  source: { kind: 'choice', label: 'Source', choices: APPLICANT_SOURCES, isRequired: true },
  agencyID: { kind: 'choice', label: 'Agency', hint: 'Of who comes from an agency.' },
  languages: { kind: 'text', label: 'Languages', max: APPLICANT_MAX.languages, hint: 'With commas between.' },
  skills: { kind: 'text', label: 'Skills', max: APPLICANT_MAX.skills, hint: 'With commas between.' },
  availability: { kind: 'text', label: 'Availability', max: APPLICANT_MAX.availability },
  workLocation: { kind: 'choice', label: 'Works at', choices: WORK_LOCATION_WORDS, isRequired: true },
  notes: { kind: 'longText', label: 'Notes', max: APPLICANT_MAX.notes },
  hasConsent: { kind: 'yesNo', label: 'They agreed to this being kept' },
} as const satisfies Record<keyof ApplicantValues, Field>

const stage = z.enum(Object.keys(APPLICANT_STAGES) as ApplicantStage[])
const name = z.nullable(z.string())

/** Who applies for work (spec 6 §3): Recruitment › Users, Applicants. */
export const applicantRecord = recordType({
  name: 'applicant',
  page: 'recruitment.users',
  path: '/api/recruitment/applicants',
  spec: '6 §3.4',
  words: { one: 'applicant', many: 'applicants', none: 'No applicants in this stage.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...applicantValues.shape,
    agencyName: name,
    stage,
    /** Why they were rejected or withdrew, or go on without a test; '' else. */
    stageReason: z.string(),
    /** YYYY-MM-DD: from when who was rejected may apply again. */
    mayApplyFrom: name,
    daysInStage: z.int(),
    rightToWork: z.enum(Object.keys(RIGHT_TO_WORK) as RightToWork[]),
    ownerID: z.nullable(recordID),
    ownerName: name,
    createdAt: timestamp,
    /** Whether another has the same e-mail address or mobile number. */
    isDouble: z.boolean(),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 14 },
    stage: { kind: 'choice', label: 'Stage', choices: APPLICANT_STAGES, width: 8 },
    daysInStage: { kind: 'number', label: 'Days in stage', width: 7 },
    source: { kind: 'choice', label: 'Source', choices: APPLICANT_SOURCES, width: 8 },
    agencyName: { kind: 'text', isGroupable: true, label: 'Agency', width: 10 },
    rightToWork: { kind: 'choice', label: 'Right to work', choices: RIGHT_TO_WORK, width: 9 },
    ownerName: {
      kind: 'text',
      picks: { of: 'person', by: 'ownerID' },
      label: 'Owner',
      isSearched: true,
      width: 10,
    },
    isDouble: { kind: 'yesNo', label: 'Double', width: 6 },
    createdAt: { kind: 'moment', label: 'Applied', width: 10 },
    email: { kind: 'text', label: 'E-mail', isSearched: true, isExtra: true, width: 16 },
    mobile: { kind: 'text', label: 'Mobile', isSearched: true, isExtra: true },
  },
  order: [
    { field: 'createdAt', direction: 'DESC' },
    { field: 'name', direction: 'ASC' },
  ],
  permission: 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON',
})
