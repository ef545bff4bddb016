import type { Kysely } from 'kysely'

/** Pages of records are narrowed to people: what they go by, where nothing led to it yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    ['failedSignInsOfPerson', 'failedSignIns', ['userID', 'at']],
    ['mailsOfPerson', 'mails', ['userID', 'createdAt']],
    ['qcReviewsOfReviewer', 'qcReviews', ['reviewerID', 'submittedAt']],
    ['remoteCommandsOfSender', 'remoteCommands', ['sentBy', 'sentAt']],
    ['applicantsOfOwner', 'applicants', ['ownerID']],
    ['usersOfManager', 'users', ['managerID']],
  ] as const
  for (const [name, table, columns] of indexes)
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute()
}
