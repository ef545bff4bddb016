import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import type { PersonStatus } from '#shared/domain/person.ts'
import type { Database } from '../db/database.ts'
import { type PeopleScope, type Viewer, within } from './scope.ts'

interface PeopleOptions {
  readonly viewer: Viewer
  readonly scope: PeopleScope
  readonly statuses: readonly PersonStatus[]
}

/** Everybody whom the viewer may see, with the columns that every page of people begins with (spec 5 §3.1). */
export function peopleSource(db: Database, { viewer, scope, statuses }: PeopleOptions) {
  return db
    .selectFrom('users as u')
    .leftJoin('areas', 'areas.id', 'u.areaID')
    .leftJoin('users as managers', 'managers.id', 'u.managerID')
    .leftJoin('agencies', 'agencies.id', 'u.agencyID')
    .leftJoin('contractTypes', 'contractTypes.id', 'u.contractTypeID')
    .where('u.id', '<>', SYSTEM_USER_ID)
    .where('u.status', 'in', statuses)
    .where((eb) => within(viewer, scope)(eb as never))
    .select((eb) => [
      'u.id',
      'u.version',
      'u.displayName',
      'u.userName',
      'u.userType',
      eb
        .selectFrom('userRoles')
        .innerJoin('roles', 'roles.id', 'userRoles.roleID')
        .whereRef('userRoles.userID', '=', 'u.id')
        .select((names) =>
          names.fn
            .agg<string | null>('string_agg', ['roles.name', names.val(', ')])
            .orderBy('roles.nameKey')
            .as('n'),
        )
        .as('roles'),
      'areas.name as areaName',
      'u.managerID',
      'managers.displayName as managerName',
      'agencies.name as agencyName',
      'contractTypes.name as contractTypeName',
      'u.status',
      'u.lastSignInAt',
    ])
}

/** The same with what Admin › Active users says besides. `now` in milliseconds since 1970. */
export function activeUsersSource(db: Database, viewer: Viewer, now: number) {
  return accountsSource(db, { viewer, scope: 'ALL', statuses: ['ACTIVE', 'SUSPENDED'] }, now)
}

/** People with the state of their accounts. */
export function accountsSource(db: Database, options: PeopleOptions, now: number) {
  return peopleSource(db, options).select((eb) => [
    'u.email',
    // A mark is of one address: another one hasn't come back.
    eb
      .case()
      .when('u.unreachedEmail', '=', eb.fn<string>('lower', ['u.email']))
      .then(1)
      .else(0)
      .end()
      .as('isUnreached'),
    eb
      .selectFrom('twoFactor')
      .whereRef('twoFactor.userID', '=', 'u.id')
      .where('twoFactor.secret', 'is not', null)
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('hasTwoFactor'),
    eb
      .selectFrom('devices')
      .whereRef('devices.userID', '=', 'u.id')
      .select((device) => device.fn.min<string | null>('devices.deviceID').as('n'))
      .as('companionDevice'),
    eb.case().when('u.lockedAt', 'is', null).then(0).else(1).end().as('isLocked'),
    eb
      .selectFrom('sessions')
      .whereRef('sessions.userID', '=', 'u.id')
      .where('sessions.revokedAt', 'is', null)
      .where('sessions.expiresAt', '>', now)
      .select((count) => count.fn.count<number>('sessions.signInID').distinct().as('n'))
      .as('sessions'),
    'u.startDate',
    'u.mobile',
    'u.payrollNumber',
    'u.weeklyHours',
    'u.workLocation',
  ])
}
