import type { Kysely } from 'kysely'

interface Settings {
  settings: { name: string; value: string }
}

/** Parts of what a device must meet that were one setting and are one each (spec 5 §5.1). */
const DEVICE_PARTS = [
  'isEnabled',
  'testsToRun',
  'testsToPass',
  'allowVPN',
  'requireUSBHeadset',
  'skipInternetCheck',
  'skipMicrophoneCheck',
  'skipCameraCheck',
  'skipSpeakersCheck',
  'showWindowsAccountCreation',
  'thresholds',
]

function partsOf(text: string): { name: string; value: string }[] {
  try {
    const whole: unknown = JSON.parse(text)
    if (typeof whole !== 'object' || whole === null) return []
    return Object.entries(whole)
      .filter(([name]) => DEVICE_PARTS.includes(name))
      .map(([name, value]) => ({ name: `setting.devices.${name}`, value: JSON.stringify(value) }))
  } catch {
    return []
  }
}

/** Who changed a setting when, and what it was before (spec 5 §5.1). All values are JSON from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('settings')
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('settings').addColumn('changedBy', 'integer').execute()
  await schema.alterTable('settings').addColumn('changedAt', 'bigint').execute()
  await schema
    .createTable('settingHistory')
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .addColumn('key', 'text', (c) => c.notNull())
    // JSON; null where the default held.
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('changedBy', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('changedAt', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('settingHistoryOfKey').on('settingHistory').columns(['key', 'id']).execute()

  const rows = db as Kysely<Settings>
  const of = (name: string) =>
    rows.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  const forget = (name: string) => rows.deleteFrom('settings').where('name', '=', name).execute()
  const keep = (name: string, value: string) =>
    rows.updateTable('settings').set({ value }).where('name', '=', name).execute()

  const summary = await of('logoutSummary')
  if (summary) await (summary.value === 'yes' ? forget('logoutSummary') : keep('logoutSummary', 'false'))
  const number = await of('emergencyNumber')
  if (number)
    await (number.value === '999'
      ? forget('emergencyNumber')
      : keep('emergencyNumber', JSON.stringify(number.value)))
  const devices = await of('deviceSettings')
  if (!devices) return
  const parts = partsOf(devices.value)
  if (parts.length > 0) await rows.insertInto('settings').values(parts).execute()
  await forget('deviceSettings')
}
