import { expect, test } from 'vitest'
import { chatSource } from '#shared/contract/chat-address.ts'
import { aThread } from '../testing/fixtures.ts'
import { tabsOf } from './thread-tabs.ts'

const group = aThread({ id: 1, source: 'MANUAL', isGroup: true, isAdmin: true })
const all = { wide: false, mayUseTopics: true }

test('C054 C055 C056 C057 C058 C059 C060 C061 C062 the tabs of a conversation, in their order', () => {
  expect(tabsOf(group, all)).toEqual([
    'Messages',
    'Files',
    'Members',
    'Pinned_Messages',
    'Broadcast_Messages',
    'Search_Messages',
    'Topics',
    'Settings',
  ])
})

const kinds = chatSource.options.flatMap((source) =>
  [true, false].flatMap((isGroup) => [true, false].map((isAdmin) => ({ source, isGroup, isAdmin }))),
)
test.each(kinds)(
  'C054 C055 C058 C059 C060 $source, a group: $isGroup, mine: $isAdmin, has the tabs of every conversation',
  (kind) => {
    for (const wide of [true, false])
      for (const mayUseTopics of [true, false])
        expect(tabsOf(kind, { wide, mayUseTopics })).toEqual(
          expect.arrayContaining([
            'Messages',
            'Files',
            'Pinned_Messages',
            'Broadcast_Messages',
            'Search_Messages',
          ]),
        )
  },
)

test('C056 Members goes where the wide layout has them beside the messages, but not in a topic', () => {
  expect(tabsOf(group, { ...all, wide: true })).not.toContain('Members')
  expect(tabsOf({ ...group, source: 'TOPIC' }, { ...all, wide: true })).toContain('Members')
})

test('C061 Topics needs CHAT_CAN_USE_TOPICS, and a topic has none of its own', () => {
  expect(tabsOf(group, { ...all, mayUseTopics: false })).not.toContain('Topics')
  expect(tabsOf({ ...group, source: 'TOPIC' }, all)).not.toContain('Topics')
})

test('C062 Settings is for the admins of a group', () => {
  expect(tabsOf({ ...group, isAdmin: false }, all)).not.toContain('Settings')
  expect(tabsOf({ ...group, isGroup: false }, all)).not.toContain('Settings')
})
