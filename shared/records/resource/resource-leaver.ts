import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { LEAVE_REASON_WORDS } from '../../domain/leaving.ts'
import { LEAVE_REASONS } from '../../domain/person.ts'
import { recordType } from '../record.ts'

/** Resource › Leavers: who leaves, or left within 12 months (spec 4 §4.5.14). */
export const resourceLeaverRecord = recordType({
  name: 'resourceLeaver',
  page: 'resource.leavers',
  path: '/api/resource/leavers',
  spec: '4 §4.5.14, §5.5',
  words: { one: 'leaver', many: 'leavers', none: 'Nobody is leaving.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    managerName: z.nullable(z.string()),
    contractType: z.nullable(z.string()),
    leaveDate: z.iso.date(),
    leaveReason: z.nullable(z.enum(LEAVE_REASONS)),
    /** To come; and those of them after the leave date. */
    shifts: z.int(),
    lateShifts: z.int(),
    allocations: z.int(),
    /** Bookings and shift requests that wait. */
    requests: z.int(),
    /** Hours; null where nobody says what they work a week. */
    holidayRemaining: z.nullable(z.number()),
    tickets: z.int(),
    /** Remote desktops that stand at them. */
    equipment: z.int(),
    /** To the leave date; negative once they are gone. */
    daysLeft: z.int(),
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'id' },
      label: 'Name',
      isSearched: true,
      width: 13,
    },
    leaveDate: { kind: 'day', label: 'Leave date', width: 8 },
    daysLeft: { kind: 'number', label: 'Days left', width: 6 },
    areaName: { kind: 'text', isGroupable: true, label: 'Area', isSearched: true, width: 9 },
    leaveReason: { kind: 'choice', label: 'Reason', choices: LEAVE_REASON_WORDS, width: 9 },
    shifts: { kind: 'number', isSummed: true, label: 'Future shifts', width: 7 },
    lateShifts: { kind: 'number', isSummed: true, label: 'After leaving', width: 7 },
    allocations: { kind: 'number', isSummed: true, label: 'Allocations', width: 7 },
    requests: { kind: 'number', isSummed: true, label: 'Requests', width: 6 },
    holidayRemaining: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Holiday left, h', width: 8 },
    tickets: { kind: 'number', isSummed: true, label: 'Open tickets', width: 7 },
    equipment: { kind: 'number', isSummed: true, label: 'Equipment', width: 7 },
    managerName: { kind: 'text', picks: { of: 'person', by: 'managerID' }, label: 'Manager', width: 10 },
    contractType: { kind: 'text', isGroupable: true, label: 'Contract type', width: 9 },
  },
  order: [{ field: 'leaveDate', direction: 'DESC' }],
  permission: 'IRESOURCE_CAN_SEE_LEAVERS',
})
