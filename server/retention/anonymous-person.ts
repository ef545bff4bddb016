import type { Database } from '../db/database.ts'

/** Whose records are that nobody is to be found by any more. Nobody can sign in as them. */
const USER_NAME = 'former.colleagues'

/** The person who stands for people that records no longer name; made when first needed. */
export async function anonymousPerson(db: Database): Promise<number> {
  const known = () => db.selectFrom('users').where('userName', '=', USER_NAME).select('id').executeTakeFirst()
  const there = await known()
  if (there) return there.id
  await db
    .insertInto('users')
    .values({
      userName: USER_NAME,
      displayName: 'Former colleague',
      role: '',
      userType: 'EXTERNAL',
      areaID: null,
      managerID: null,
      email: null,
      passwordHash: '',
      isActive: 0,
      status: 'LEAVER',
      createdAt: 0,
      erasedAt: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await known()
  if (!made) throw new Error('There is nobody to stand for former colleagues.')
  return made.id
}
