import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { eventsFile } from '#shared/domain/calendar-file.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { readCalendarFile } from './reading-files.ts'

const SCHEDULE = ['ITRACKER_CAN_SEE_MY_SCHEDULE'] as const
const HOUR = 3_600_000

let server: TestServer
let ann: { authorization: string }
let ben: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  for (const userName of ['ann', 'ben']) await addPerson(server, { userName, permissions: SCHEDULE })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  for (const table of ['calendarEvents', 'calendarFeeds', 'calendarImports'] as const)
    await server.server.db.deleteFrom(table).execute()
})

const ask = async (name: string, payload: object, bearer = ann) =>
  said(await post(server, `/api/calendar/${name}`, payload, bearer))
const events = async (bearer = ann): Promise<CalendarEvent[]> => {
  const span = { start: new Date(NOON - 30 * 24 * HOUR), end: new Date(NOON + 60 * 24 * HOUR) }
  const { body } = await ask('events', span, bearer)
  return (body as { events: CalendarEvent[] }).events.filter(({ meta }) => meta.kind === 'event')
}
const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const vevent = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const PHYSIO = vevent('UID:physio', 'DTSTART:20260505T080000Z', 'DTEND:20260505T090000Z', 'SUMMARY:Physio')

test('a file is shown before it is taken in; what the calendar has already is known, and it is taken back', async () => {
  const text = file(...PHYSIO, ...vevent('UID:run', 'DTSTART;VALUE=DATE:20260506', 'SUMMARY:Run'))
  expect((await ask('import/preview', { file: text })).body).toEqual({
    fresh: [
      {
        uid: 'physio',
        subject: 'Physio',
        startLocal: '2026-05-05T08:00',
        endLocal: '2026-05-05T09:00',
        isAllDay: false,
        rule: null,
      },
      {
        uid: 'run',
        subject: 'Run',
        startLocal: '2026-05-06T00:00',
        endLocal: '2026-05-07T00:00',
        isAllDay: true,
        rule: null,
      },
    ],
    known: 0,
    unread: [],
  })
  expect(await events()).toEqual([])
  const { body } = await ask('import', { file: text })
  const { importID } = body as { importID: number }
  expect(body).toMatchObject({ made: 2, known: 0, unread: 0 })
  expect((await events()).map(({ subject, eventStart }) => [subject, eventStart])).toEqual([
    ['Physio', '2026-05-05T08:00:00.000Z'],
    ['Run', '2026-05-05T23:00:00.000Z'],
  ])
  expect((await ask('import', { file: text })).body).toMatchObject({ made: 0, known: 2 })
  expect((await ask('import/undo', { importID }, ben)).status).toBe(400)
  // What was changed since stays.
  const run = (await events()).find(({ subject }) => subject === 'Run')
  await ask('events/change', { id: run?.id, set: { subject: 'Run in the park' } })
  expect((await ask('import/undo', { importID })).status).toBe(200)
  expect((await ask('import/undo', { importID })).status).toBe(400)
  expect((await events()).map(({ subject }) => subject)).toEqual(['Run in the park'])
  expect((await ask('import', { file: text })).body).toMatchObject({ made: 1, known: 1 })
})

test('the feed taken in again makes the same events for somebody else, and none for whose it is', async () => {
  const add = (event: object) => ask('events/add', { zone: 'Europe/London', ...event })
  await add({
    subject: 'Physio; left, knee',
    startLocal: '2026-05-05T09:00',
    endLocal: '2026-05-05T10:00',
    note: 'a\nb',
  })
  await add({ subject: 'Fair', startLocal: '2026-05-06T00:00', endLocal: '2026-05-08T00:00', isAllDay: true })
  await add({
    subject: 'Stand-up',
    startLocal: '2026-05-04T09:00',
    endLocal: '2026-05-04T09:15',
    rule: 'FREQ=WEEKLY;COUNT=3',
  })
  await add({
    subject: 'New York',
    startLocal: '2026-05-05T09:00',
    endLocal: '2026-05-05T10:00',
    zone: 'America/New_York',
  })
  const { path } = (await ask('feed/reset', {})).body as { path: string }
  const feed = await server.server.app.inject({ url: path })
  const plain = (list: CalendarEvent[]) =>
    list.map(({ subject, hover, eventStart, eventEnd, eventState, meta }) => ({
      subject,
      hover,
      eventStart,
      eventEnd,
      eventState,
      isAllDay: meta.isAllDay,
    }))
  const mine = plain(await events())
  expect(mine).toHaveLength(6)
  const again = await ask('import', { file: feed.body })
  expect(again.body).toMatchObject({ made: 0, unread: 0 })
  expect((await ask('import', { file: feed.body }, ben)).body).toMatchObject({ unread: 0 })
  const bens = plain(await events(ben)).filter(({ subject }) => !subject.includes('ank holiday'))
  expect(bens).toEqual(mine)
})

test('a series comes with its rule, what it leaves out and what is otherwise, by its own clock', async () => {
  const series = file(
    ...vevent(
      'UID:yoga',
      'DTSTART;TZID=Europe/London:20260504T180000',
      'DURATION:PT45M',
      'RRULE:FREQ=WEEKLY;WKST=SU;UNTIL=20260601T170000Z',
      'EXDATE;TZID=Europe/London:20260511T180000',
      'SUMMARY:Yoga',
    ),
    ...vevent(
      'UID:yoga',
      'RECURRENCE-ID:20260518T170000Z',
      'DTSTART:20260519T170000Z',
      'DTEND:20260519T174500Z',
      'SUMMARY:Yoga in the park',
    ),
  )
  expect((await ask('import', { file: series })).body).toMatchObject({ made: 1, unread: 0 })
  expect((await events()).map(({ subject, eventStart }) => [subject, eventStart.slice(0, 16)])).toEqual([
    ['Yoga', '2026-05-04T17:00'],
    ['Yoga in the park', '2026-05-19T17:00'],
    ['Yoga', '2026-05-25T17:00'],
    ['Yoga', '2026-06-01T17:00'],
  ])
})

test('parts that make no event are told, each with its reason, and the rest is taken in', () => {
  const read = readCalendarFile(
    file(
      ...PHYSIO,
      ...vevent('UID:a', 'SUMMARY:No time'),
      ...vevent('UID:b', 'DTSTART:20260505T080000Z', 'DTEND:20260505T070000Z', 'SUMMARY:Ends first'),
      ...vevent('UID:c', 'DTSTART:00010505T080000Z', 'SUMMARY:Year 1'),
      ...vevent('UID:d', 'DTSTART:99990505T080000Z', 'SUMMARY:Year 9999'),
      ...vevent('UID:e', 'DTSTART;TZID=Mars/Base:20260505T080000', 'SUMMARY:Mars'),
      ...vevent('UID:f', 'DTSTART:20260505T080000Z', 'RRULE:FREQ=MONTHLY;BYDAY=1MO', 'SUMMARY:First Monday'),
      ...vevent('UID:g', 'DTSTART:20260505T080000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Each second'),
      'BEGIN:VTODO',
      'SUMMARY:Buy milk',
      'END:VTODO',
    ),
  )
  expect(read?.events.map(({ uid }) => uid)).toEqual(['physio'])
  expect(read?.unread).toEqual([
    { what: 'No time', why: 'NO_TIME' },
    { what: 'Ends first', why: 'BAD_TIME' },
    { what: 'Year 1', why: 'BAD_TIME' },
    { what: 'Year 9999', why: 'BAD_TIME' },
    { what: 'Mars', why: 'BAD_ZONE' },
    { what: 'First Monday', why: 'BAD_RULE' },
    { what: 'Each second', why: 'BAD_RULE' },
    { what: 'Buy milk', why: 'NO_EVENT' },
  ])
})

test('zones are read by their own names, by Windows’ and behind a slash; without one it is London’s', () => {
  const zones = ['TZID=GMT Standard Time', 'TZID=/mozilla.org/Europe/Berlin', 'TZID=Asia/Kolkata']
  const read = readCalendarFile(
    file(
      ...zones.flatMap((zone, place) => vevent(`UID:${place}`, `DTSTART;${zone}:20260505T080000`)),
      ...vevent('UID:floating', 'DTSTART:20260505T080000'),
      ...vevent('UID:z', 'DTSTART:20260505T080000Z'),
    ),
  )
  expect(read?.events.map(({ zone }) => zone)).toEqual([
    'Europe/London',
    'Europe/Berlin',
    'Asia/Kolkata',
    'Europe/London',
    'UTC',
  ])
})

test('what is no calendar file is refused, and an empty, a torn or a too long one', async () => {
  const value = async (text: string) => {
    const { status, body } = await ask('import/preview', { file: text })
    return status === 200 ? 'read' : (body as { value: string }).value
  }
  expect(await value('%PDF-1.4')).toBe('This is no calendar file (.ics).')
  expect(await value('BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnonsense')).toBe('This is no calendar file (.ics).')
  expect(await value(file())).toBe('There is nothing in this file.')
  const many = (count: number) => {
    const one = { summary: 'E', description: '', start: NOON, end: NOON + HOUR }
    return eventsFile(
      Array.from({ length: count }, (_, place) => ({ ...one, uid: String(place) })),
      NOON,
    )
  }
  expect(await value(many(5000))).toBe('read')
  expect(await value(many(5001))).toBe('A file may have 5000 events at most.')
  expect((await ask('import/preview', { file: 'x'.repeat(900_001) })).status).toBe(400)
}, 20_000)

test('two windows that take in one file at once make its events once', async () => {
  const [one, other] = await Promise.all([
    ask('import', { file: file(...PHYSIO) }),
    ask('import', { file: file(...PHYSIO) }),
  ])
  const made = [one, other].map(({ body }) => (body as { made: number }).made)
  expect(made.sort()).toEqual([0, 1])
  expect(await events()).toHaveLength(1)
})
