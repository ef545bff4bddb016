import { describe, expect, test, vi } from 'vitest'
import type { ChatSource } from '#shared/contract/chat-address.ts'
import { keyOf } from '../store/state.ts'
import { reusing } from '../store/threads/threads.ts'
import { aMember, aThread } from '../testing/fixtures.ts'
import { filterThreads, type ListView, listRows } from './list-rows.ts'
import { namesakesOf, selectNamesakes } from './namesakes.ts'

const view: ListView = {
  filter: 'All',
  term: '',
  grouped: true,
  closed: new Set(),
  held: null,
  showArchived: false,
}
const room = (id: number, source: ChatSource, displayLabel = source as string) =>
  aThread({ id, source, type: 'CHATROOM', displayLabel })
const threads = [
  aThread({ id: 1, displayLabel: 'Amelia Hart' }),
  aThread({ id: 2, displayLabel: 'Ben Okafor', unread: 2, isFocus: true }),
  aThread({
    id: 3,
    displayLabel: 'Supervisors',
    source: 'MANUAL',
    lastPinnedTime: '2026-11-01T00:00:00.000Z',
  }),
  aThread({ id: 4, displayLabel: 'Old', isArchive: true }),
]
const labels = (over: Partial<ListView>) =>
  filterThreads(threads, { ...view, ...over }).map(({ displayLabel }) => displayLabel)

describe('thread list rows', () => {
  test('C046 C047 C048 C049 All, Pinned, Unread and Mentioned narrow the list', () => {
    expect(labels({})).toEqual(['Amelia Hart', 'Ben Okafor', 'Supervisors'])
    expect(labels({ filter: 'Pinned' })).toEqual(['Supervisors'])
    expect(labels({ filter: 'Unread' })).toEqual(['Ben Okafor'])
    expect(labels({ filter: 'Mentioned' })).toEqual(['Ben Okafor'])
    // The one that is being read stays where reading it would take it away; a pin isn't taken by reading.
    const held = keyOf(threads[0] as (typeof threads)[number])
    expect(labels({ filter: 'Mentioned', held })).toEqual(['Amelia Hart', 'Ben Okafor'])
    expect(labels({ filter: 'Unread', held })).toEqual(['Amelia Hart', 'Ben Okafor'])
    expect(labels({ filter: 'Pinned', held })).toEqual(['Supervisors'])
  })

  test('C039 the filter box acts at two characters', () => {
    expect(labels({ term: 'b' })).toHaveLength(3)
    expect(labels({ term: ' BE ' })).toEqual(['Ben Okafor'])
  })

  test('C050 the accordion has its ten groups in order', () => {
    const all = [
      room(10, 'WURKROOM_CLAIM'),
      room(11, 'TICKET_CHAT'),
      room(12, 'JOB_ORDER'),
      room(13, 'TASK_CHAT'),
      room(14, 'PROJECT'),
      room(15, 'MEETING'),
      aThread({ id: 16, source: 'MANUAL' }),
      ...threads,
    ]
    const groups = listRows(all, view).flatMap((row) => (row.kind === 'group' ? [row.group] : []))
    expect(groups).toEqual([
      'Pinned',
      'Unread',
      'Meetings',
      'Groups',
      'Chats',
      'Projects',
      'Tasks',
      'Job Orders',
      'Tickets',
      'Claims',
    ])
  })

  test.each<[ChatSource, string]>([
    ['MEETING', 'Meetings'],
    ['MANUAL', 'Groups'],
    ['MESSAGE', 'Chats'],
    ['PROJECT', 'Projects'],
    ['PROJECT_MEMBER', 'Projects'],
    ['TASK_CHAT', 'Tasks'],
    ['SUBTASK', 'Tasks'],
    ['JOB_ORDER', 'Job Orders'],
    ['TICKET_CHAT', 'Tickets'],
    ['WURKROOM_CLAIM', 'Claims'],
    ['TOPIC', 'Groups'],
  ])('C050 a conversation of %s stands in %s', (source, group) => {
    expect(listRows([room(1, source)], view)[0]).toMatchObject({ kind: 'group', group })
  })

  test('C050 a closed group keeps its heading with its counts', () => {
    const rows = listRows(threads, { ...view, closed: new Set(['Unread']) })
    expect(rows.find((row) => row.key === 'group:Unread')).toMatchObject({ open: false, count: 1, unread: 2 })
    expect(rows.some((row) => row.key === 'MESSAGE:2')).toBe(false)
  })

  test('C050 a topic stands with its parent', () => {
    const topic = aThread({ id: 31, source: 'TOPIC', type: 'CHATROOM', parentID: 30 })
    const rows = listRows([room(30, 'PROJECT'), topic], view)
    expect(rows.map(({ key }) => key)).toEqual(['group:Projects', 'PROJECT:30', 'TOPIC:31'])
  })

  test('C046 C048 the thread that was unread when it was opened keeps its place while it is open', () => {
    const held = { held: 'MESSAGE:1' }
    expect(labels({ filter: 'Unread', ...held })).toEqual(['Amelia Hart', 'Ben Okafor'])
    expect(labels({ filter: 'Pinned', ...held })).toEqual(['Supervisors'])
    const keys = listRows(threads, { ...view, ...held }).map(({ key }) => key)
    expect(keys.indexOf('MESSAGE:1')).toBeLessThan(keys.indexOf('MESSAGE:2'))
    expect(keys).not.toContain('group:Chats')
  })

  test('C042 ungrouped, only threads are rows', () => {
    expect(listRows(threads, { ...view, grouped: false }).map(({ key }) => key)).toEqual([
      'MESSAGE:1',
      'MESSAGE:2',
      'MANUAL:3',
    ])
  })

  test('of 5,000 threads a message makes one new row, and a keystroke looks at names made ready once', () => {
    const many = Array.from({ length: 5000 }, (_, id) =>
      aThread({ id, displayLabel: `Room ${id}`, lastMessageTime: new Date(id * 1000).toISOString() }),
    )
    const flat = { ...view, grouped: false }
    const before = new Set(listRows(many, flat))
    const lower = vi.spyOn(String.prototype, 'toLocaleLowerCase')
    expect(listRows(many, { ...flat, term: 'room 499' })).toHaveLength(11)
    expect(lower).toHaveBeenCalledTimes(5001)
    const [last, ...others] = many.toReversed()
    if (!last) throw new Error('no thread')
    const after = listRows([...others, { ...last, unread: 1 }], { ...flat, term: 'room' })
    expect(after.filter((row) => !before.has(row))).toHaveLength(1)
    expect(lower).toHaveBeenCalledTimes(5003)
    lower.mockRestore()
  })

  test('a list that is loaded again keeps the threads that say what they said before', () => {
    const fresh = threads.map((thread) => ({ ...thread, unread: thread.id === 1 ? 1 : thread.unread }))
    const next = reusing(threads, fresh)
    expect(next.map((thread, at) => thread === threads[at])).toEqual([false, true, true, true])
  })
})

describe('conversations of one name', () => {
  const apart = (
    list: readonly ReturnType<typeof aThread>[],
    contacts: Parameters<typeof namesakesOf>[1] = [],
  ) => Object.fromEntries(namesakesOf(list, contacts))
  const group = (id: number, people?: string) =>
    aThread({
      id,
      source: 'MANUAL',
      isGroup: true,
      displayLabel: 'Leeds floor',
      ...(people ? { people } : {}),
    })

  test('those whose name is theirs alone have nothing beside it', () => {
    expect(apart(threads)).toEqual({})
  })

  test('groups are told apart by their people, letters and blanks aside', () => {
    const other = { ...group(2, 'Dwayne'), displayLabel: ' leeds Floor' }
    expect(apart([group(1, 'Kasia, Tom'), other])).toEqual({
      'MANUAL:1': 'Kasia, Tom',
      'MANUAL:2': 'Dwayne',
    })
  })

  test('two people are told apart by role and area', () => {
    const person = (id: number) =>
      aThread({ id, displayLabel: 'Alex Smith', partnerID: id, partnerName: 'Alex Smith' })
    const contacts = [
      { ...aMember(7, 'Alex Smith'), role: 'Supervisor', areaName: 'Leeds' },
      { ...aMember(8, 'Alex Smith'), role: 'Interviewer', areaName: '' },
    ]
    expect(apart([person(7), person(8)], contacts)).toEqual({
      'MESSAGE:7': 'Supervisor · Leeds',
      'MESSAGE:8': 'Interviewer',
    })
  })

  test('rooms are told apart by what they belong to, and by what that belongs to', () => {
    const project = room(30, 'PROJECT', 'Household Travel')
    const other = room(31, 'PROJECT', 'Wave 3')
    const topic = (id: number, parentID: number) => ({ ...room(id, 'TOPIC', 'Quota'), parentID })
    const list = [project, other, topic(32, 30), topic(33, 31), room(34, 'TASK_CHAT', 'Household Travel')]
    expect(apart(list)).toEqual({
      'PROJECT:30': 'Project',
      'TASK_CHAT:34': 'Task',
      'TOPIC:32': 'Topic · Household Travel',
      'TOPIC:33': 'Topic · Wave 3',
    })
  })

  test('what is still alike has its number', () => {
    expect(apart([room(41, 'TICKET_CHAT', 'Headset'), room(42, 'TICKET_CHAT', 'Headset')])).toEqual({
      'TICKET_CHAT:41': 'Ticket 41',
      'TICKET_CHAT:42': 'Ticket 42',
    })
    expect(apart([group(1, 'Kasia'), group(2, 'Kasia'), group(3)])).toEqual({
      'MANUAL:1': 'Kasia 1',
      'MANUAL:2': 'Kasia 2',
      'MANUAL:3': 'Group',
    })
  })

  test('is worked out once for the same list and contacts', () => {
    const state = { threads: [group(1), group(2)], contacts: [] }
    expect(selectNamesakes(state)).toBe(selectNamesakes({ ...state }))
    expect(selectNamesakes({ ...state, contacts: [] })).not.toBe(selectNamesakes(state))
  })
})
