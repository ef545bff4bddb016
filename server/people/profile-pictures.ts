import { pictureTypeOf } from '#shared/domain/profile-picture.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** @throws Refusal 400 where the bytes are no picture. */
export async function keepPicture(
  db: Database,
  clock: Clock,
  userID: number,
  content: Uint8Array,
): Promise<void> {
  const contentType = pictureTypeOf(content)
  if (contentType === null) throw new Refusal(400, 'picture.type')
  const row = { userID, contentType, content, updatedAt: clock() }
  await db
    .insertInto('profilePictures')
    .values(row)
    .onConflict((conflict) => conflict.column('userID').doUpdateSet(row))
    .execute()
}

/** Pictures of these people as data addresses, by person; those who have none are left out. */
export async function avatarsOf(
  db: Database,
  userIDs: readonly number[],
): Promise<{ userID: number; avatar: string }[]> {
  if (userIDs.length === 0) return []
  const rows = await db
    .selectFrom('profilePictures')
    .where('userID', 'in', userIDs)
    .select(['userID', 'contentType', 'content'])
    .orderBy('userID')
    .execute()
  return rows.map(({ userID, contentType, content }) => ({
    userID,
    avatar: `data:${contentType};base64,${Buffer.from(content).toString('base64')}`,
  }))
}
