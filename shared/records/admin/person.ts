import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { PERSON_STATUSES, STATUS_WORDS, WORK_LOCATION_WORDS, WORK_LOCATIONS } from '../../domain/person.ts'
import { USER_TYPES } from '../../domain/user-types.ts'
import { type Column, recordType } from '../record.ts'

const name = z.nullable(z.string())
const day = z.nullable(z.string())

/** What every list of people says of one (spec 5 §3.1). */
export const personCoreRow = {
  id: recordID,
  version: recordVersion,
  displayName: z.string(),
  userName: z.string(),
  userType: z.string(),
  /** Their roles' names, in the order of the alphabet, with commas between. */
  roles: name,
  areaName: name,
  managerName: name,
  agencyName: name,
  contractTypeName: name,
  status: z.enum(PERSON_STATUSES),
  lastSignInAt: z.nullable(timestamp),
} as const

/** The columns that every page of people begins with (spec 5 §3.1). */
export const PERSON_CORE_COLUMNS = {
  displayName: {
    kind: 'text',
    picks: { of: 'person', by: 'id' },
    label: 'Name',
    isSearched: true,
    width: 14,
  },
  userName: { kind: 'text', label: 'User name', isSearched: true, width: 10 },
  userType: { kind: 'choice', label: 'User type', choices: USER_TYPES, width: 9 },
  roles: { kind: 'text', label: 'Roles', width: 11 },
  areaName: { kind: 'text', isGroupable: true, label: 'Area', isSearched: true, width: 9 },
  managerName: {
    kind: 'text',
    picks: { of: 'person', by: 'managerID' },
    label: 'Manager',
    isSearched: true,
    width: 10,
  },
  agencyName: { kind: 'text', isGroupable: true, label: 'Agency', isSearched: true, width: 9 },
  contractTypeName: { kind: 'text', isGroupable: true, label: 'Contract type', width: 9 },
  status: { kind: 'choice', label: 'Status', choices: STATUS_WORDS, width: 7 },
  lastSignInAt: { kind: 'moment', label: 'Last sign-in', width: 12 },
} as const satisfies Record<string, Column>

/** Admin › Active users: everybody who works here, suspended ones too (spec 5 §3.1). */
export const personRecord = recordType({
  name: 'person',
  page: 'admin.active-users',
  path: '/api/admin/users',
  spec: '5 §3.1',
  words: { one: 'person', many: 'people', none: 'Nobody works here yet.' },
  row: z.object({
    ...personCoreRow,
    email: name,
    /** Whether mail to that address came back. */
    isUnreached: z.boolean(),
    hasTwoFactor: z.boolean(),
    /** The id of the paired device. */
    companionDevice: name,
    isLocked: z.boolean(),
    /** Sign-ins that haven't ended. */
    sessions: z.int(),
    startDate: day,
    mobile: z.string(),
    payrollNumber: name,
    weeklyHours: z.nullable(z.number()),
    workLocation: z.enum(WORK_LOCATIONS),
  }),
  columns: {
    ...PERSON_CORE_COLUMNS,
    email: { kind: 'text', label: 'E-mail', isSearched: true, width: 15 },
    isUnreached: { kind: 'yesNo', label: 'Mail not reached', isExtra: true, width: 8 },
    hasTwoFactor: { kind: 'yesNo', label: 'Two-factor', width: 7 },
    companionDevice: { kind: 'text', label: 'Companion device', width: 10 },
    isLocked: { kind: 'yesNo', label: 'Locked', width: 6 },
    sessions: { kind: 'number', label: 'Sessions', width: 6 },
    startDate: { kind: 'day', label: 'Start date', width: 8 },
    mobile: { kind: 'text', label: 'Mobile', isExtra: true },
    payrollNumber: { kind: 'text', label: 'Payroll number', isSearched: true, isExtra: true },
    weeklyHours: { kind: 'number', unit: 'HOURS', label: 'Weekly hours', isExtra: true, width: 8 },
    workLocation: { kind: 'choice', label: 'Works at', choices: WORK_LOCATION_WORDS, isExtra: true },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: 'ADMIN_CAN_SEE_USERS',
})
