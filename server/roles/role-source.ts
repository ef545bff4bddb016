import type { Database } from '../db/database.ts'

/** All roles, with how many active people have each and how much it may do (spec 5 §4.2). */
export function roleSource(db: Database) {
  return db.selectFrom('roles as r').select((eb) => [
    'r.id',
    'r.version',
    'r.name',
    'r.description',
    eb
      .selectFrom('userRoles as u')
      .innerJoin('users', 'users.id', 'u.userID')
      .whereRef('u.roleID', '=', 'r.id')
      .where('users.isActive', '=', 1)
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('people'),
    eb
      .selectFrom('rolePermissions as p')
      .whereRef('p.roleID', '=', 'r.id')
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('permissionCount'),
    eb.case().when('r.builtIn', 'is', null).then(0).else(1).end().as('isBuiltIn'),
  ])
}
