import { PERMISSIONS } from '#shared/domain/permissions.ts'
import type { MessageChannel, MessageKind } from '#shared/domain/quiet-limits.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import { audioSettingOf } from '../settings/person-settings.ts'
import { companyName } from '../setup/company-name.ts'
import { e164 } from './message-route.ts'

/** What messages are made of was read up to here, by id. */
interface ReadUpTo {
  readonly notification: number
  readonly defcon: number
}

const UP_TO = 'messagesUpTo'
const AT_ONCE = 200

/** A message that is to be put into the queue. */
export interface NewMessage {
  readonly channel: MessageChannel
  readonly kind: MessageKind
  readonly userID: number
  readonly to: string
  readonly text: string
  readonly about: string
  readonly shiftAt: number | null
  /** When what it tells of happened. */
  readonly madeAt: number
}

interface Collecting {
  readonly db: Database
  readonly isOnline: (userID: number) => boolean
  /** The channels that are set up. */
  readonly channels: ReadonlySet<MessageChannel>
  /** What happened before tells nobody anything any more. */
  readonly since: number
}

async function newest(db: Database): Promise<ReadUpTo> {
  const last = async (table: 'notifications' | 'defconAlerts') => {
    const { id } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return Number(id ?? 0)
  }
  return { notification: await last('notifications'), defcon: await last('defconAlerts') }
}

const addressesOf = async (db: Database, userID: number) =>
  (await db.selectFrom('pushTokens').where('userID', '=', userID).select('fcm').execute()).map(
    ({ fcm }) => fcm,
  )

/** What a notification becomes, by its person's toggles (spec 2 §3). */
async function ofNotification(
  { db, isOnline, channels }: Collecting,
  row: {
    id: number
    userID: number
    subject: string
    source: string
    sourceID: number | null
    entryTime: number
  },
): Promise<NewMessage[]> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', row.userID)
    .where('isActive', '=', 1)
    .select(['id', 'mobile'])
    .executeTakeFirst()
  if (!person) return []
  const audio = await audioSettingOf(db, row.userID)
  const isOn = (toggle: typeof audio.mobileAppNotificationSetting) =>
    toggle.isEnabled && !(toggle.notifyWhenOfflineOnly && isOnline(row.userID))
  const shift =
    row.source === 'SHIFT' && row.sourceID !== null
      ? await db.selectFrom('shifts').where('id', '=', row.sourceID).select('start').executeTakeFirst()
      : undefined
  const message = {
    userID: row.userID,
    kind: shift ? ('SHIFT' as const) : ('NOTIFICATION' as const),
    text: row.subject,
    about: `notification ${row.id}`,
    shiftAt: shift?.start ?? null,
    madeAt: row.entryTime,
  }
  const made: NewMessage[] = []
  if (channels.has('PUSH') && isOn(audio.mobileAppNotificationSetting))
    for (const to of await addressesOf(db, row.userID)) made.push({ ...message, channel: 'PUSH', to })
  const number = e164(person.mobile)
  if (channels.has('WHATSAPP') && number !== null && isOn(audio.whatsappNotificationSetting)) {
    const may = await db
      .selectFrom('userPermissions')
      .where('userID', '=', row.userID)
      .where('permission', '=', PERMISSIONS.CAN_USE_WHATSAPP)
      .select('userID')
      .executeTakeFirst()
    if (may) made.push({ ...message, channel: 'WHATSAPP', to: number })
  }
  return made
}

/** Defcon reaches every active person: by push, else by SMS. */
async function ofDefcon(
  { db, channels }: Collecting,
  { id, isDrill, startTime }: { id: number; isDrill: number; startTime: number },
): Promise<NewMessage[]> {
  const people = await db
    .selectFrom('users')
    .where('isActive', '=', 1)
    .where('id', '>', 0)
    .select(['id', 'mobile'])
    .execute()
  const company = await companyName(db)
  const text = `${isDrill === 1 ? 'Drill: ' : ''}Defcon at ${company}. Open Fieldwork now.`
  const made: NewMessage[] = []
  for (const { id: userID, mobile } of people) {
    const message = {
      userID,
      kind: 'DEFCON' as const,
      text,
      about: `defcon ${id}`,
      shiftAt: null,
      madeAt: startTime,
    }
    const devices = channels.has('PUSH') ? await addressesOf(db, userID) : []
    for (const to of devices) made.push({ ...message, channel: 'PUSH', to })
    const number = e164(mobile)
    if (devices.length === 0 && number !== null && channels.has('SMS'))
      made.push({ ...message, channel: 'SMS', to: number })
  }
  return made
}

/**
 * Reads what happened since it was last read, and hands on what messages that makes. The mark is moved in the same
 * transaction in which they are kept: of two servers one does it, and a kill between loses and doubles nothing.
 * The first time it begins with what comes from now on.
 */
export async function collect(
  parts: Collecting,
  keep: (trx: Database, messages: readonly NewMessage[]) => Promise<void>,
): Promise<number> {
  const { db, since } = parts
  const before = await readSetting(db, UP_TO)
  if (before === null) {
    const value = JSON.stringify(await newest(db))
    await db
      .insertInto('settings')
      .values({ name: UP_TO, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return 0
  }
  const seen = JSON.parse(before) as ReadUpTo
  const notifications = await db
    .selectFrom('notifications')
    .where('id', '>', seen.notification)
    .orderBy('id')
    .limit(AT_ONCE)
    .select(['id', 'userID', 'subject', 'source', 'sourceID', 'entryTime', 'isRead'])
    .execute()
  const alerts = await db
    .selectFrom('defconAlerts')
    .where('id', '>', seen.defcon)
    .orderBy('id')
    .select(['id', 'isDrill', 'endedAt', 'startTime'])
    .execute()
  if (notifications.length === 0 && alerts.length === 0) return 0
  const messages: NewMessage[] = []
  for (const alert of alerts.filter(({ endedAt, startTime }) => endedAt === null && startTime > since))
    messages.push(...(await ofDefcon(parts, alert)))
  // What was read, or gave its place to another of its burst, is told no more.
  for (const row of notifications.filter(({ entryTime, isRead }) => entryTime > since && isRead === 0))
    messages.push(...(await ofNotification(parts, row)))
  const value = JSON.stringify({
    notification: notifications.at(-1)?.id ?? seen.notification,
    defcon: alerts.at(-1)?.id ?? seen.defcon,
  } satisfies ReadUpTo)
  return db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('settings')
      .set({ value })
      .where('name', '=', UP_TO)
      .where('value', '=', before)
      .returning('name')
      .executeTakeFirst()
    if (!moved) return 0
    await keep(trx, messages)
    return messages.length
  })
}
