import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { addPerson, post, signIn, startTestServer, type TestServer } from '../http/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.server.close())

/**
 * The status for somebody with the chat's permission and these. 403 comes before the request is looked at.
 */
async function statusFor(path: string, permissions: readonly PermissionName[]): Promise<number> {
  const userName = `${path.split('/').at(-1)}-${permissions.length}`
  await addPerson(server, { userName, permissions: ['GENERAL_CAN_USE_TEAM_CHAT', ...permissions] })
  return (await post(server, path, {}, await signIn(server, userName))).status
}

test.each<[string, PermissionName, string]>([
  ['C156', 'CHAT_CAN_ADD_ATTACHMENT', '/api/communication/chat/send-attachment-to-chatroom'],
  ['C156', 'CHAT_CAN_ADD_ATTACHMENT', '/api/communication/chat/send-attachment-to-thread'],
  ['C166', 'CHAT_CAN_USE_TOPICS', '/api/my-team-chatroom/add-chat-topic'],
  ['C166', 'CHAT_CAN_USE_TOPICS', '/api/my-team-chatroom/load-topic-chats'],
  ['C166', 'CHAT_CAN_USE_TOPICS', '/api/my-team-chatroom/load-topic-chat'],
  ['C167', 'CALENDAR_CAN_USE_TASK_SCHEDULER', '/api/iresearch/task-scheduler/ai/message-task'],
  ['C168', 'CAN_BROADCAST_MESSAGE', '/api/my-team-chatroom/broadcast-message'],
  ['C168', 'CAN_BROADCAST_MESSAGE', '/api/my-team-chatroom/remove-broadcast-message'],
  ['C169', 'CHAT_CAN_REVOKE_ATTACHMENT', '/api/communication/chat/delete-attachment-from-chatroom'],
  ['C169', 'CHAT_CAN_REVOKE_ATTACHMENT', '/api/communication/chat/delete-attachment-from-thread'],
  ['C170', 'CAN_USE_GIF_PICKER', '/api/communication/chat/search-gifs'],
  ['C171', 'CHAT_AI_REWORDING', '/api/communication/chat/get-ai-rewording'],
  ['C171', 'CHAT_AI_REWORDING', '/api/communication/chat/get-suggested-replies'],
  ['C173', 'CAN_SEND_MESSAGE_TO_CUSTOMER', '/api/my-team-chatroom/send-customer-message'],
])('%s the server asks for %s at %s', async (_id, permission, path) => {
  expect(await statusFor(path, [])).toBe(403)
  expect(await statusFor(path, [permission])).not.toBe(403)
})
