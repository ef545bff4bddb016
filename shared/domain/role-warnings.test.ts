import { expect, test } from 'vitest'
import type { PermissionName } from './permissions.ts'
import { notApart } from './role-warnings.ts'

test.each<readonly [string, readonly PermissionName[]]>([
  ['changes and approves pay', ['HR_CAN_SEE_PAYROLL', 'HR_CAN_APPROVE_PAY']],
  ['claims expenses and approves them', ['IFINANCE_CAN_VIEW_EXPENSES', 'IFINANCE_CAN_MANAGE_EXPENSES']],
  ['makes quality forms and is scored by them', ['ISUPERVISOR_CAN_CREATE_QC_FORM', 'CAN_INTERVIEW']],
  [
    'grants permissions and sends e-mail to many people',
    ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS', 'ADMIN_CAN_SEND_DANGEROUS_EMAIL'],
  ],
])('who %s is warned of, and nobody who lacks one permission of it', (words, permissions) => {
  expect(notApart(permissions)).toEqual([words])
  for (const lacking of permissions)
    expect(notApart(permissions.filter((one) => one !== lacking))).toEqual([])
})
