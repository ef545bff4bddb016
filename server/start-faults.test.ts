import { expect, test } from 'vitest'
import { UpgradeFailedError } from './backup/upgrade.ts'
import { addGrantor, startTestServer } from './http/testing/test-server.ts'
import { endStatusOf, requireGrantor } from './start-faults.ts'

test('A009 a company without an active grantor ends the start with status 3 and says what to run; an unclaimed one starts', async () => {
  const claimed = await startTestServer()
  const refused: unknown = await requireGrantor(claimed.server).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    message: 'Nobody can grant permissions. Run fieldwork-admin create-admin.',
  })
  expect(endStatusOf(refused)).toBe(3)
  await addGrantor(claimed)
  await requireGrantor(claimed.server)
  await claimed.server.db.updateTable('users').set({ isActive: 0 }).execute()
  await expect(requireGrantor(claimed.server)).rejects.toThrow('Nobody can grant permissions.')
  await claimed.server.close()

  const unclaimed = await startTestServer({ isUnclaimed: true })
  await requireGrantor(unclaimed.server)
  await unclaimed.server.close()
})

test('what else keeps a server from starting ends it with 1, and a failed upgrade with 5', () => {
  expect(endStatusOf(new Error('EADDRINUSE'))).toBe(1)
  expect(endStatusOf(Object.create(UpgradeFailedError.prototype))).toBe(5)
})
