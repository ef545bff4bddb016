import { afterAll, beforeAll, expect, test } from 'vitest'
import * as incident from '#shared/contract/incident.ts'
import * as notifications from '#shared/contract/notifications.ts'
import * as tickets from '#shared/contract/tickets.ts'
import { targetOf } from '#shared/domain/notifications.ts'
import { NOON } from '../http/testing/test-server.ts'
import { type Caller, type HelpDesk, openHelpDesk } from '../tickets/testing/company.ts'
import { htmlOf } from './html.ts'
import { keepNotifications } from './notification-store.ts'

let desk: HelpDesk
beforeAll(async () => {
  desk = await openHelpDesk()
})
afterAll(() => desk.server.server.close())

async function tell({ id: userID }: Caller, ...subjects: string[]): Promise<number[]> {
  const told = subjects.map((subject) => ({ userID, type: 'MESSAGE' as const, subject, body: '<p>b</p>' }))
  return (await keepNotifications(desk.db, NOON, told)).map(({ row }) => row.id)
}

test('W056 W057 a row has id, subject, isRead and entryTime, a record type, subject, body, source and sourceID', async () => {
  const [id = 0] = await tell(desk.ellie, 'Task: 41 is yours')
  const fields = ['id', 'subject', 'isRead', 'entryTime']
  expect(Object.keys(notifications.notificationRow.shape).slice(0, 4)).toEqual(fields)
  expect(Object.keys(notifications.notificationRecord.shape)).toEqual([
    'type',
    'subject',
    'body',
    'source',
    'sourceID',
  ])
  expect(await desk.ellie.get(notifications.viewNotification, { id })).toEqual({
    id,
    type: 1,
    subject: 'Task: 41 is yours',
    body: '<p>b</p>',
    source: '',
    sourceID: null,
    isRead: false,
    entryTime: new Date(NOON).toISOString(),
  })
  // The type is a number, from 0 on.
  const types = ['NEW_UPDATE', 'EMAIL', 'GAMIFICATION_MILESTONE_ACHIEVED'] as const
  const told = types.map((type) => ({ userID: desk.ellie.id, type, subject: `A ${type}` }))
  const kept = await keepNotifications(desk.db, NOON, told)
  expect(kept.map(({ row }) => row.type)).toEqual([0, 2, 4])
  await desk.ellie.get(notifications.markManyAsRead, { ids: [id] })
  expect(await desk.ellie.get(notifications.viewNotification, { id })).toMatchObject({ isRead: true })
})

test('W097 W136 W175 W176 W177 they are found, and marked as read, the own ones only', async () => {
  const [one = 0, two = 0, three = 0] = await tell(desk.jamie, 'Find me 1', 'Find me 2', 'Find me 3')
  const find = (by: Caller) => by.get(notifications.searchNotifications, { searchTerm: 'find me' })
  expect((await find(desk.jamie)).notifications.map(({ id }) => id)).toEqual([three, two, one])
  expect((await find(desk.ellie)).total).toBe(0)

  await desk.ellie.get(notifications.markManyAsRead, { ids: [one, two] })
  await desk.jamie.get(notifications.markManyAsRead, { ids: [two] })
  const record = { type: 1, subject: 'Find me 3', body: '', source: '', sourceID: null }
  await desk.jamie.get(notifications.markAsRead, { id: three, ...record })
  expect((await find(desk.jamie)).notifications.map(({ isRead }) => isRead)).toEqual([true, true, false])
  const unread = await desk.jamie.get(notifications.searchNotifications, { show: 'Unread' })
  expect(unread.notifications.map(({ id }) => id)).toContain(one)
  expect(unread.unread).toBe(unread.total)

  expect(await desk.jamie.say(notifications.markManyAsRead, { ids: [] })).toEqual({
    status: 400,
    value: 'Please select minimum 1 notification',
  })
  expect(await desk.ellie.say(notifications.markAsRead, { id: three, ...record })).toMatchObject({
    status: 400,
  })
})

test('W004 signed-in staff read their own notifications, and nobody else’s', async () => {
  const [own = 0] = await tell(desk.jamie, 'For Jamie')
  const read = (by: Caller) => by.say(notifications.viewNotification, { id: own })
  expect(await read(desk.jamie)).toMatchObject({ status: 200, answer: { id: own, subject: 'For Jamie' } })
  for (const other of [desk.ellie, desk.priya, desk.gemma])
    expect(await read(other)).toEqual({ status: 400, value: 'This notification is gone.' })
  const found = await desk.priya.get(notifications.searchNotifications, { searchTerm: 'For Jamie' })
  expect(found.notifications).toEqual([])
})

test('W004 they come by pages, each once, the newest first', async () => {
  const told = await tell(desk.ellie, ...Array.from({ length: 22 }, (_, n) => `Page ${n + 1}`))
  const page = async (number: number) => {
    const asked = { searchTerm: 'Page', page: number, pageSize: 10 } as const
    const { total, notifications: rows } = await desk.ellie.get(notifications.searchNotifications, asked)
    return [total, ...rows.map(({ id }) => told.indexOf(id) + 1)]
  }
  expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([
    [22, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13],
    [22, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3],
    [22, 2, 1],
    [22],
  ])
})

test('W097 mark-as-read flips isRead of each that is named, and of no other', async () => {
  const ids = await tell(desk.gemma, 'Flip 1', 'Flip 2', 'Flip 3', 'Flip 4')
  const flags = async () =>
    (await desk.gemma.get(notifications.searchNotifications, { searchTerm: 'Flip' })).notifications
      .toSorted((a, b) => a.id - b.id)
      .map(({ isRead }) => isRead)
  expect(await flags()).toEqual([false, false, false, false])
  await desk.gemma.get(notifications.markManyAsRead, { ids: ids.slice(0, 3) })
  expect(await flags()).toEqual([true, true, true, false])
})

test('W004 what happens to a ticket is told to its people, who can open it from there', async () => {
  const raised = { ticketType: 'Other', message: '<b>Cold</b>\n\nat my desk' } as const
  const { id } = await desk.jamie.get(tickets.raiseTicket, raised)
  await desk.priya.get(tickets.assignTicketToMe, { id })
  const newest = async (by: Caller) => {
    const [first] = (await by.get(notifications.searchNotifications, { searchTerm: `Ticket: ${id}` }))
      .notifications
    return by.get(notifications.viewNotification, { id: first?.id ?? 0 })
  }
  const asked = await newest(desk.priya)
  expect(asked).toMatchObject({
    type: 3,
    subject: `Ticket: ${id} was raised by Jamie Whitfield`,
    sourceID: id,
  })
  expect(asked.body).toBe('<p>&lt;b&gt;Cold&lt;/b&gt;</p><p>at my desk</p>')
  expect(targetOf(asked)).toBe('TICKET')
  expect(await newest(desk.jamie)).toMatchObject({
    type: 0,
    subject: `Ticket: ${id} is being looked at by Priya Nair`,
  })
})

test('W057 what a person wrote is never HTML', () => {
  expect(htmlOf('a & b\n<img src=x onerror="y">\n')).toBe(
    '<p>a &amp; b</p><p>&lt;img src=x onerror=&quot;y&quot;&gt;</p>',
  )
  expect(htmlOf(' \n')).toBe('')
})

test('W006 W081 W172 W173 an incident is filed on a live project and told to the manager', async () => {
  const room = {
    type: 'CHATROOM',
    source: 'PROJECT',
    displayGroupLabel: '',
    isGroup: 1,
    priority: '',
    createdAt: NOON,
  } as const
  await desk.db
    .insertInto('threads')
    .values([
      { ...room, sourceID: 7, label: 'a', displayLabel: 'Household Travel', status: 'In field' },
      { ...room, sourceID: 8, label: 'b', displayLabel: 'Energy Switching', status: 'Set-up' },
    ])
    .execute()
  const live = await desk.jamie.get(incident.getLiveProjects, undefined)
  expect(live).toEqual([{ id: 7, name: 'Household Travel' }])

  const form = {
    selectedProject: 7,
    callID: 'c1',
    respondentName: 'A. Bell',
    phoneNumber: '0113',
    details: 'Upset.',
  }
  const { id, sentTo } = await desk.jamie.get(incident.newIncident, form)
  expect(sentTo).toBe('Priya Nair')
  const stored = await desk.db.selectFrom('incidents').where('id', '=', id).selectAll().executeTakeFirst()
  expect(stored).toMatchObject({
    ...{ userID: desk.jamie.id, projectID: 7, callID: 'c1', details: 'Upset.' },
    ...{ respondentName: 'A. Bell', phoneNumber: '0113' },
  })
  expect(await desk.jamie.say(incident.newIncident, { ...form, selectedProject: 8 })).toMatchObject({
    status: 400,
  })
  expect(await desk.jamie.say(incident.newIncident, { ...form, details: ' ' })).toEqual({
    status: 400,
    value: 'Please say what happened.',
  })
})
