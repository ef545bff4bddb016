import type { Database } from '../database.ts'

/** Adds people who can't sign in; gives their ids in the order of their names. */
export async function addNames(db: Database, ...names: readonly string[]): Promise<number[]> {
  const rows = names.map((displayName) => ({
    userName: displayName.toLowerCase(),
    displayName,
    role: 'Interviewer',
    userType: 'INTERVIEWER' as const,
    areaID: null,
    managerID: null,
    email: null,
    passwordHash: '',
    isActive: 1,
    status: 'ACTIVE' as const,
    createdAt: 0,
  }))
  const added = await db.insertInto('users').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}
