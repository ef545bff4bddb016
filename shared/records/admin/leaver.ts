import * as z from 'zod/mini'
import { LEAVE_REASON_WORDS } from '../../domain/leaving.ts'
import { LEAVE_REASONS } from '../../domain/person.ts'
import { recordType } from '../record.ts'
import { PERSON_CORE_COLUMNS, personCoreRow } from './person.ts'

/** Admin › Reinstate users: who left and wasn't erased (spec 5 §3.1). */
export const leaverRecord = recordType({
  name: 'leaver',
  page: 'admin.reinstate-users',
  path: '/api/admin/users/leavers',
  spec: '5 §3.1, §3.5',
  words: { one: 'leaver', many: 'leavers', none: 'Nobody has left.' },
  row: z.object({
    ...personCoreRow,
    leaveDate: z.nullable(z.string()),
    leaveReason: z.nullable(z.enum(LEAVE_REASONS)),
    /** Who let them go; null where it is not known. */
    deactivatedByName: z.nullable(z.string()),
    /** When their data is to be erased, as far as that is decided. */
    erasureDue: z.nullable(z.string()),
  }),
  columns: {
    ...PERSON_CORE_COLUMNS,
    leaveDate: { kind: 'day', label: 'Leave date', width: 8 },
    leaveReason: { kind: 'choice', label: 'Reason', choices: LEAVE_REASON_WORDS, width: 9 },
    deactivatedByName: {
      kind: 'text',
      picks: { of: 'person', by: 'deactivatedBy' },
      label: 'Deactivated by',
      width: 10,
    },
    erasureDue: { kind: 'day', label: 'Erasure due', width: 8 },
  },
  order: [{ field: 'leaveDate', direction: 'DESC' }],
  permission: 'ADMIN_CAN_REINSTATE_USERS',
})
