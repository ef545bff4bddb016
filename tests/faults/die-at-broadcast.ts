/**
 * Loaded into a server before it starts (`node --import`): the server dies in the instant in which it
 * would tell the others of a message with these words. The message is stored by then.
 */
import { WebSocket } from 'ws'

const WORDS = 'last words'
const send = WebSocket.prototype.send

WebSocket.prototype.send = function (this: WebSocket, ...args: unknown[]) {
  const frame = String(args[0])
  if (frame.includes('newThreadMessage') && frame.includes(WORDS)) process.kill(process.pid, 'SIGKILL')
  return Reflect.apply(send, this, args)
} as typeof send
