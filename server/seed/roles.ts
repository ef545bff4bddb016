import type { PermissionName } from '#shared/domain/permissions.ts'
import type { USER_TYPES } from '#shared/domain/user-types.ts'
import { BUILT_IN_ROLES, type BuiltInRole, OFFICE, STAFF, SUPERVISING } from '../roles/built-in-roles.ts'

/** Kinds of people in the seeded company, by what they may do. */
export type UserType =
  | 'INTERVIEWER'
  | 'SUPERVISOR'
  | 'MANAGER'
  | 'RESOURCE'
  | 'RECRUITER'
  | 'TRAINER'
  | 'HR'
  | 'AGENCY'
  | 'FINANCE'
  | 'ADMIN'
  | 'SUPPORT'
  | 'RESEARCHER'
  /** Somebody new who may only take the compatibility test. */
  | 'RECRUIT'
  /** Who works with the sensing module alone. */
  | 'SENSING'

/** The user type of each kind (spec 5 §3.1), which is what tokens and lists of people say. */
export const USER_TYPE_OF = {
  INTERVIEWER: 'INTERVIEWER',
  SUPERVISOR: 'SUPERVISOR',
  MANAGER: 'SUPERVISOR',
  RESOURCE: 'RESOURCE',
  RECRUITER: 'RECRUITER',
  TRAINER: 'TRAINER',
  HR: 'HR',
  AGENCY: 'AGENCY',
  FINANCE: 'FINANCE',
  ADMIN: 'ADMIN',
  SUPPORT: 'SUPPORT',
  RESEARCHER: 'RESEARCH',
  RECRUIT: 'INTERVIEWER',
  SENSING: 'EXTERNAL',
} as const satisfies Record<UserType, keyof typeof USER_TYPES>

/** The built-in role of each kind of person. Managers have a role of the company's own. */
export const BUILT_IN_ROLE_OF = {
  INTERVIEWER: 'INTERVIEWER',
  SUPERVISOR: 'SUPERVISOR',
  RESOURCE: 'RESOURCE_PLANNER',
  RECRUITER: 'RECRUITER',
  TRAINER: 'TRAINER',
  HR: 'HR',
  AGENCY: 'AGENCY_USER',
  FINANCE: 'FINANCE',
  ADMIN: 'ADMINISTRATOR',
  SUPPORT: 'SUPPORT',
  RESEARCHER: 'RESEARCHER',
  RECRUIT: 'RECRUIT',
  SENSING: 'SENSE_VIEWER',
} as const satisfies Record<Exclude<UserType, 'MANAGER'>, BuiltInRole>

/** A role that the seeded company made for itself. */
export const MANAGER_ROLE = {
  name: 'Contact centre manager',
  description: 'Runs a site: supervises, and sees what its people do and need.',
  permissions: [
    ...STAFF,
    ...OFFICE,
    ...SUPERVISING,
    'IMANAGER_CAN_SEE_MODULE',
    'IMANAGER_CAN_SEE_TRAINING',
    'IMANAGER_CAN_SEE_LIVE_STATUS',
    'IMANAGER_CAN_SEE_HOLIDAY_BALANCE',
    'IMANAGER_CAN_SEE_INTERACTIONS',
    'IRESOURCE_CAN_SEE_MODULE',
    'IRESOURCE_CAN_SEE_REPORTS',
    'EXTERNAL_POPOUT_MEETING',
    'CAN_UPDATE_MASTER_ACTIVITY',
    'CAN_FORCE_MASTER_ACTIVITY',
    'ITRACKER_CAN_ADD_RETRO_ACTIVITY_TIME',
    'BLOGS_CAN_REMOVE',
    'BLOGS_CAN_SEE_ALL',
    'CAN_MANAGE_USER_GROUPS',
    'ROOM_CAN_SEE_MODULE',
    'CAN_WORK_OUTSIDE_UK',
    'GAMIFICATION_IS_QUEST_MASTER',
  ],
} as const satisfies { name: string; description: string; permissions: readonly PermissionName[] }

/** What each kind of person may do. */
export const permissionsOfType = (type: UserType): readonly PermissionName[] =>
  type === 'MANAGER' ? MANAGER_ROLE.permissions : BUILT_IN_ROLES[BUILT_IN_ROLE_OF[type]].permissions
