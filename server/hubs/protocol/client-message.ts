import { type HubMessage, MessageType } from '@microsoft/signalr'
import type { OutgoingMessage } from './hub-protocol.ts'

/** A message in the form that the client package's classes write. */
export function toClientMessage(message: OutgoingMessage): HubMessage {
  switch (message.type) {
    case 'event':
      return { type: MessageType.Invocation, target: message.target, arguments: [...message.args] }
    case 'result':
      return { type: MessageType.Completion, invocationId: message.invocationID, result: message.result }
    case 'failure':
      return { type: MessageType.Completion, invocationId: message.invocationID, error: message.error }
    case 'ping':
      return { type: MessageType.Ping }
    case 'close':
      return {
        type: MessageType.Close,
        allowReconnect: message.allowReconnect,
        ...(message.error === null ? {} : { error: message.error }),
      }
  }
}
