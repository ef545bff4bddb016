import { expect, test } from 'vitest'
import { addPerson, startTestServer } from '../../http/testing/test-server.ts'
import { takeSnapshot } from './snapshot.ts'

test('what was changed, added and removed after it is as it was, and so is what is counted and found', async () => {
  const server = await startTestServer()
  const { db } = server.server
  for (const userName of ['ann', 'bob']) await addPerson(server, { userName })
  const addNote = (text: string, userID = 1) =>
    db
      .insertInto('stickyNotes')
      .values({ userID, text, colour: 'BLUE', x: 0, y: 0, updatedAt: 0, deletedAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  await addNote('kept')
  const restore = await takeSnapshot(db)
  for (let round = 0; round < 2; round++) {
    expect((await addNote('added')).id).toBe(2)
    await db.updateTable('stickyNotes').set({ text: 'changed' }).execute()
    await db.deleteFrom('users').where('id', '=', 2).execute()
    await restore()
    expect(await db.selectFrom('stickyNotes').select(['id', 'text']).execute()).toEqual([
      { id: 1, text: 'kept' },
    ])
    expect(await db.selectFrom('users').select('userName').orderBy('userName').execute()).toEqual([
      { userName: 'ann' },
      { userName: 'bob' },
    ])
  }
  await expect(addNote('of nobody', 3)).rejects.toThrow(/foreign key/i)
  await server.server.close()
})
