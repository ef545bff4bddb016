/**
 * Writes without end, each time two rows in one transaction, and says of each when it was answered:
 * `node die-at-destruction.ts DATA BACKUPS`. Whoever started it kills it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { copyBaseByProcess } from '../../server/backup/by-process.ts'
import { keepShipping, LogShipper } from '../../server/backup/log-shipper.ts'
import { databaseFileOf } from '../../server/db/data-folder.ts'
import { openDatabase } from '../../server/db/database.ts'

const [data = '', to = '', from = '0'] = process.argv.slice(2)
const databaseFile = databaseFileOf(data)
const db = await openDatabase(databaseFile)
const folders = { databaseFile, filesFolder: null, widgetFolder: null, auditRootsFile: null }
const shipper = await LogShipper.begin({
  ...folders,
  ...{ db, to, build: 'test', clock: () => Date.now(), copyBase: copyBaseByProcess },
})
keepShipping(shipper, (fault) => process.stderr.write(`${fault}\n`))
process.stdout.write('ready\n')
for (let number = Number(from); ; number++) {
  // Some are large, so that SQLite's log is emptied now and then.
  const value = 'x'.repeat(number % 50 === 0 ? 300_000 : 100)
  await db.transaction().execute(async (trx) => {
    for (const side of ['left', 'right'])
      await trx
        .insertInto('settings')
        .values({ name: `${side} ${number}`, value })
        .execute()
    if (number >= 300)
      await trx
        .deleteFrom('settings')
        .where('name', 'in', [`left ${number - 300}`, `right ${number - 300}`])
        .execute()
  })
  process.stdout.write(`${number} ${Date.now()}\n`)
  await delay(number % 7)
}
