import { expect, test } from 'vitest'
import { ringingEntry } from '#shared/contract/call-entities.ts'
import * as address from '#shared/contract/chat-address.ts'
import { messageTask } from '#shared/contract/chat-assistant.ts'
import * as chat from '#shared/contract/chat-entities.ts'
import * as onboarding from '#shared/contract/onboarding.ts'
import { contactType } from '#shared/contract/public-subjects.ts'
import { audioSetting, taskConfig } from '#shared/contract/settings-entities.ts'
import { filledTemplate, linkType, taskPriority, testingStatus } from '#shared/contract/task-entities.ts'
import { addTask, loadTasks } from '#shared/contract/tasks.ts'
import { priority } from '#shared/contract/ticket-entities.ts'
import { ACTIVITY_NAMES } from '#shared/domain/activity.ts'
import { NOTIFICATION_TYPES } from '#shared/domain/notifications.ts'
import { PRESENCE_VALUES } from '#shared/domain/presence.ts'
import { WIFI_BANDS } from '#shared/domain/wifi-band.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { visitorHub } from '#shared/hubs/visitor.ts'
import { storageKeys } from '#shared/storage-keys.ts'
import {
  DOCUMENTED_HUBS,
  ENUMERATIONS,
  HUB_EXTENSIONS,
  HUB_MESSAGES,
  STORAGE_KEYS,
  TASK_FIELDS,
} from './names.ts'
import { argumentsOf, fieldsOf } from './schema-fields.ts'

const NOW = '2026-11-23T12:00:00.000Z'

const HUBS = {
  main: mainHub,
  chat: chatHub,
  magic: magicHub,
  livePanel: livePanelHub,
  visitor: visitorHub,
} as const

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

const carrying = Object.entries(HUB_MESSAGES).flatMap(([name, rows]) =>
  rows.map(([ids, messages]) => ({
    ids: ids || 'Besides,',
    name: name as keyof typeof HUBS,
    messages,
    list: Object.keys(messages).join(', '),
  })),
)
test.each(carrying)(
  '$ids the $name hub’s $list carry what is listed, in that order',
  ({ name, messages }) => {
    const { methods, events } = HUBS[name]
    const calls = Object.entries<{ args: unknown }>(methods).map(([one, { args }]) => [one, args] as const)
    const declared = new Map<string, unknown>([...calls, ...Object.entries(events)])
    for (const [one, args] of Object.entries(messages))
      expect(argumentsOf(declared.get(one)), one).toEqual(args)
  },
)

test('every message of a hub is listed with what it carries', () => {
  for (const [name, { methods, events }] of Object.entries(HUBS)) {
    const listed = carrying
      .filter((one) => one.name === name)
      .flatMap(({ messages }) => Object.keys(messages))
    expect(listed.sort()).toEqual([...Object.keys(methods), ...Object.keys(events)].sort())
  }
})

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
  priority: 'W064',
  testingStatus: 'W065',
  linkType: 'W066',
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
  priority: [...new Set([...priority.options, ...taskPriority.options])],
  testingStatus: testingStatus.options,
  linkType: linkType.options,
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

test('W070 W071 W072 W074 W075 W076 a new task, its template, the config and a loaded task have the documents’ fields', () => {
  const missing = (fields: readonly string[], schema: unknown) => {
    const has = fieldsOf(schema)
    return fields.filter((field) => !has.includes(field))
  }
  expect(missing(TASK_FIELDS.newTask, addTask.request)).toEqual([])
  expect(missing(TASK_FIELDS.loadedTask, loadTasks.response)).toEqual([])
  expect(missing(TASK_FIELDS.config, taskConfig)).toEqual([])
  const { sections } = filledTemplate.shape
  expect(missing(TASK_FIELDS.section, sections)).toEqual([])
  expect(missing(TASK_FIELDS.metaField, sections._zod.def.element.shape.metaDataFields)).toEqual([])
})

test('S142 the browser’s storage has the keys that the documents spell', () => {
  expect(STORAGE_KEYS.filter((key) => !(key in storageKeys))).toEqual([])
})
