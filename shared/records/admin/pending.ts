import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { RIGHT_TO_WORK, type RightToWork } from '../../domain/applicants.ts'
import { recordType } from '../record.ts'
import { PERSON_CORE_COLUMNS } from './person.ts'

/** Where somebody is on the way in: hired and not a person yet, or with onboarding tasks to do. */
export const PENDING_STAGES = { HIRED: 'Hired', ONBOARDING: 'Onboarding' } as const
export type PendingStage = keyof typeof PENDING_STAGES
const stages = Object.keys(PENDING_STAGES) as PendingStage[]

const name = z.nullable(z.string())

/** Who waits to start: applicants at HIRED, and people with unfinished onboarding tasks (spec 5 §3.1). */
export const pendingRecord = recordType({
  name: 'pending',
  page: 'admin.pending-recruitment',
  path: '/api/admin/users/pending',
  spec: '5 §3.1',
  words: { one: 'starter', many: 'starters', none: 'Nobody is waiting to start.' },
  row: z.object({
    /** Of a person twice their id, of an applicant one more. */
    id: recordID,
    version: recordVersion,
    /** One of both is null. */
    personID: z.nullable(recordID),
    applicantID: z.nullable(recordID),
    displayName: z.string(),
    userName: name,
    userType: name,
    roles: name,
    areaName: name,
    managerName: name,
    agencyName: name,
    contractTypeName: name,
    status: name,
    stage: z.enum(stages),
    tasksDone: z.int(),
    tasksAll: z.int(),
    /** The task that has been open for longest. */
    oldestTask: name,
    responsible: name,
    startDate: name,
    rightToWork: z.nullable(z.enum(Object.keys(RIGHT_TO_WORK) as RightToWork[])),
  }),
  columns: {
    displayName: {
      ...PERSON_CORE_COLUMNS.displayName,
      // People and applicants share the page's ids.
      ...{ picks: { of: 'person', by: 'personID' }, width: 15 },
      isGroupable: false,
    },
    stage: { kind: 'choice', label: 'Stage', choices: PENDING_STAGES, width: 9 },
    tasksDone: { kind: 'number', label: 'Tasks done', width: 8 },
    tasksAll: { kind: 'number', label: 'Of all', width: 6 },
    oldestTask: { kind: 'text', label: 'Oldest open task', isSearched: true, width: 18 },
    responsible: {
      ...{ kind: 'choice', label: 'Responsible', width: 9 },
      choices: { ANYONE: 'Anyone', EMPLOYER: 'Employer', AGENCY: 'Agency', USER: 'User' },
    },
    startDate: { kind: 'day', label: 'Start date', width: 9 },
    userType: { ...PERSON_CORE_COLUMNS.userType, width: 10 },
    areaName: PERSON_CORE_COLUMNS.areaName,
    managerName: PERSON_CORE_COLUMNS.managerName,
    agencyName: PERSON_CORE_COLUMNS.agencyName,
    contractTypeName: { ...PERSON_CORE_COLUMNS.contractTypeName, width: 10 },
    userName: { ...PERSON_CORE_COLUMNS.userName, isExtra: true },
    roles: { ...PERSON_CORE_COLUMNS.roles, isExtra: true },
    rightToWork: { kind: 'choice', label: 'Right to work', choices: RIGHT_TO_WORK, isExtra: true },
  },
  order: [
    { field: 'startDate', direction: 'ASC' },
    { field: 'displayName', direction: 'ASC' },
  ],
  // Recruitment › Users, Onboarding, lists them, too (spec 6 §3.4).
  permission: { anyOf: ['ADMIN_CAN_SEE_PENDING_RECRUITMENT', 'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'] },
})
