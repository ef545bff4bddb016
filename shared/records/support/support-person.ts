import * as z from 'zod/mini'
import { GRADE_LABELS, GRADES } from '../../domain/device-grading.ts'
import { PERSON_CORE_COLUMNS, personCoreRow } from '../admin/person.ts'
import { recordType } from '../record.ts'

/** Support › Home, People: who works here, with what support asks about (spec 5 §3.1). */
export const supportPersonRecord = recordType({
  name: 'supportPerson',
  page: 'support.home',
  path: '/api/support/people',
  spec: '5 §3.1',
  words: { one: 'person', many: 'people', none: 'Nobody works here yet.' },
  row: z.object({
    ...personCoreRow,
    /** By support, or by too many failed sign-ins. */
    isLocked: z.boolean(),
    /** Of their last sign-in that goes on, else of the paired device. */
    deviceID: z.nullable(z.string()),
    desktopVersion: z.nullable(z.string()),
    /** Whether that is below the minimum. */
    isDesktopOld: z.boolean(),
    /** Of their last speed test. */
    grade: z.nullable(z.enum(GRADES)),
    openTickets: z.int(),
    /** Whether they are in SYSTEM ISSUES now. */
    hasSystemIssues: z.boolean(),
    /** Minutes of London's today in SYSTEM ISSUES. */
    systemIssueMinutes: z.int(),
  }),
  columns: {
    ...PERSON_CORE_COLUMNS,
    isLocked: { kind: 'yesNo', label: 'Locked', width: 6 },
    deviceID: { kind: 'text', label: 'Device id', isSearched: true, width: 10 },
    desktopVersion: { kind: 'text', isGroupable: true, label: 'Desktop version', width: 9 },
    grade: { kind: 'choice', label: 'Last speed test', choices: GRADE_LABELS, width: 9 },
    openTickets: { kind: 'number', isSummed: true, label: 'Open tickets', width: 7 },
    isDesktopOld: { kind: 'yesNo', label: 'Below the minimum version', isExtra: true },
    hasSystemIssues: { kind: 'yesNo', label: 'System issues now', isExtra: true },
    systemIssueMinutes: { kind: 'number', label: 'System issues today (min)', isExtra: true },
  },
  order: [{ field: 'displayName', direction: 'ASC' }],
  permission: 'SUPPORT_CAN_SEE_MODULE',
})
