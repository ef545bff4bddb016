import { expect, test } from 'vitest'
import { ringingEntry } from '#shared/contract/call-entities.ts'
import * as address from '#shared/contract/chat-address.ts'
import { messageTask } from '#shared/contract/chat-assistant.ts'
import * as chat from '#shared/contract/chat-entities.ts'
import * as onboarding from '#shared/contract/onboarding.ts'
import { contactType } from '#shared/contract/public-subjects.ts'
import { audioSetting } from '#shared/contract/settings-entities.ts'
import { priority } from '#shared/contract/ticket-entities.ts'
import { ACTIVITY_NAMES } from '#shared/domain/activity.ts'
import { NOTIFICATION_TYPES } from '#shared/domain/notifications.ts'
import { PRESENCE_VALUES } from '#shared/domain/presence.ts'
import { WIFI_BANDS } from '#shared/domain/wifi-band.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import { DOCUMENTED_HUBS, ENUMERATIONS, HUB_EXTENSIONS, STORAGE_KEYS } from './names.ts'
import { fieldsOf } from './schema-fields.ts'

const NOW = '2026-11-23T12:00:00.000Z'

const HUBS = { main: mainHub, chat: chatHub, magic: magicHub, livePanel: livePanelHub } as const

test.each(Object.entries(HUBS))(
  'the %s hub has what the documents name, and what is listed as its own',
  (name, hub) => {
    const { path, methods, events } = DOCUMENTED_HUBS[name as keyof typeof HUBS]
    if (path !== '') expect(hub.path).toBe(path)
    const declared = [...Object.keys(hub.methods), ...Object.keys(hub.events)]
    expect(methods.filter((one) => !(one in hub.methods))).toEqual([])
    expect(events.filter((one) => !(one in hub.events))).toEqual([])
    const own = HUB_EXTENSIONS[name as keyof typeof HUBS]
    expect(declared.sort()).toEqual([...methods, ...events, ...own].sort())
  },
)

/** The requirements that list the values. */
const IDS: Readonly<Partial<Record<keyof typeof ENUMERATIONS, string>>> = {
  threadType: 'C100',
  chatSource: 'C102',
  presence: 'S107 C115',
  wifiBand: 'S110',
  activityName: 'S120',
  responsible: 'S103',
  contactType: 'S127',
  notificationType: 'W058',
  ringing: 'S115',
}

const DECLARED: Readonly<Record<keyof typeof ENUMERATIONS, readonly string[]>> = {
  threadType: chat.threadType.options,
  chatSource: address.chatSource.options,
  messageType: chat.messageType.options,
  messageTokenType: chat.messageTokenType.options,
  reactionType: chat.reactionType.options,
  newMessageSound: audioSetting.shape.newMessageSound.options,
  presence: PRESENCE_VALUES,
  wifiBand: WIFI_BANDS,
  activityName: ACTIVITY_NAMES,
  responsible: onboarding.responsible.options,
  taskAction: onboarding.taskAction.options,
  contactType: contactType.options,
  priority: priority.options,
  notificationType: NOTIFICATION_TYPES,
  ringing: ringingEntry.shape.status.options,
  tokenType: ['MOBILE_APP', 'COMPANION', 'OTHER'],
}

const enumerations = (Object.keys(ENUMERATIONS) as (keyof typeof ENUMERATIONS)[]).map((name) => ({
  ids: IDS[name] ?? 'Besides,',
  name,
}))
test.each(enumerations)('$ids $name has the values of the documents and no others', ({ name }) => {
  expect([...DECLARED[name]].sort()).toEqual([...ENUMERATIONS[name]].sort())
})

test('the numbers of notification types count from 0 in the order of the document', () => {
  expect(NOTIFICATION_TYPES).toEqual(ENUMERATIONS.notificationType)
})

test('a task read out of a message has a priority of the documents', () => {
  expect(fieldsOf(messageTask.response)).toContain('priority')
  const task = { eventStart: NOW, dueDate: NOW, subject: 'a', description: '', requiredHours: 1 }
  for (const value of ENUMERATIONS.priority)
    expect(messageTask.response.safeParse({ ...task, priority: value }).success).toBe(true)
})

test('S142 the browser’s storage has the keys that the documents spell', () => {
  expect(STORAGE_KEYS.filter((key) => !(key in storageKeys))).toEqual([])
})
