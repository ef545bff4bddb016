import type { ComponentType } from 'react'
import { ACCESS_PERMISSIONS, MAY_RESET } from '#shared/domain/account-access.ts'
import { MAY_DEACTIVATE } from '#shared/domain/leaving.ts'
import type { PermissionRule } from '#shared/domain/permission-rule.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PersonalData } from '../privacy/index.ts'
import type { PanelTab } from '../records/index.ts'
import { CREDENTIAL_TEXT as CREDENTIALS, PersonCredentials } from '../tool-credentials/index.ts'
import { TEXT as ACCESS } from './access/text.ts'
import { TEXT as LEAVING } from './leaving/text.ts'
import { TEXT } from './text.ts'
import { detailsOf } from './words.ts'

/**
 * The parts of a person's panel beside the overview. A new one is one line: its body is given the person as
 * `getPerson` answers (PersonDetails), and calls `onDone` with them once it changed something.
 */
export const PERSON_TABS: readonly PanelTab[] = [
  {
    key: 'employment',
    label: TEXT.employment,
    permission: { anyOf: ['HR_CAN_SEE_EMPLOYMENT_HISTORY', 'ADMIN_CAN_SEE_USERS'] },
    Body: lazyCode(async () => (await import('./Employment.tsx')).Employment),
  },
  {
    key: 'skills',
    label: TEXT.facts.skills,
    permission: { anyOf: ['HR_CAN_SEE_EMPLOYMENT_HISTORY', 'ADMIN_CAN_SEE_USERS'] },
    Body: lazyCode(async () => (await import('./Skills.tsx')).Skills),
  },
  {
    key: 'access',
    label: ACCESS.access,
    permission: { anyOf: ACCESS_PERMISSIONS },
    Body: lazyCode(async () => (await import('./access/Access.tsx')).Access),
  },
  {
    key: 'settings',
    label: ACCESS.settings,
    permission: 'SUPPORT_CAN_EDIT_USER_SETTINGS',
    Body: lazyCode(async () => (await import('./access/PersonalSettings.tsx')).PersonalSettings),
  },
  {
    key: 'roles',
    label: TEXT.roles,
    Body: lazyCode(async () => (await import('./PersonRoles.tsx')).PersonRoles),
  },
  {
    key: 'credentials',
    label: CREDENTIALS.tab,
    permission: { anyOf: ['ADMIN_CAN_MANAGE_CREDENTIALS', 'CAN_DELETE_VPN'] },
    Body: PersonCredentials,
  },
  {
    key: 'checklist',
    label: TEXT.checklist,
    Body: lazyCode(async () => (await import('./Checklist.tsx')).Checklist),
  },
  {
    key: 'data',
    label: TEXT.personalData,
    permission: 'ADMIN_CAN_ERASE_PERSONAL_DATA',
    Body: PersonalData,
  },
  {
    key: 'history',
    label: TEXT.history,
    Body: lazyCode(async () => (await import('./History.tsx')).History),
  },
]

/** Something that can be done to somebody from their panel's menu 'More'. */
export interface PersonAction {
  readonly key: string
  readonly label: string
  readonly permission: PermissionRule
  /** Red, since it works against the person's will. */
  readonly isGrave?: true
  readonly isFor: (person: ListedRow) => boolean
  /**
   * Its dialog, open as long as it is shown. `onDone` is given the person as `getPerson` answers then, or nobody where
   * the dialog has said what it did.
   */
  readonly Dialog: ComponentType<{
    readonly person: ListedRow
    readonly onClose: () => void
    readonly onDone: (person?: ListedRow) => void
  }>
}

const accountDialogs = () => import('./AccountDialogs.tsx')

/** What can be done to somebody. A new action is one line. */
export const PERSON_ACTIONS: readonly PersonAction[] = [
  {
    key: 'invite',
    label: TEXT.inviteMenu,
    permission: 'ADMIN_CAN_EDIT_USERS',
    isFor: ({ status, signInMethod, email }) =>
      status === 'ACTIVE' && signInMethod !== 'SINGLE_SIGN_ON' && email !== '' && email !== null,
    Dialog: lazyCode(async () => (await accountDialogs()).InviteDialog),
  },
  {
    key: 'suspend',
    label: TEXT.suspendMenu,
    permission: 'ADMIN_CAN_EDIT_USERS',
    isGrave: true,
    isFor: ({ status }) => status === 'ACTIVE',
    Dialog: lazyCode(async () => (await accountDialogs()).SuspendDialog),
  },
  {
    key: 'lift',
    label: TEXT.lift,
    permission: 'ADMIN_CAN_EDIT_USERS',
    isFor: ({ status }) => status === 'SUSPENDED',
    Dialog: lazyCode(async () => (await accountDialogs()).LiftDialog),
  },
  {
    key: 'reset-password',
    label: ACCESS.reset,
    permission: MAY_RESET,
    isFor: (person) => person.status === 'ACTIVE',
    Dialog: lazyCode(async () => (await import('./access/ResetPassword.tsx')).ResetPasswordOf),
  },
  {
    key: 'reset-two-factor',
    label: ACCESS.resetTwoFactor,
    permission: MAY_RESET,
    isFor: (person) => person.hasTwoFactor === true && person.status !== 'LEAVER',
    Dialog: lazyCode(async () => (await import('./access/account-dialogs.tsx')).ResetTwoFactorDialog),
  },
  {
    key: 'lock',
    label: ACCESS.lock,
    permission: 'SUPPORT_CAN_LOCK_ACCOUNT',
    isGrave: true,
    isFor: (person) => person.isLocked === false && person.status !== 'LEAVER',
    Dialog: lazyCode(async () => (await import('./access/account-dialogs.tsx')).LockDialog),
  },
  {
    key: 'unlock',
    label: ACCESS.unlock,
    permission: 'SUPPORT_CAN_UNLOCK_ACCOUNT',
    isFor: (person) => person.isLocked === true && person.status !== 'LEAVER',
    Dialog: lazyCode(async () => (await import('./access/account-dialogs.tsx')).UnlockDialog),
  },
  {
    key: 'deactivate',
    label: LEAVING.deactivate,
    permission: MAY_DEACTIVATE,
    isGrave: true,
    isFor: (person) => person.status !== 'LEAVER' && detailsOf(person).leaving === null,
    Dialog: lazyCode(async () => (await import('./leaving/DeactivateDialog.tsx')).DeactivateDialog),
  },
  {
    key: 'cancel-leaving',
    label: LEAVING.cancelLeaving,
    permission: MAY_DEACTIVATE,
    isFor: (person) => detailsOf(person).leaving !== null,
    Dialog: lazyCode(async () => (await import('./leaving/CancelLeavingDialog.tsx')).CancelLeavingDialog),
  },
]
