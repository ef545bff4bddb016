import type { PermissionName } from './permissions.ts'

/** Pairs of abilities that one person should better not have together (spec 5 §4.2). */
const APART: readonly {
  readonly one: readonly PermissionName[]
  readonly other: readonly PermissionName[]
  readonly words: string
}[] = [
  { one: ['HR_CAN_SEE_PAYROLL'], other: ['HR_CAN_APPROVE_PAY'], words: 'changes and approves pay' },
  {
    one: ['IFINANCE_CAN_VIEW_EXPENSES'],
    other: ['IFINANCE_CAN_MANAGE_EXPENSES'],
    words: 'claims expenses and approves them',
  },
  {
    one: ['ISUPERVISOR_CAN_CREATE_QC_FORM'],
    other: ['CAN_INTERVIEW'],
    words: 'makes quality forms and is scored by them',
  },
  {
    one: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
    other: ['ADMIN_CAN_SEND_DANGEROUS_EMAIL'],
    words: 'grants permissions and sends e-mail to many people',
  },
]

/** What should be apart and isn't in a set of permissions, in words. */
export function notApart(permissions: Iterable<PermissionName>): readonly string[] {
  const held = new Set(permissions)
  return APART.filter(({ one, other }) => [...one, ...other].every((name) => held.has(name))).map(
    ({ words }) => words,
  )
}
